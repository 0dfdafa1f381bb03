pragma Ada_2022;
with Ada.Text_IO; use Ada.Text_IO;
with System.Atomic_Operations.Integer_Arithmetic;
with System.Atomic_Operations.Test_And_Set; use System.Atomic_Operations.Test_And_Set;
procedure Atomic_Operations is
   type Count is new Integer with Atomic;
   package Arithmetic is new System.Atomic_Operations.Integer_Arithmetic (Count);
   Tasks  : aliased Count := 0;
   Lock   : aliased Test_And_Set_Flag;
   Inside : Integer := 0;
begin
   declare
      task type T;
      task body T is
      begin
         Arithmetic.Atomic_Add (Tasks, 1);
         while Atomic_Test_And_Set (Lock) loop
            null;
         end loop;
         Inside := Inside + 1;
         Atomic_Clear (Lock);
      end T;
      A, B : T;
   begin
      null;
   end;
   if Tasks = 2 and Inside = 2 then
      Put_Line ("both");
   end if;
end Atomic_Operations;
