with Ada.Text_IO; use Ada.Text_IO;
procedure All_Closed is
   task T is
      entry E;
   end T;
   task body T is
      Open : Boolean := False;
   begin
      select
         when Open =>
            accept E;
      end select;
   exception
      when Program_Error =>
         Put_Line ("closed");
         Open := True;
   end T;
begin
   null;
end All_Closed;
