with Ada.Text_IO; use Ada.Text_IO;
procedure Activation_Order is
   function Show return Integer is
   begin
      Put_Line ("elaborated");
      return 1;
   end Show;
   task T;
   task body T is
      X : Integer := Show;
   begin
      X := X + 1;
   end T;
begin
   Put_Line ("main");
end Activation_Order;
