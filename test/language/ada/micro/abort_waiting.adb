with Ada.Text_IO; use Ada.Text_IO;
procedure Abort_Waiting is
   task T is
      entry E;
   end T;
   task body T is
   begin
      accept E;
      Put_Line ("not reached");
   end T;
begin
   abort T;
   begin
      T.E;
      Put_Line ("not reached");
   exception
      when Tasking_Error =>
         Put_Line ("gone");
   end;
end Abort_Waiting;
