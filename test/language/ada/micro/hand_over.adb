--  An accept statement hands its caller on to a protected entry, with the parameters.
with Ada.Text_IO;
procedure Hand_Over is
   protected Shelf is
      entry Take (Copy : Integer; Book : in out Integer);
      procedure Fill;
   private
      Full : Boolean := False;
   end Shelf;
   protected body Shelf is
      entry Take (Copy : Integer; Book : in out Integer) when Full is
      begin
         Book := Book + Copy;
      end Take;
      procedure Fill is
      begin
         Full := True;
      end Fill;
   end Shelf;
   task Clerk is
      entry Ask (Copy : Integer; Book : in out Integer);
   end Clerk;
   task body Clerk is
   begin
      accept Ask (Copy : Integer; Book : in out Integer) do
         Book := Book * 10;
         requeue Shelf.Take;
      end Ask;
      Ada.Text_IO.Put_Line ("filled");
      Shelf.Fill;
   end Clerk;
   Got : Integer := 4;
begin
   Clerk.Ask (2, Got);
   if Got = 42 then
      Ada.Text_IO.Put_Line ("42");
   else
      Ada.Text_IO.Put_Line ("other");
   end if;
end Hand_Over;
