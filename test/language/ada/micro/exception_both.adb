with Ada.Text_IO; use Ada.Text_IO;
procedure Exception_Both is
   Oops : exception;
   task T is
      entry E;
   end T;
   task body T is
   begin
      accept E do
         raise Oops;
      end E;
      Put_Line ("not reached");
   exception
      when Oops =>
         Put_Line ("server");
   end T;
begin
   T.E;
   Put_Line ("not reached");
exception
   when Oops =>
      Put_Line ("client");
end Exception_Both;
