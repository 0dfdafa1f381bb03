with Ada.Text_IO; use Ada.Text_IO;
procedure Conditional_Call is
   task T is
      entry E;
      entry Stop;
   end T;
   task body T is
   begin
      accept Stop;
   end T;
begin
   select
      T.E;
      Put_Line ("accepted");
   else
      Put_Line ("not now");
   end select;
   T.Stop;
end Conditional_Call;
