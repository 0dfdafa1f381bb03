with Ada.Finalization;
with Ada.Text_IO; use Ada.Text_IO;
procedure Controlled_Object is
   package Guards is
      type Guard is new Ada.Finalization.Limited_Controlled with null record;
      overriding procedure Initialize (G : in out Guard);
      overriding procedure Finalize (G : in out Guard);
   end Guards;
   package body Guards is
      overriding procedure Initialize (G : in out Guard) is
      begin
         Put_Line ("in");
      end Initialize;
      overriding procedure Finalize (G : in out Guard) is
      begin
         Put_Line ("out");
      end Finalize;
   end Guards;
begin
   declare
      G : Guards.Guard;
   begin
      Put_Line ("between");
   end;
   begin
      declare
         G : Guards.Guard;
      begin
         raise Constraint_Error;
      end;
   exception
      when Constraint_Error =>
         Put_Line ("after");
   end;
end Controlled_Object;
