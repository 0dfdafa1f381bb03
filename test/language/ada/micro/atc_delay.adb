with Ada.Text_IO; use Ada.Text_IO;
procedure Atc_Delay is
begin
   select
      delay 0.05;
      Put_Line ("expired");
   then abort
      loop
         delay 0.01;
      end loop;
   end select;
   Put_Line ("on");
end Atc_Delay;
