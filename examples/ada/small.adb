--  Three tasks: T2 calls A for ever, T3 calls B once, and T1 accepts them in an order that depends on who comes first.
procedure Small is
   task T1 is
      entry A;
      entry B;
      entry C;
   end T1;
   task T2;
   task T3;

   task body T1 is
   begin
      accept C;
      loop
         select
            accept A;
            loop
               select
                  accept A;
               or
                  accept C;
                  exit;
               end select;
            end loop;
         or
            accept B;
            loop
               accept A;
            end loop;
         end select;
      end loop;
   end T1;

   task body T2 is
   begin
      T1.C;
      loop
         T1.A;
      end loop;
   end T2;

   task body T3 is
   begin
      T1.B;
   end T3;
begin
   null;
end Small;
