with Ada.Text_IO; use Ada.Text_IO;
procedure Task_Count is
   task T is
      entry E;
      entry F;
   end T;
   task body T is
   begin
      while F'Count = 0 loop
         delay 0.01;
      end loop;
      select
         when F'Count = 0 =>
            accept E do
               Put_Line ("e");
            end E;
      or
         accept F do
            Put_Line ("f");
         end F;
      end select;
   end T;
begin
   T.F;
end Task_Count;
