with Ada.Text_IO; use Ada.Text_IO;
procedure Protected_Function is
   protected P is
      procedure Add;
      function Value return Integer;
   private
      N : Integer := 0;
   end P;
   protected body P is
      procedure Add is
      begin
         N := N + 1;
      end Add;
      function Value return Integer is
      begin
         return N;
      end Value;
   end P;
begin
   declare
      task type C;
      task body C is
      begin
         P.Add;
      end C;
      A, B : C;
   begin
      null;
   end;
   if P.Value = 2 then
      Put_Line ("two");
   else
      Put_Line ("lost");
   end if;
end Protected_Function;
