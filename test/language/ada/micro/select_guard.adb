with Ada.Text_IO; use Ada.Text_IO;
procedure Select_Guard is
   task T is
      entry E;
      entry F;
   end T;
   task body T is
      Ready : Boolean := False;
   begin
      for I in 1 .. 2 loop
         select
            when Ready =>
               accept E do
                  Put_Line ("e");
               end E;
         or
            accept F do
               Put_Line ("f");
            end F;
            Ready := True;
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
end Select_Guard;
