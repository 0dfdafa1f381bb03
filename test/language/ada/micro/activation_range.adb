--  RM 9.2: a check that fails among the declarations of a task is Tasking_Error in its activator.
with Ada.Text_IO;
procedure Activation_Range is
   subtype Small is Integer range 0 .. 3;
   Start : Small := 2;
begin
   declare
      task Worker;
      task body Worker is
         Mine : Small := Start + 2;
      begin
         Start := Mine;
      end Worker;
   begin
      Ada.Text_IO.Put_Line ("never");
   end;
exception
   when Tasking_Error =>
      Ada.Text_IO.Put_Line ("tasking error");
end Activation_Range;
