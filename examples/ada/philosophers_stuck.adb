--  Each philosopher picks up the fork on the left and then the one on the right. When all of them hold the
--  left fork, nobody can go on.
procedure Philosophers_Stuck is
   task Fork_1 is
      entry Pick_Up;
      entry Put_Down;
   end Fork_1;

   task Fork_2 is
      entry Pick_Up;
      entry Put_Down;
   end Fork_2;

   task Fork_3 is
      entry Pick_Up;
      entry Put_Down;
   end Fork_3;

   task Philosopher_1;
   task Philosopher_2;
   task Philosopher_3;

   task body Fork_1 is
   begin
      loop
         accept Pick_Up;
         accept Put_Down;
      end loop;
   end Fork_1;

   task body Fork_2 is
   begin
      loop
         accept Pick_Up;
         accept Put_Down;
      end loop;
   end Fork_2;

   task body Fork_3 is
   begin
      loop
         accept Pick_Up;
         accept Put_Down;
      end loop;
   end Fork_3;

   task body Philosopher_1 is
   begin
      loop
         Fork_1.Pick_Up;
         Fork_2.Pick_Up;
         null;  --@ event eats_1
         null;  --@ event stops_1
         Fork_1.Put_Down;
         Fork_2.Put_Down;
      end loop;
   end Philosopher_1;

   task body Philosopher_2 is
   begin
      loop
         Fork_2.Pick_Up;
         Fork_3.Pick_Up;
         null;  --@ event eats_2
         null;  --@ event stops_2
         Fork_2.Put_Down;
         Fork_3.Put_Down;
      end loop;
   end Philosopher_2;

   task body Philosopher_3 is
   begin
      loop
         Fork_3.Pick_Up;
         Fork_1.Pick_Up;
         null;  --@ event eats_3
         null;  --@ event stops_3
         Fork_3.Put_Down;
         Fork_1.Put_Down;
      end loop;
   end Philosopher_3;
begin
   null;
end Philosophers_Stuck;
