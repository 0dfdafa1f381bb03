with Ada.Text_IO; use Ada.Text_IO;
procedure Default_Discriminant is
   package Gates is
      Places : constant := 1;
      protected type Gate (Most : Positive := Places) is
         entry Enter;
      private
         Inside : Natural := 0;
      end Gate;
   end Gates;
   package body Gates is
      protected body Gate is
         entry Enter when Inside < Most is
         begin
            Inside := Inside + 1;
         end Enter;
      end Gate;
   end Gates;
   G : Gates.Gate;
begin
   G.Enter;
   Put_Line ("one");
   G.Enter;
   Put_Line ("never");
end Default_Discriminant;
