--  The philosophers pass a dictionary round. Who has it reads, picks up no fork, and waits until the neighbour
--  takes it; so not all of them can hold a left fork.
procedure Philosophers_Dictionary is
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

   task Philosopher_1 is
      entry Take_Dictionary;
   end Philosopher_1;

   task Philosopher_2 is
      entry Take_Dictionary;
   end Philosopher_2;

   task Philosopher_3 is
      entry Take_Dictionary;
   end Philosopher_3;

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
         select
            accept Take_Dictionary;
            Philosopher_3.Take_Dictionary;
         or
            --  Hungry before the dictionary comes.
            delay 0.001;
            Fork_1.Pick_Up;
            Fork_2.Pick_Up;
            null;  --@ event eats_1
            null;  --@ event stops_1
            Fork_1.Put_Down;
            Fork_2.Put_Down;
         end select;
      end loop;
   end Philosopher_1;

   task body Philosopher_2 is
   begin
      loop
         select
            accept Take_Dictionary;
            Philosopher_1.Take_Dictionary;
         or
            --  Hungry before the dictionary comes.
            delay 0.001;
            Fork_2.Pick_Up;
            Fork_3.Pick_Up;
            null;  --@ event eats_2
            null;  --@ event stops_2
            Fork_2.Put_Down;
            Fork_3.Put_Down;
         end select;
      end loop;
   end Philosopher_2;

   task body Philosopher_3 is
   begin
      --  This one has the dictionary first.
      Philosopher_2.Take_Dictionary;
      loop
         select
            accept Take_Dictionary;
            Philosopher_2.Take_Dictionary;
         or
            --  Hungry before the dictionary comes.
            delay 0.001;
            Fork_3.Pick_Up;
            Fork_1.Pick_Up;
            null;  --@ event eats_3
            null;  --@ event stops_3
            Fork_3.Put_Down;
            Fork_1.Put_Down;
         end select;
      end loop;
   end Philosopher_3;
begin
   null;
end Philosophers_Dictionary;
