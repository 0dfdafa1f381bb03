--  Customers pay the operator in advance for a pump, use it and get their change. The operator activates a
--  pump when the first customer has paid for it, and again as long as others have paid too.
with Ada.Numerics.Discrete_Random;

procedure Gas_Station is
   subtype Pump_Number is Integer range 1 .. 2;
   subtype Queue_Length is Integer range 0 .. 2;
   package Chance is new Ada.Numerics.Discrete_Random (Pump_Number);

   task Operator is
      entry Prepay_1_1;
      entry Charge_1_1;
      entry Prepay_1_2;
      entry Charge_1_2;
      entry Prepay_2_1;
      entry Charge_2_1;
      entry Prepay_2_2;
      entry Charge_2_2;
   end Operator;

   task Pump_1 is
      entry Activate;
      entry Start_1;
      entry Finish_1;
      entry Start_2;
      entry Finish_2;
   end Pump_1;

   task Pump_2 is
      entry Activate;
      entry Start_1;
      entry Finish_1;
      entry Start_2;
      entry Finish_2;
   end Pump_2;

   task Customer_1 is
      entry Change (From : in Pump_Number);
   end Customer_1;

   task Customer_2 is
      entry Change (From : in Pump_Number);
   end Customer_2;

   task body Operator is
      Queue_1 : Queue_Length := 0;
      Queue_2 : Queue_Length := 0;
   begin
      loop
         select
            --  Customer 1 pays for pump 1.
            when Queue_1 < Queue_Length'Last =>
               accept Prepay_1_1 do
                  Queue_1 := Queue_1 + 1;
               end Prepay_1_1;
               if Queue_1 = 1 then
                  Pump_1.Activate;
               end if;
         or
            --  Pump 1 says what customer 1 took.
            when Queue_1 > 0 =>
               accept Charge_1_1 do
                  Queue_1 := Queue_1 - 1;
               end Charge_1_1;
               Customer_1.Change (From => 1);
               if Queue_1 > 0 then
                  Pump_1.Activate;
               end if;
         or
            --  Customer 1 pays for pump 2.
            when Queue_2 < Queue_Length'Last =>
               accept Prepay_1_2 do
                  Queue_2 := Queue_2 + 1;
               end Prepay_1_2;
               if Queue_2 = 1 then
                  Pump_2.Activate;
               end if;
         or
            --  Pump 2 says what customer 1 took.
            when Queue_2 > 0 =>
               accept Charge_1_2 do
                  Queue_2 := Queue_2 - 1;
               end Charge_1_2;
               Customer_1.Change (From => 2);
               if Queue_2 > 0 then
                  Pump_2.Activate;
               end if;
         or
            --  Customer 2 pays for pump 1.
            when Queue_1 < Queue_Length'Last =>
               accept Prepay_2_1 do
                  Queue_1 := Queue_1 + 1;
               end Prepay_2_1;
               if Queue_1 = 1 then
                  Pump_1.Activate;
               end if;
         or
            --  Pump 1 says what customer 2 took.
            when Queue_1 > 0 =>
               accept Charge_2_1 do
                  Queue_1 := Queue_1 - 1;
               end Charge_2_1;
               Customer_2.Change (From => 1);
               if Queue_1 > 0 then
                  Pump_1.Activate;
               end if;
         or
            --  Customer 2 pays for pump 2.
            when Queue_2 < Queue_Length'Last =>
               accept Prepay_2_2 do
                  Queue_2 := Queue_2 + 1;
               end Prepay_2_2;
               if Queue_2 = 1 then
                  Pump_2.Activate;
               end if;
         or
            --  Pump 2 says what customer 2 took.
            when Queue_2 > 0 =>
               accept Charge_2_2 do
                  Queue_2 := Queue_2 - 1;
               end Charge_2_2;
               Customer_2.Change (From => 2);
               if Queue_2 > 0 then
                  Pump_2.Activate;
               end if;
         or
            terminate;
         end select;
      end loop;
   end Operator;

   task body Pump_1 is
   begin
      loop
         select
            accept Activate;
         or
            terminate;
         end select;
         select
            --  Customer 1 comes and fills up.
            accept Start_1;
            accept Finish_1 do
               Operator.Charge_1_1;
            end Finish_1;
         or
            --  Customer 2 comes and fills up.
            accept Start_2;
            accept Finish_2 do
               Operator.Charge_2_1;
            end Finish_2;
         end select;
      end loop;
   end Pump_1;

   task body Pump_2 is
   begin
      loop
         select
            accept Activate;
         or
            terminate;
         end select;
         select
            --  Customer 1 comes and fills up.
            accept Start_1;
            accept Finish_1 do
               Operator.Charge_1_2;
            end Finish_1;
         or
            --  Customer 2 comes and fills up.
            accept Start_2;
            accept Finish_2 do
               Operator.Charge_2_2;
            end Finish_2;
         end select;
      end loop;
   end Pump_2;

   task body Customer_1 is
      Mood : Chance.Generator;
   begin
      for Visit in 1 .. 2 loop
         --  Which pump is chance.
         case Chance.Random (Mood) is
            when 1 =>
               Operator.Prepay_1_1;
               Pump_1.Start_1;
               --  Fills the tank.
               delay 0.001;
               Pump_1.Finish_1;
            when 2 =>
               Operator.Prepay_1_2;
               Pump_2.Start_1;
               --  Fills the tank.
               delay 0.001;
               Pump_2.Finish_1;
         end case;
         accept Change (From : in Pump_Number);
         --  Drives until the tank is empty.
         delay 0.001;
      end loop;
   end Customer_1;

   task body Customer_2 is
      Mood : Chance.Generator;
   begin
      for Visit in 1 .. 2 loop
         --  Which pump is chance.
         case Chance.Random (Mood) is
            when 1 =>
               Operator.Prepay_2_1;
               Pump_1.Start_2;
               --  Fills the tank.
               delay 0.001;
               Pump_1.Finish_2;
            when 2 =>
               Operator.Prepay_2_2;
               Pump_2.Start_2;
               --  Fills the tank.
               delay 0.001;
               Pump_2.Finish_2;
         end case;
         accept Change (From : in Pump_Number);
         --  Drives until the tank is empty.
         delay 0.001;
      end loop;
   end Customer_2;
begin
   null;
end Gas_Station;
