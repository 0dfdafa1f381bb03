with Ada.Text_IO; use Ada.Text_IO;
procedure Private_Operation is
   protected Counter is
      entry Down;
      procedure Up;
      function Is_Zero return Boolean;
   private
      Value : Natural := 0;
   end Counter;
   protected body Counter is
      procedure Change (By : Integer) is
      begin
         Value := Value + By;
      end Change;
      function Is_Zero return Boolean is (Value = 0);
      entry Down when Value > 0 is
      begin
         Change (-1);
      end Down;
      procedure Up is
      begin
         Change (+1);
      end Up;
   end Counter;
begin
   Counter.Up;
   Counter.Down;
   if Counter.Is_Zero then
      Put_Line ("zero");
   end if;
   Counter.Down;
   Put_Line ("never");
end Private_Operation;
