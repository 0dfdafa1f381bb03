with Ada.Text_IO; use Ada.Text_IO;
procedure Task_Array is
   task type C is
      entry E (N : Integer);
   end C;
   task body C is
   begin
      accept E (N : Integer) do
         if N = 2 then
            Put_Line ("two");
         else
            Put_Line ("another");
         end if;
      end E;
   end C;
   A : array (1 .. 3) of C;
begin
   for I in A'Range loop
      A (I).E (I);
   end loop;
end Task_Array;
