--  RM 6.4, 9.5.1: parameters are worked out before the protected action begins, and come back when it is over.
with Ada.Text_IO; use Ada.Text_IO;
procedure Protected_Parameter is
   protected type Cell is
      procedure Set (Value : in Integer);
      procedure Take (Value : out Integer);
      function Get return Integer;
   private
      Held : Integer range 0 .. 9 := 0;
   end Cell;
   protected body Cell is
      procedure Set (Value : in Integer) is
      begin
         Held := Value;
      end Set;
      procedure Take (Value : out Integer) is
      begin
         Value := Held;
      end Take;
      function Get return Integer is (Held);
   end Cell;

   From, To : Cell;
   Shared : Integer range 0 .. 9 := 0;
begin
   To.Set (To.Get + 2);
   declare
      task Copies;
      task body Copies is
      begin
         To.Set (From.Get);
         To.Take (Shared);
      end Copies;
   begin
      From.Set (1);
      To.Set (5);
      Shared := 7;
   end;
   case To.Get is
      when 0 => Put_Line ("zero");
      when 1 => Put_Line ("one");
      when others => Put_Line ("five");
   end case;
   case Shared is
      when 0 => Put_Line ("0");
      when 1 => Put_Line ("1");
      when 5 => Put_Line ("5");
      when others => Put_Line ("7");
   end case;
end Protected_Parameter;
