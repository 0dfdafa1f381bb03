--  RM 9.5.2: which member of a family is accepted is worked out before anybody is waited for.
with Ada.Text_IO;
procedure Member_Once is
   Shared : Integer range 0 .. 1 := 0;
   task Server is
      entry Turn (0 .. 1);
   end Server;
   task Caller;
   task body Server is
   begin
      accept Turn (Shared);
   end Server;
   task body Caller is
   begin
      Server.Turn (1);
   end Caller;
begin
   delay 0.05;
   Shared := 1;
   Ada.Text_IO.Put_Line ("too late");
end Member_Once;
