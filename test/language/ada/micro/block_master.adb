with Ada.Text_IO; use Ada.Text_IO;
procedure Block_Master is
begin
   declare
      task T;
      task body T is
      begin
         delay 0.02;
         Put_Line ("inner");
      end T;
   begin
      null;
   end;
   Put_Line ("after");
end Block_Master;
