--  A manager has all the forks and gives a philosopher both at once.
procedure Philosophers_Manager is
   type Seat is range 1 .. 3;

   task Manager is
      entry Take (Seat);
      entry Give_Back (Seat);
   end Manager;

   task Philosopher_1;
   task Philosopher_2;
   task Philosopher_3;

   task body Manager is
      --  A fork has the number of the seat to the right of it.
      Used : array (Seat) of Boolean := (others => False);
   begin
      loop
         select
            when not (Used (1) or Used (2)) =>
               accept Take (1);
               Used (1) := True;
               Used (2) := True;
         or
            accept Give_Back (1);
            Used (1) := False;
            Used (2) := False;
         or
            when not (Used (2) or Used (3)) =>
               accept Take (2);
               Used (2) := True;
               Used (3) := True;
         or
            accept Give_Back (2);
            Used (2) := False;
            Used (3) := False;
         or
            when not (Used (3) or Used (1)) =>
               accept Take (3);
               Used (3) := True;
               Used (1) := True;
         or
            accept Give_Back (3);
            Used (3) := False;
            Used (1) := False;
         end select;
      end loop;
   end Manager;

   task body Philosopher_1 is
   begin
      loop
         Manager.Take (1);
         null;  --@ event eats_1
         null;  --@ event stops_1
         Manager.Give_Back (1);
      end loop;
   end Philosopher_1;

   task body Philosopher_2 is
   begin
      loop
         Manager.Take (2);
         null;  --@ event eats_2
         null;  --@ event stops_2
         Manager.Give_Back (2);
      end loop;
   end Philosopher_2;

   task body Philosopher_3 is
   begin
      loop
         Manager.Take (3);
         null;  --@ event eats_3
         null;  --@ event stops_3
         Manager.Give_Back (3);
      end loop;
   end Philosopher_3;
begin
   null;
end Philosophers_Manager;
