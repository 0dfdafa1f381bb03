with Ada.Text_IO; use Ada.Text_IO;
procedure Discriminant is
   task type C (N : Integer; Last : Boolean);
   task body C is
   begin
      if Last and N = 2 then
         Put_Line ("second");
      elsif N = 1 then
         Put_Line ("first");
      end if;
   end C;
   A : C (1, False);
   B : C (2, True);
begin
   null;
end Discriminant;
