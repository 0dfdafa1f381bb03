with Ada.Synchronous_Barriers;
with Ada.Text_IO; use Ada.Text_IO;
procedure Synchronous_Barrier_Short is
   B : Ada.Synchronous_Barriers.Synchronous_Barrier (3);
   task T;
   task body T is
      Told : Boolean;
   begin
      Ada.Synchronous_Barriers.Wait_For_Release (B, Told);
      Put_Line ("never");
   end T;
   Told : Boolean;
begin
   Put_Line ("before");
   Ada.Synchronous_Barriers.Wait_For_Release (B, Told);
   Put_Line ("never");
end Synchronous_Barrier_Short;
