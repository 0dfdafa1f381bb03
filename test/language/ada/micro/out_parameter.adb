with Ada.Text_IO; use Ada.Text_IO;
procedure Out_Parameter is
   task T is
      entry E (X : out Integer);
   end T;
   task body T is
   begin
      accept E (X : out Integer) do
         X := 5;
      end E;
   end T;
   Y : Integer := 0;
begin
   T.E (Y);
   if Y = 5 then
      Put_Line ("five");
   else
      Put_Line ("other");
   end if;
end Out_Parameter;
