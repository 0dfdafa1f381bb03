with Ada.Text_IO; use Ada.Text_IO;
procedure Circular_Wait is
   task A is
      entry E;
   end A;
   task B is
      entry E;
   end B;
   task body A is
   begin
      Put_Line ("a");
      B.E;
      accept E;
   end A;
   task body B is
   begin
      A.E;
      accept E;
   end B;
begin
   null;
end Circular_Wait;
