--  Artists draw what an application shows, and register for the events that they want to hear of. When the
--  application changes something, its wrapper tells the dispatcher, and the dispatcher tells the artists.
--  The dispatcher keeps for each event the list of the artists that want to hear of it.
with Ada.Numerics.Discrete_Random;

procedure Chiron_Central is
   type Event is (E1, E2);
   type Artist is (Art_1, Art_2);
   package Any_Event is new Ada.Numerics.Discrete_Random (Event);
   package Coin is new Ada.Numerics.Discrete_Random (Boolean);

   task Dispatcher is
      entry Register_Event (Who : in Artist; What : in Event);
      entry Unregister_Event (Who : in Artist; What : in Event);
      entry Notify_Artists (What : in Event);
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
      type Names is array (1 .. 2) of Artist;
      Size : array (Event) of Integer range 0 .. 2 := (others => 0);
      List : array (Event) of Names := (others => (others => Art_1));
   begin
      loop
         select
            accept Register_Event (Who : in Artist; What : in Event) do
               Size (What) := Size (What) + 1;
               List (What) (Size (What)) := Who;
            end Register_Event;
         or
            accept Unregister_Event (Who : in Artist; What : in Event) do
               if List (What) (1) = Who then
                  --  Close the gap.
                  List (What) (1) := List (What) (2);
               end if;
               Size (What) := Size (What) - 1;
            end Unregister_Event;
         or
            accept Notify_Artists (What : in Event) do
               for Index in 1 .. Size (What) loop
                  case List (What) (Index) is
                     when Art_1 => Artist_1.Notify_Client_Event (What);
                     when Art_2 => Artist_2.Notify_Client_Event (What);
                  end case;
               end loop;
            end Notify_Artists;
         or
            terminate;
         end select;
      end loop;
   end Dispatcher;

   task body Artist_1 is
   begin
      accept Start_Artist;
      for Wanted in Event loop
         --  Every third event, from E3 on, is for the other artist alone.
         if Event'Pos (Wanted) mod 3 /= 2 then
            loop
               select
                  Dispatcher.Register_Event (Art_1, Wanted);
                  exit;
               else
                  --  The dispatcher is busy, perhaps with calling this artist: listen.
                  select
                     accept Notify_Client_Event (What : in Event);
                  or
                     delay 0.001;
                  end select;
               end select;
            end loop;
         end if;
      end loop;
      loop
         select
            accept Notify_Client_Event (What : in Event);
         or
            accept Terminate_Artist do
               for Wanted in Event loop
                  --  Every third event, from E3 on, is for the other artist alone.
                  if Event'Pos (Wanted) mod 3 /= 2 then
                     loop
                        select
                           Dispatcher.Unregister_Event (Art_1, Wanted);
                           exit;
                        else
                           --  The dispatcher is busy, perhaps with calling this artist: listen.
                           select
                              accept Notify_Client_Event (What : in Event);
                           or
                              delay 0.001;
                           end select;
                        end select;
                     end loop;
                  end if;
               end loop;
            end Terminate_Artist;
            exit;
         end select;
      end loop;
   end Artist_1;

   task body Artist_2 is
   begin
      accept Start_Artist;
      for Wanted in Event loop
         --  Every third event, from E2 on, is for the other artist alone.
         if Event'Pos (Wanted) mod 3 /= 1 then
            loop
               select
                  Dispatcher.Register_Event (Art_2, Wanted);
                  exit;
               else
                  --  The dispatcher is busy, perhaps with calling this artist: listen.
                  select
                     accept Notify_Client_Event (What : in Event);
                  or
                     delay 0.001;
                  end select;
               end select;
            end loop;
         end if;
      end loop;
      loop
         select
            accept Notify_Client_Event (What : in Event);
         or
            accept Terminate_Artist do
               for Wanted in Event loop
                  --  Every third event, from E2 on, is for the other artist alone.
                  if Event'Pos (Wanted) mod 3 /= 1 then
                     loop
                        select
                           Dispatcher.Unregister_Event (Art_2, Wanted);
                           exit;
                        else
                           --  The dispatcher is busy, perhaps with calling this artist: listen.
                           select
                              accept Notify_Client_Event (What : in Event);
                           or
                              delay 0.001;
                           end select;
                        end select;
                     end loop;
                  end if;
               end loop;
            end Terminate_Artist;
            exit;
         end select;
      end loop;
   end Artist_2;

   task body Artist_Manager is
   begin
      accept Start_Artists;
      Artist_1.Start_Artist;
      Artist_2.Start_Artist;
      accept Stop_Artists;
      Artist_1.Terminate_Artist;
      Artist_2.Terminate_Artist;
   end Artist_Manager;

   --  The application changes something, or has done enough.
   task body ADT_Wrapper is
      Changes : Any_Event.Generator;
      Mood    : Coin.Generator;
   begin
      while Coin.Random (Mood) loop
         Dispatcher.Notify_Artists (Any_Event.Random (Changes));
      end loop;
   end ADT_Wrapper;

   task body Client_Initialiser is
   begin
      Artist_Manager.Start_Artists;
      Artist_Manager.Stop_Artists;
   end Client_Initialiser;
begin
   null;
end Chiron_Central;
