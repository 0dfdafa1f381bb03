with Ada.Text_IO; use Ada.Text_IO;
procedure Completed_Callee is
   task T is
      entry E;
   end T;
   task body T is
   begin
      null;
   end T;
begin
   T.E;
   Put_Line ("not reached");
exception
   when Tasking_Error =>
      Put_Line ("tasking error");
end Completed_Callee;
