with Ada.Text_IO; use Ada.Text_IO;
procedure Terminate_Alternative is
   task T is
      entry E;
   end T;
   task body T is
   begin
      loop
         select
            accept E do
               Put_Line ("e");
            end E;
         or
            terminate;
         end select;
      end loop;
   end T;
begin
   T.E;
   T.E;
end Terminate_Alternative;
