with Ada.Exceptions; use Ada.Exceptions;
with Ada.Text_IO; use Ada.Text_IO;
procedure Raise_Exception is
   Mine : exception;
begin
   begin
      Ada.Exceptions.Raise_Exception (Mine'Identity, "why");
   exception
      when E : others =>
         Put_Line ("inner");
         Reraise_Occurrence (E);
   end;
   Put_Line ("never");
exception
   when Mine =>
      Put_Line ("outer");
end Raise_Exception;
