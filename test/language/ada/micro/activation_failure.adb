with Ada.Text_IO; use Ada.Text_IO;
procedure Activation_Failure is
   function Zero return Integer is
   begin
      return 0;
   end Zero;
begin
   declare
      task T;
      task body T is
         X : Positive := Zero;
      begin
         X := X + 1;
      end T;
   begin
      Put_Line ("not reached");
   end;
exception
   when Tasking_Error =>
      Put_Line ("tasking error");
end Activation_Failure;
