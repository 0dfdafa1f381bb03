--  A host lets all philosophers but one to the table, so that not all of them can hold a left fork.
procedure Philosophers_Host is
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

   task Host is
      entry Enter;
      entry Leave;
   end Host;

   task Philosopher_1;
   task Philosopher_2;
   task Philosopher_3;

   task body Host is
      Guests : Integer range 0 .. 2 := 0;
   begin
      loop
         select
            when Guests < 2 =>
               accept Enter;
               Guests := Guests + 1;
         or
            when Guests > 0 =>
               accept Leave;
               Guests := Guests - 1;
         end select;
      end loop;
   end Host;

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
         Host.Enter;
         Fork_1.Pick_Up;
         Fork_2.Pick_Up;
         null;  --@ event eats_1
         null;  --@ event stops_1
         Fork_1.Put_Down;
         Fork_2.Put_Down;
         Host.Leave;
      end loop;
   end Philosopher_1;

   task body Philosopher_2 is
   begin
      loop
         Host.Enter;
         Fork_2.Pick_Up;
         Fork_3.Pick_Up;
         null;  --@ event eats_2
         null;  --@ event stops_2
         Fork_2.Put_Down;
         Fork_3.Put_Down;
         Host.Leave;
      end loop;
   end Philosopher_2;

   task body Philosopher_3 is
   begin
      loop
         Host.Enter;
         Fork_3.Pick_Up;
         Fork_1.Pick_Up;
         null;  --@ event eats_3
         null;  --@ event stops_3
         Fork_3.Put_Down;
         Fork_1.Put_Down;
         Host.Leave;
      end loop;
   end Philosopher_3;
begin
   null;
end Philosophers_Host;
