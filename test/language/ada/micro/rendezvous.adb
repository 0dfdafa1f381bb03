with Ada.Text_IO; use Ada.Text_IO;
procedure Rendezvous is
   task T is
      entry E;
   end T;
   task body T is
   begin
      Put_Line ("a");
      accept E;
   end T;
begin
   T.E;
   Put_Line ("b");
end Rendezvous;
