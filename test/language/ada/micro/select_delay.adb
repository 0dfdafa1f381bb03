with Ada.Text_IO; use Ada.Text_IO;
procedure Select_Delay is
   task T is
      entry E;
   end T;
   task body T is
   begin
      select
         accept E;
         Put_Line ("called");
      or
         delay 0.1;
         Put_Line ("late");
      end select;
   end T;
begin
   null;
end Select_Delay;
