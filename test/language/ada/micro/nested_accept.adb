with Ada.Text_IO; use Ada.Text_IO;
procedure Nested_Accept is
   task T is
      entry E;
      entry F;
   end T;
   task C;
   task body T is
   begin
      accept E do
         accept F do
            Put_Line ("a");
         end F;
         Put_Line ("b");
      end E;
   end T;
   task body C is
   begin
      T.F;
   end C;
begin
   T.E;
   Put_Line ("c");
end Nested_Accept;
