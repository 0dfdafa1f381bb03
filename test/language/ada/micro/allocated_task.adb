with Ada.Text_IO; use Ada.Text_IO;
procedure Allocated_Task is
   task type C is
      entry E;
   end C;
   type A is access C;
   task body C is
   begin
      accept E do
         Put_Line ("e");
      end E;
   end C;
   P : A;
begin
   P := new C;
   P.E;
   Put_Line ("m");
   P := new C;
   P.all.E;
end Allocated_Task;
