with Ada.Text_IO; use Ada.Text_IO;
procedure Lost_Update is
   N : Integer := 0;
   pragma Volatile (N);
begin
   declare
      task type C;
      task body C is
         Old : Integer;
      begin
         Old := N;
         delay 0.01;
         N := Old + 1;
      end C;
      A, B : C;
   begin
      null;
   end;
   if N = 2 then
      Put_Line ("two");
   else
      Put_Line ("one");
   end if;
end Lost_Update;
