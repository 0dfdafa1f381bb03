with Ada.Text_IO; use Ada.Text_IO;
procedure Exception_Handled_Inside is
   Oops : exception;
   task T is
      entry E;
   end T;
   task body T is
   begin
      accept E do
         begin
            raise Oops;
         exception
            when Oops =>
               Put_Line ("handled");
         end;
      end E;
   end T;
begin
   T.E;
   Put_Line ("fine");
exception
   when others =>
      Put_Line ("not reached");
end Exception_Handled_Inside;
