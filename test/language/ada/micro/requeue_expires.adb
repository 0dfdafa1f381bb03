--  RM 9.5.4: the time limit of a call goes with it when it is requeued with abort.
with Ada.Text_IO;
procedure Requeue_Expires is
   task Server is
      entry First;
      entry Second;
      entry Stop;
   end Server;
   task body Server is
   begin
      accept First do
         requeue Second with abort;
      end First;
      accept Stop;
   end Server;
begin
   delay 0.01;
   select
      Server.First;
      Ada.Text_IO.Put_Line ("never");
   or
      delay 0.05;
      select
         Server.Stop;
         Ada.Text_IO.Put_Line ("taken back");
      or
         delay 0.5;
         Ada.Text_IO.Put_Line ("not begun");
         Server.First;
      end select;
   end select;
end Requeue_Expires;
