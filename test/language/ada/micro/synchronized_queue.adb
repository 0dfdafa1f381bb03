with Ada.Containers.Bounded_Synchronized_Queues;
with Ada.Containers.Synchronized_Queue_Interfaces;
with Ada.Text_IO; use Ada.Text_IO;
procedure Synchronized_Queue is
   package Interfaces is new Ada.Containers.Synchronized_Queue_Interfaces (Integer);
   package Queues is new Ada.Containers.Bounded_Synchronized_Queues (Interfaces, Default_Capacity => 1);
   Q : Queues.Queue;
   task T;
   task body T is
   begin
      Q.Enqueue (1);
      Q.Enqueue (2);
      Put_Line ("both");
      Q.Enqueue (3);
   end T;
   X : Integer;
begin
   Q.Dequeue (X);
   if X = 1 then
      Put_Line ("first");
   end if;
   Q.Dequeue (X);
   Q.Dequeue (X);
   if X = 3 then
      Put_Line ("third");
   end if;
   Q.Dequeue (X);
end Synchronized_Queue;
