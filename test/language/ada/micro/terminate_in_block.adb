with Ada.Text_IO; use Ada.Text_IO;
procedure Terminate_In_Block is
begin
   declare
      task T is
         entry E;
      end T;
      task body T is
      begin
         loop
            select
               accept E;
               Put_Line ("e");
            or
               terminate;
            end select;
         end loop;
      end T;
   begin
      T.E;
   end;
   Put_Line ("after");
end Terminate_In_Block;
