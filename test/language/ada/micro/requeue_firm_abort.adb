--  RM 9.5.4: an abort waits for a call that was requeued without abort.
with Ada.Text_IO;
procedure Requeue_Firm_Abort is
   task Server is
      entry First;
      entry Second;
      entry Ask;
   end Server;
   task Caller;
   task body Server is
   begin
      accept First do
         requeue Second;
      end First;
      accept Ask;
      if Second'Count = 1 then
         Ada.Text_IO.Put_Line ("still there");
      end if;
   end Server;
   task body Caller is
   begin
      Server.First;
      Ada.Text_IO.Put_Line ("never");
   end Caller;
begin
   while Caller'Callable loop
      delay 0.02;
      abort Caller;
   end loop;
   Server.Ask;
end Requeue_Firm_Abort;
