with GNAT.Semaphores;
with Ada.Text_IO; use Ada.Text_IO;
procedure Counting_Semaphore is
   S : GNAT.Semaphores.Counting_Semaphore (0, GNAT.Semaphores.Default_Ceiling);
   task C;
   task body C is
   begin
      S.Seize;
      S.Seize;
      Put_Line ("both");
   end C;
begin
   S.Release;
   Put_Line ("one");
   S.Release;
end Counting_Semaphore;
