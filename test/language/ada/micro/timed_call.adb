with Ada.Text_IO; use Ada.Text_IO;
procedure Timed_Call is
   task T is
      entry E;
   end T;
   task body T is
   begin
      delay 0.5;
      accept E;
   end T;
begin
   select
      T.E;
      Put_Line ("accepted");
   or
      delay 0.05;
      Put_Line ("too late");
      T.E;
   end select;
   Put_Line ("end");
end Timed_Call;
