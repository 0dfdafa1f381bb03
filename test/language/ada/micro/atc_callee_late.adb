with Ada.Text_IO; use Ada.Text_IO;
procedure Atc_Callee_Late is
   task Server is
      entry Stop;
   end Server;
   task body Server is
   begin
      delay 0.1;
      accept Stop;
   end Server;
begin
   select
      Server.Stop;
      Put_Line ("stopped");
   then abort
      Put_Line ("part");
   end select;
   Put_Line ("on");
end Atc_Callee_Late;
