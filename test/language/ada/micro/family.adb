with Ada.Text_IO; use Ada.Text_IO;
procedure Family is
   task T is
      entry E (1 .. 3);
   end T;
   task body T is
   begin
      for I in 1 .. 3 loop
         accept E (I);
      end loop;
      Put_Line ("done");
   end T;
   task type C (N : Integer);
   task body C is
   begin
      T.E (N);
   end C;
   C3 : C (3);
   C1 : C (1);
begin
   T.E (2);
   Put_Line ("b");
end Family;
