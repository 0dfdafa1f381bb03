--  RM 9.2: the activator goes on when the declarations of the task have been elaborated.
with Ada.Text_IO;
procedure Activation_Reads is
   Start : Integer range 0 .. 3 := 1;
begin
   declare
      task Worker;
      task body Worker is
         Mine : Integer := Start;
      begin
         if Mine = 1 then
            Ada.Text_IO.Put_Line ("one");
         end if;
      end Worker;
   begin
      Start := 2;
   end;
end Activation_Reads;
