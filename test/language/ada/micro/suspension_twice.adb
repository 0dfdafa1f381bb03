with Ada.Synchronous_Task_Control; use Ada.Synchronous_Task_Control;
with Ada.Text_IO; use Ada.Text_IO;
procedure Suspension_Twice is
   S : Suspension_Object;
begin
   Set_True (S);
   Suspend_Until_True (S);
   if Current_State (S) then
      Put_Line ("still true");
   else
      Put_Line ("reset");
   end if;
end Suspension_Twice;
