--  RM 4.6, 5.2: the value that is checked is the one that is assigned.
with Ada.Text_IO;
procedure Checked_Once is
   subtype Small is Integer range 0 .. 3;
   Shared : Small := 0;
   task Changer;
   task Reader;
   task body Changer is
   begin
      Shared := 1;
   end Changer;
   task body Reader is
   begin
      declare
         Mine : Small := Shared + 3;
      begin
         if Mine = 3 then
            Ada.Text_IO.Put_Line ("three");
         end if;
      end;
   exception
      when Constraint_Error =>
         Ada.Text_IO.Put_Line ("too much");
   end Reader;
begin
   null;
end Checked_Once;
