with Ada.Text_IO; use Ada.Text_IO;
procedure Queue_Order is
   protected P is
      entry Wait (N : Integer);
      procedure Open;
      function Waiting return Integer;
   private
      Free : Boolean := False;
   end P;
   protected body P is
      entry Wait (N : Integer) when Free is
      begin
         if N = 1 then
            Put_Line ("first");
         else
            Put_Line ("second");
         end if;
      end Wait;
      procedure Open is
      begin
         Free := True;
      end Open;
      function Waiting return Integer is
      begin
         return Wait'Count;
      end Waiting;
   end P;
   task type C (N : Integer) is
      entry Start;
   end C;
   task body C is
   begin
      accept Start;
      P.Wait (N);
   end C;
   A : C (1);
   B : C (2);
begin
   A.Start;
   while P.Waiting < 1 loop
      delay 0.01;
   end loop;
   B.Start;
   while P.Waiting < 2 loop
      delay 0.01;
   end loop;
   P.Open;
end Queue_Order;
