with Ada.Text_IO; use Ada.Text_IO;
procedure Accept_Body is
   task T is
      entry E;
   end T;
   task body T is
   begin
      accept E do
         Put_Line ("a");
      end E;
      Put_Line ("b");
   end T;
begin
   T.E;
   Put_Line ("c");
end Accept_Body;
