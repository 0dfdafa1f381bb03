--  RM 9.5.3: a call that waits in the queue of a task that completes raises Tasking_Error, also a requeued one.
with Ada.Text_IO;
procedure Requeue_Callee_Ends is
   task Server is
      entry First;
      entry Second;
   end Server;
   task body Server is
   begin
      accept First do
         requeue Second;
      end First;
   end Server;
begin
   Server.First;
   Ada.Text_IO.Put_Line ("never");
exception
   when Tasking_Error =>
      Ada.Text_IO.Put_Line ("tasking error");
end Requeue_Callee_Ends;
