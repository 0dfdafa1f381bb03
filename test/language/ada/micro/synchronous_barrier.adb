with Ada.Synchronous_Barriers; use Ada.Synchronous_Barriers;
with Ada.Text_IO; use Ada.Text_IO;
procedure Synchronous_Barrier is
   B : Ada.Synchronous_Barriers.Synchronous_Barrier (2);
   task T;
   task body T is
      Told : Boolean;
   begin
      Wait_For_Release (B, Told);
      if Told then
         Put_Line ("told");
      end if;
   end T;
   Told : Boolean;
begin
   Put_Line ("before");
   Wait_For_Release (B, Told);
   if Told then
      Put_Line ("told");
   end if;
end Synchronous_Barrier;
