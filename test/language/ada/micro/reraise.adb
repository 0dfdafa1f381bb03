with Ada.Text_IO; use Ada.Text_IO;
procedure Reraise is
   Oops : exception;
   procedure P is
   begin
      raise Oops;
   exception
      when others =>
         Put_Line ("inner");
         raise;
   end P;
begin
   P;
exception
   when Oops =>
      Put_Line ("outer");
end Reraise;
