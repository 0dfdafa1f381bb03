--  RM 9.2: what fails in the statements of a task is not a failure of its activation.
with Ada.Text_IO;
procedure Activated_Then_Fails is
   subtype Small is Integer range 0 .. 3;
   Start : Small := 3;
begin
   declare
      task Worker;
      task body Worker is
         Mine : Small := Start;
         Next : Small := (if Mine = 3 then 3 else Mine + 1);
      begin
         Next := Next + Start;
      end Worker;
   begin
      null;
   end;
   Ada.Text_IO.Put_Line ("on");
exception
   when Tasking_Error =>
      Ada.Text_IO.Put_Line ("never");
end Activated_Then_Fails;
