with Ada.Text_IO; use Ada.Text_IO;
procedure Terminated_Attribute is
   task T is
      entry E;
   end T;
   task body T is
   begin
      accept E;
   end T;
begin
   if T'Callable then
      Put_Line ("callable");
   end if;
   T.E;
   while not T'Terminated loop
      delay 0.01;
   end loop;
   if not T'Callable then
      Put_Line ("over");
   end if;
end Terminated_Attribute;
