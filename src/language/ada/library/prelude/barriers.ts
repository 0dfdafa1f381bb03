/** Ada.Synchronous_Barriers: all that wait are let go together; any one of them is told that it is the one. */
export const SYNCHRONOUS_BARRIERS = `with Ada.Numerics.Discrete_Random;
package Ada.Synchronous_Barriers is
   subtype Barrier_Limit is Positive range 1 .. Positive'Last;
   package Barrier_Choice is new Ada.Numerics.Discrete_Random (Boolean);
   protected type Synchronous_Barrier (Release_Threshold : Barrier_Limit) is
      entry Pass_Barrier (Notified : out Boolean);
   private
      Barrier_Releasing : Boolean := False;
      Barrier_Told      : Boolean := False;
   end Synchronous_Barrier;
   procedure Wait_For_Release (The_Barrier : in out Synchronous_Barrier; Notified : out Boolean);
end Ada.Synchronous_Barriers;
package body Ada.Synchronous_Barriers is
   Barrier_Dice : Barrier_Choice.Generator;
   protected body Synchronous_Barrier is
      entry Pass_Barrier (Notified : out Boolean)
         when Barrier_Releasing or Pass_Barrier'Count = Release_Threshold is
      begin
         if Barrier_Told then
            Notified := False;
         elsif Pass_Barrier'Count = 0 then
            Notified := True;
         elsif Barrier_Choice.Random (Barrier_Dice) then
            Notified := True;
            Barrier_Told := True;
         else
            Notified := False;
         end if;
         Barrier_Releasing := Pass_Barrier'Count > 0;
         if not Barrier_Releasing then
            Barrier_Told := False;
         end if;
      end Pass_Barrier;
   end Synchronous_Barrier;
   procedure Wait_For_Release (The_Barrier : in out Synchronous_Barrier; Notified : out Boolean) is
   begin
      The_Barrier.Pass_Barrier (Notified);
   end Wait_For_Release;
end Ada.Synchronous_Barriers;
`;
