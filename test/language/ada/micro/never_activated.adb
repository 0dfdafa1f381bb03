--  A task whose declarative part fails is never activated: whoever calls it gets Tasking_Error.
with Ada.Text_IO;
procedure Never_Activated is
   task type Caller is
      entry Go;
   end Caller;
   type Reference is access Caller;
   Zero : Integer := 0;
   procedure Attempt is
      task Callee is
         entry Called;
      end Callee;
      task type Trier;
      type Trier_Reference is access Trier;
      task body Trier is
      begin
         Callee.Called;
         Ada.Text_IO.Put_Line ("called");
      exception
         when Tasking_Error =>
            Ada.Text_IO.Put_Line ("tasking error");
      end Trier;
      Try : Trier_Reference := new Trier;
      Bad : Positive := Zero;
      task body Callee is
      begin
         accept Called;
      end Callee;
   begin
      Ada.Text_IO.Put_Line (Integer'Image (Bad));
   end Attempt;
   task body Caller is
   begin
      accept Go;
   end Caller;
begin
   Attempt;
exception
   when Constraint_Error =>
      Ada.Text_IO.Put_Line ("failed");
end Never_Activated;
