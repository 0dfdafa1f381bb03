--  Many may read at once, but who writes is alone. There is nothing to read before the first writer was there.
procedure Readers_Writers is
   task Control is
      entry Start_Read;
      entry Stop_Read;
      entry Start_Write;
      entry Stop_Write;
   end Control;

   task Reader_1;
   task Reader_2;
   task Writer_1;
   task Writer_2;

   task body Control is
      Active_Readers : Integer range 0 .. 2 := 0;
      Writer_Present : Boolean := False;
   begin
      accept Start_Write;
      accept Stop_Write;
      loop
         select
            when not Writer_Present and Active_Readers < 2 =>
               accept Start_Read;
               Active_Readers := Active_Readers + 1;
         or
            when Active_Readers > 0 =>
               accept Stop_Read;
               Active_Readers := Active_Readers - 1;
         or
            when not Writer_Present and Active_Readers = 0 =>
               accept Start_Write;
               Writer_Present := True;
         or
            accept Stop_Write;
            Writer_Present := False;
         end select;
      end loop;
   end Control;

   task body Reader_1 is
   begin
      loop
         Control.Start_Read;
         Control.Stop_Read;
      end loop;
   end Reader_1;

   task body Reader_2 is
   begin
      loop
         Control.Start_Read;
         Control.Stop_Read;
      end loop;
   end Reader_2;

   task body Writer_1 is
   begin
      loop
         Control.Start_Write;
         Control.Stop_Write;
      end loop;
   end Writer_1;

   task body Writer_2 is
   begin
      loop
         Control.Start_Write;
         Control.Stop_Write;
      end loop;
   end Writer_2;
begin
   null;
end Readers_Writers;
