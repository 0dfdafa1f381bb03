--  RM 9.5.4: requeued to an entry without parameters, a call gives back what its parameters were given before.
with Ada.Text_IO;
procedure Requeue_Results is
   task Server is
      entry First (Value : in out Integer);
      entry Second;
   end Server;
   protected Gate is
      entry Pass;
   end Gate;
   protected body Gate is
      entry Pass when True is
      begin
         null;
      end Pass;
   end Gate;
   task body Server is
   begin
      accept First (Value : in out Integer) do
         Value := Value + 2;
         requeue Second;
      end First;
      accept Second;
      accept First (Value : in out Integer) do
         Value := Value + 2;
         requeue Gate.Pass;
      end First;
      accept First (Value : in out Integer) do
         Value := Value + 2;
         requeue Second;
      end First;
      accept Second do
         requeue Gate.Pass;
      end Second;
   end Server;
   Mine : Integer := 1;
begin
   Server.First (Mine);
   if Mine = 3 then
      Ada.Text_IO.Put_Line ("three");
   end if;
   Server.First (Mine);
   if Mine = 5 then
      Ada.Text_IO.Put_Line ("five");
   end if;
   Server.First (Mine);
   if Mine = 7 then
      Ada.Text_IO.Put_Line ("seven");
   end if;
end Requeue_Results;
