--  RM 6.4.1: a parameter is worked out before the call waits, whatever becomes of the variable meanwhile.
with Ada.Text_IO;
procedure Parameter_Once is
   Shared : Integer range 0 .. 3 := 0;
   task Server is
      entry Start;
      entry Put (Value : in Integer);
   end Server;
   task Caller;
   task body Server is
   begin
      accept Start;
      accept Put (Value : in Integer) do
         if Value = 0 then
            Ada.Text_IO.Put_Line ("before");
         else
            Ada.Text_IO.Put_Line ("after");
         end if;
      end Put;
   end Server;
   task body Caller is
   begin
      Server.Put (Shared);
   end Caller;
begin
   delay 0.05;
   Shared := 1;
   Server.Start;
end Parameter_Once;
