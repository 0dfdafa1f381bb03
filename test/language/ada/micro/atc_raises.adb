with Ada.Text_IO; use Ada.Text_IO;
procedure Atc_Raises is
   Lost : exception;
begin
   declare
      task Server is
         entry Meet;
      end Server;
      task body Server is
      begin
         loop
            select
               accept Meet do
                  Put_Line ("met");
               end Meet;
            or
               terminate;
            end select;
         end loop;
      end Server;
   begin
      select
         Server.Meet;
         Put_Line ("triggered");
      then abort
         Put_Line ("part");
         raise Lost;
      end select;
   exception
      when Lost => Put_Line ("lost");
   end;
   Put_Line ("on");
end Atc_Raises;
