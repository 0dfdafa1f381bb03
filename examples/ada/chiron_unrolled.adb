--  Artists draw what an application shows, and register for the events that they want to hear of. When the
--  application changes something, its wrapper tells the dispatcher, and the dispatcher tells the artists.
--  For each event the dispatcher has a list of at most two artists.
with Ada.Numerics.Discrete_Random;

procedure Chiron_Unrolled is
   type Event is (E1, E2);
   type Artist is (Art_1, Art_2);
   package Any_Event is new Ada.Numerics.Discrete_Random (Event);
   package Coin is new Ada.Numerics.Discrete_Random (Boolean);

   task Dispatcher is
      entry Begin_Changes;
      entry End_Changes;
      entry Register_1_E1;
      entry Unregister_1_E1;
      entry Register_2_E1;
      entry Unregister_2_E1;
      entry Notify_E1;
      entry Register_1_E2;
      entry Unregister_1_E2;
      entry Notify_E2;
   end Dispatcher;

   task Artist_1 is
      entry Start_Artist;
      entry Notify_Client_Event (What : in Event);
      entry Terminate_Artist;
   end Artist_1;

   task Artist_2 is
      entry Start_Artist;
      entry Notify_Client_Event (What : in Event);
      entry Terminate_Artist;
   end Artist_2;

   task Artist_Manager is
      entry Start_Artists;
      entry Stop_Artists;
   end Artist_Manager;

   task ADT_Wrapper;
   task Client_Initialiser;

   task body Dispatcher is
      Changing : Integer range 0 .. 2 := 0;
      Size_1   : Integer range 0 .. 2 := 0;
      First_1  : Artist := Art_1;
      Second_1 : Artist := Art_1;
      Size_2   : Integer range 0 .. 2 := 0;
      First_2  : Artist := Art_1;
      Second_2 : Artist := Art_1;
   begin
      loop
         select
            when Changing < 2 =>
               accept Begin_Changes;
               Changing := Changing + 1;
         or
            when Changing > 0 =>
               accept End_Changes;
               Changing := Changing - 1;
         or
            accept Register_1_E1 do
               if Size_1 = 0 then
                  First_1 := Art_1;
                  Size_1 := 1;
               elsif Size_1 = 1 then
                  if First_1 /= Art_1 then
                     Second_1 := Art_1;
                     Size_1 := 2;
                  end if;
               elsif First_1 /= Art_1 and Second_1 /= Art_1 then
                  null;  --@ event list_1_overflows
               end if;
            end Register_1_E1;
         or
            accept Unregister_1_E1 do
               if Size_1 = 2 then
                  if First_1 = Art_1 then
                     --  Close the gap: the other one is left.
                     First_1 := Art_2;
                  end if;
                  Size_1 := 1;
               elsif Size_1 = 1 and First_1 = Art_1 then
                  Size_1 := 0;
               end if;
            end Unregister_1_E1;
         or
            accept Register_2_E1 do
               if Size_1 = 0 then
                  First_1 := Art_2;
                  Size_1 := 1;
               elsif Size_1 = 1 then
                  if First_1 /= Art_2 then
                     Second_1 := Art_2;
                     Size_1 := 2;
                  end if;
               elsif First_1 /= Art_2 and Second_1 /= Art_2 then
                  null;  --@ event list_1_overflows
               end if;
            end Register_2_E1;
         or
            accept Unregister_2_E1 do
               if Size_1 = 2 then
                  if First_1 = Art_2 then
                     --  Close the gap: the other one is left.
                     First_1 := Art_1;
                  end if;
                  Size_1 := 1;
               elsif Size_1 = 1 and First_1 = Art_2 then
                  Size_1 := 0;
               end if;
            end Unregister_2_E1;
         or
            when Changing = 0 =>
               accept Notify_E1 do
                  if Size_1 /= 0 then
                     if First_1 = Art_1 then
                        Artist_1.Notify_Client_Event (E1);
                     else
                        Artist_2.Notify_Client_Event (E1);
                     end if;
                  end if;
                  if Size_1 = 2 then
                     if Second_1 = Art_1 then
                        Artist_1.Notify_Client_Event (E1);
                     else
                        Artist_2.Notify_Client_Event (E1);
                     end if;
                  end if;
               end Notify_E1;
         or
            accept Register_1_E2 do
               if Size_2 = 0 then
                  First_2 := Art_1;
                  Size_2 := 1;
               elsif Size_2 = 1 then
                  if First_2 /= Art_1 then
                     Second_2 := Art_1;
                     Size_2 := 2;
                  end if;
               elsif First_2 /= Art_1 and Second_2 /= Art_1 then
                  null;  --@ event list_2_overflows
               end if;
            end Register_1_E2;
         or
            accept Unregister_1_E2 do
               if Size_2 = 2 then
                  if First_2 = Art_1 then
                     --  Close the gap: the other one is left.
                     First_2 := Art_2;
                  end if;
                  Size_2 := 1;
               elsif Size_2 = 1 and First_2 = Art_1 then
                  Size_2 := 0;
               end if;
            end Unregister_1_E2;
         or
            when Changing = 0 =>
               accept Notify_E2 do
                  if Size_2 /= 0 then
                     if First_2 = Art_1 then
                        Artist_1.Notify_Client_Event (E2);
                     else
                        Artist_2.Notify_Client_Event (E2);
                     end if;
                  end if;
                  if Size_2 = 2 then
                     if Second_2 = Art_1 then
                        Artist_1.Notify_Client_Event (E2);
                     else
                        Artist_2.Notify_Client_Event (E2);
                     end if;
                  end if;
               end Notify_E2;
         or
            terminate;
         end select;
      end loop;
   end Dispatcher;

   task body Artist_1 is
   begin
      loop
         select
            accept Start_Artist;
         or
            terminate;
         end select;
         Dispatcher.Begin_Changes;
         Dispatcher.Register_1_E1;
         Dispatcher.Register_1_E2;
         Dispatcher.End_Changes;
         loop
            select
               accept Notify_Client_Event (What : in Event);
            or
               accept Terminate_Artist do
                  --  The dispatcher may be calling this very artist, which must not just wait for it.
                  loop
                     select
                        Dispatcher.Begin_Changes;
                        exit;
                     else
                        select
                           accept Notify_Client_Event (What : in Event);
                        or
                           delay 0.001;
                        end select;
                     end select;
                  end loop;
                  Dispatcher.Unregister_1_E2;
                  Dispatcher.Unregister_1_E1;
                  Dispatcher.End_Changes;
               end Terminate_Artist;
               exit;
            end select;
         end loop;
      end loop;
   end Artist_1;

   task body Artist_2 is
   begin
      loop
         select
            accept Start_Artist;
         or
            terminate;
         end select;
         Dispatcher.Begin_Changes;
         Dispatcher.Register_2_E1;
         Dispatcher.End_Changes;
         loop
            select
               accept Notify_Client_Event (What : in Event);
            or
               accept Terminate_Artist do
                  --  The dispatcher may be calling this very artist, which must not just wait for it.
                  loop
                     select
                        Dispatcher.Begin_Changes;
                        exit;
                     else
                        select
                           accept Notify_Client_Event (What : in Event);
                        or
                           delay 0.001;
                        end select;
                     end select;
                  end loop;
                  Dispatcher.Unregister_2_E1;
                  Dispatcher.End_Changes;
               end Terminate_Artist;
               exit;
            end select;
         end loop;
      end loop;
   end Artist_2;

   task body Artist_Manager is
   begin
      loop
         select
            accept Start_Artists;
         or
            terminate;
         end select;
         Artist_1.Start_Artist;
         Artist_2.Start_Artist;
         accept Stop_Artists;
         Artist_1.Terminate_Artist;
         Artist_2.Terminate_Artist;
      end loop;
   end Artist_Manager;

   --  The application changes something, or has done enough.
   task body ADT_Wrapper is
      Changes : Any_Event.Generator;
      Mood    : Coin.Generator;
   begin
      while Coin.Random (Mood) loop
         case Any_Event.Random (Changes) is
            when E1 => Dispatcher.Notify_E1;
            when E2 => Dispatcher.Notify_E2;
         end case;
      end loop;
   end ADT_Wrapper;

   task body Client_Initialiser is
   begin
      Artist_Manager.Start_Artists;
      Artist_Manager.Stop_Artists;
   end Client_Initialiser;
begin
   null;
end Chiron_Unrolled;
