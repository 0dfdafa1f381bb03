with Ada.Text_IO; use Ada.Text_IO;
procedure Select_Else is
   task T is
      entry E;
   end T;
   task body T is
   begin
      select
         accept E;
         Put_Line ("called");
      else
         Put_Line ("nobody");
      end select;
   end T;
begin
   null;
end Select_Else;
