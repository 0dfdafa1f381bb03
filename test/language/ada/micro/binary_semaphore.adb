with GNAT.Semaphores;
with Ada.Text_IO; use Ada.Text_IO;
procedure Binary_Semaphore is
   S : GNAT.Semaphores.Binary_Semaphore (True, GNAT.Semaphores.Default_Ceiling);
   task type C;
   task body C is
   begin
      S.Seize;
      Put_Line ("in");
      Put_Line ("out");
      S.Release;
   end C;
   A, B : C;
begin
   null;
end Binary_Semaphore;
