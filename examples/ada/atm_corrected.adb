--  A cash machine lets the customer try again after a wrong PIN, once. Then it keeps the card.
with Ada.Numerics.Discrete_Random;

procedure Atm_Corrected is
   package Chance is new Ada.Numerics.Discrete_Random (Boolean);

   task Customer is
      entry Valid;
      entry Invalid;
      entry Eat_Card;
   end Customer;

   task Machine is
      entry Insert_Card;
      entry Enter_PIN;
      entry Transaction;
   end Machine;

   task body Customer is
   begin
      Machine.Insert_Card;
      loop
         Machine.Enter_PIN;
         select
            accept Invalid;
         or
            accept Valid;
            Machine.Transaction;
            exit;
         or
            accept Eat_Card;
            exit;
         end select;
      end loop;
   end Customer;

   task body Machine is
      Memory : Chance.Generator;
      Wrong  : Integer range 0 .. 1;
   begin
      Wrong := 0;
      accept Insert_Card;
      loop
         accept Enter_PIN;
         --  Whether the customer remembers the number is chance.
         if Chance.Random (Memory) then
            Customer.Valid;
            accept Transaction;
            exit;
         elsif Wrong = 1 then
            Customer.Eat_Card;
            exit;
         end if;
         Customer.Invalid;
         Wrong := Wrong + 1;
      end loop;
   end Machine;
begin
   null;
end Atm_Corrected;
