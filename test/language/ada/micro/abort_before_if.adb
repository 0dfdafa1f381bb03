--  RM 9.8: a task that is aborted where it is about to decide something completes there.
with Ada.Text_IO;
procedure Abort_Before_If is
   Shared : Integer range 0 .. 3 := 0;
   task Worker;
   task body Worker is
   begin
      delay 0.05;
      if Shared = 0 then
         Shared := 1;
      end if;
   end Worker;
begin
   Shared := 0;
   abort Worker;
   Ada.Text_IO.Put_Line ("aborted");
end Abort_Before_If;
