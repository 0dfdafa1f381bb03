with Ada.Text_IO; use Ada.Text_IO;
procedure In_Parameter is
   task T is
      entry E (X : Integer);
   end T;
   task body T is
      Sum : Integer := 0;
   begin
      for I in 1 .. 2 loop
         accept E (X : Integer) do
            Sum := Sum + X;
         end E;
      end loop;
      if Sum = 7 then
         Put_Line ("seven");
      else
         Put_Line ("other");
      end if;
   end T;
begin
   T.E (3);
   T.E (4);
end In_Parameter;
