--  RM 9.5.3: which task is called is worked out before the call waits.
with Ada.Text_IO;
procedure Target_Once is
   Shared : Integer range 1 .. 2 := 1;
   task type Server is
      entry Start;
      entry Meet;
   end Server;
   Servers : array (1 .. 2) of Server;
   task Caller;
   task body Server is
   begin
      accept Start;
      accept Meet;
   end Server;
   task body Caller is
   begin
      Servers (Shared).Meet;
      Ada.Text_IO.Put_Line ("met");
   end Caller;
begin
   delay 0.05;
   Shared := 2;
   Servers (2).Start;
end Target_Once;
