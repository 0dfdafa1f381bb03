--  A resource keeps a number. Each runner looks at it again and again; when it is its own, it puts the
--  number of the next runner there.
procedure Relay is
   type Turn is range 0 .. 2;

   task Resource is
      entry Set (Next : in Turn);
      entry Get (Now : out Turn);
   end Resource;

   task Runner_0;
   task Runner_1;
   task Runner_2;

   task body Resource is
      Kept : Turn := 2;
   begin
      loop
         select
            accept Set (Next : in Turn) do
               Kept := Next;
            end Set;
         or
            accept Get (Now : out Turn) do
               Now := Kept;
            end Get;
         end select;
      end loop;
   end Resource;

   task body Runner_0 is
      Seen : Turn;
   begin
      loop
         Resource.Get (Seen);
         if Seen = 0 then
            Resource.Set (1);
         end if;
      end loop;
   end Runner_0;

   task body Runner_1 is
      Seen : Turn;
   begin
      loop
         Resource.Get (Seen);
         if Seen = 1 then
            Resource.Set (2);
         end if;
      end loop;
   end Runner_1;

   task body Runner_2 is
      Seen : Turn;
   begin
      loop
         Resource.Get (Seen);
         if Seen = 2 then
            Resource.Set (0);
         end if;
      end loop;
   end Runner_2;
begin
   null;
end Relay;
