with Ada.Text_IO; use Ada.Text_IO;
procedure Select_Two is
   task T is
      entry E;
      entry F;
   end T;
   task body T is
   begin
      for I in 1 .. 2 loop
         select
            accept E do
               Put_Line ("e");
            end E;
         or
            accept F do
               Put_Line ("f");
            end F;
         end select;
      end loop;
   end T;
   task C;
   task body C is
   begin
      T.F;
   end C;
begin
   T.E;
end Select_Two;
