--  The trigger is accepted at once: the abortable part does not begin.
with Ada.Text_IO;
procedure Atc_At_Once is
   task Server is
      entry Ready;
      entry Stop;
   end Server;
   protected Flag is
      procedure Set;
      entry Wait;
   private
      On : Boolean := False;
   end Flag;
   protected body Flag is
      procedure Set is
      begin
         On := True;
      end Set;
      entry Wait when On is
      begin
         null;
      end Wait;
   end Flag;
   task body Server is
   begin
      accept Ready;
      accept Stop;
   end Server;
begin
   Server.Ready;
   delay 0.2;
   Flag.Set;
   select
      Flag.Wait;
      Ada.Text_IO.Put_Line ("at once");
   then abort
      Ada.Text_IO.Put_Line ("part");
   end select;
   Server.Stop;
end Atc_At_Once;
