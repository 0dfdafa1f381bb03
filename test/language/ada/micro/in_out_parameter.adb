with Ada.Text_IO; use Ada.Text_IO;
procedure In_Out_Parameter is
   task T is
      entry E (X : in out Integer);
   end T;
   task body T is
   begin
      accept E (X : in out Integer) do
         X := X * 2;
      end E;
   end T;
   Y : Integer := 4;
begin
   T.E (Y);
   if Y = 8 then
      Put_Line ("eight");
   else
      Put_Line ("other");
   end if;
end In_Out_Parameter;
