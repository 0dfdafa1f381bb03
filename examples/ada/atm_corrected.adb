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
      entry Enter_PIN (Right : in Boolean);
      entry Transaction;
   end Machine;

   task body Customer is
      Memory : Chance.Generator;
   begin
      Machine.Insert_Card;
      Trying : loop
         --  Whether the customer remembers the number is chance.
         Machine.Enter_PIN (Right => Chance.Random (Memory));
         select
            accept Invalid;
         or
            accept Valid;
            Machine.Transaction;
            exit Trying;
         or
            accept Eat_Card;
            exit Trying;
         end select;
      end loop Trying;
   end Customer;

   task body Machine is
      Wrong   : Integer range 0 .. 1 := 0;
      Correct : Boolean;
   begin
      accept Insert_Card;
      loop
         accept Enter_PIN (Right : in Boolean) do
            Correct := Right;
         end Enter_PIN;
         if Correct then
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
