--  RM 9.5.4: an abort waits for a call that was requeued without abort, here for ever.
with Ada.Text_IO;
procedure Requeue_Firm_Protected is
   protected Gate is
      entry First;
      entry Second;
   end Gate;
   protected body Gate is
      entry First when True is
      begin
         requeue Second;
      end First;
      entry Second when False is
      begin
         null;
      end Second;
   end Gate;
   task Caller;
   task Starter is
      entry Go;
   end Starter;
   task body Caller is
   begin
      Starter.Go;
      Gate.First;
   end Caller;
   task body Starter is
   begin
      accept Go;
   end Starter;
begin
   while not Starter'Terminated loop
      delay 0.02;
   end loop;
   delay 0.02;
   abort Caller;
   Ada.Text_IO.Put_Line ("aborted");
end Requeue_Firm_Protected;
