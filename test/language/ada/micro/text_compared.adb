--  Characters of a string change, and the string is compared.
with Ada.Text_IO;
procedure Text_Compared is
   S : String (1 .. 3) := "abc";
   task T is
      entry Put (C : Character; At_Index : Positive);
   end T;
   task body T is
   begin
      accept Put (C : Character; At_Index : Positive) do
         S (At_Index) := C;
      end Put;
   end T;
begin
   T.Put ('x', 2);
   if S = "axc" and then S (2 .. 3) & 'd' = "xcd" and then S /= "axcd" then
      Ada.Text_IO.Put_Line ("same");
   else
      Ada.Text_IO.Put_Line ("other");
   end if;
end Text_Compared;
