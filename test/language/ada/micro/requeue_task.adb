with Ada.Text_IO; use Ada.Text_IO;
procedure Requeue_Task is
   task T is
      entry E (X : Integer);
      entry F (X : Integer);
   end T;
   task body T is
   begin
      accept E (X : Integer) do
         Put_Line ("e");
         requeue F;
      end E;
      accept F (X : Integer) do
         if X = 3 then
            Put_Line ("three");
         end if;
      end F;
   end T;
begin
   T.E (3);
   Put_Line ("back");
end Requeue_Task;
