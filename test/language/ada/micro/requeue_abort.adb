--  A call that was requeued to another task is taken back when its caller is aborted.
with Ada.Text_IO;
procedure Requeue_Abort is
   task Second is
      entry Take;
      entry Ask;
   end Second;
   task First is
      entry Give;
   end First;
   task body First is
   begin
      accept Give do
         requeue Second.Take with abort;
      end Give;
   end First;
   task Caller;
   task body Caller is
   begin
      First.Give;
      Ada.Text_IO.Put_Line ("never");
   end Caller;
   task body Second is
   begin
      accept Ask;
      if Take'Count = 0 then
         Ada.Text_IO.Put_Line ("gone");
      end if;
   end Second;
begin
   while not First'Terminated loop
      delay 0.01;
   end loop;
   abort Caller;
   while not Caller'Terminated loop
      delay 0.01;
   end loop;
   Second.Ask;
end Requeue_Abort;
