with Ada.Text_IO; use Ada.Text_IO;
procedure Protected_Entry is
   protected P is
      entry Get (X : out Integer);
      procedure Put (X : Integer);
   private
      Full : Boolean := False;
      Item : Integer := 0;
   end P;
   protected body P is
      entry Get (X : out Integer) when Full is
      begin
         X := Item;
         Full := False;
      end Get;
      procedure Put (X : Integer) is
      begin
         Item := X;
         Full := True;
      end Put;
   end P;
   task T;
   task body T is
   begin
      P.Put (9);
   end T;
   Y : Integer := 0;
begin
   P.Get (Y);
   if Y = 9 then
      Put_Line ("nine");
   else
      Put_Line ("other");
   end if;
end Protected_Entry;
