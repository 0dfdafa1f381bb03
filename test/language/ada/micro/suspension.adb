with Ada.Synchronous_Task_Control; use Ada.Synchronous_Task_Control;
with Ada.Text_IO; use Ada.Text_IO;
procedure Suspension is
   S : Suspension_Object;
   task T;
   task body T is
   begin
      Suspend_Until_True (S);
      Put_Line ("go");
   end T;
begin
   Put_Line ("set");
   Set_True (S);
end Suspension;
