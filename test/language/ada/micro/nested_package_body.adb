with Ada.Text_IO; use Ada.Text_IO;
procedure Nested_Package_Body is
   package Outer is
      package Inner is
         procedure Show;
         task T is
            entry E;
         end T;
      end Inner;
   end Outer;
   package body Outer is
      Hidden : Boolean := True;
      package body Inner is
         procedure Show is
         begin
            if Hidden then
               Put_Line ("hidden");
            end if;
         end Show;
         task body T is
         begin
            accept E;
         end T;
      end Inner;
   end Outer;
begin
   Outer.Inner.Show;
   Outer.Inner.T.E;
   Put_Line ("met");
end Nested_Package_Body;
