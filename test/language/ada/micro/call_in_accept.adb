with Ada.Text_IO; use Ada.Text_IO;
procedure Call_In_Accept is
   task T is
      entry E;
   end T;
   task S is
      entry F;
   end S;
   task body T is
   begin
      accept E do
         S.F;
         Put_Line ("b");
      end E;
   end T;
   task body S is
   begin
      accept F do
         Put_Line ("a");
      end F;
   end S;
begin
   T.E;
   Put_Line ("c");
end Call_In_Accept;
