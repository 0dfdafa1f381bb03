with Ada.Text_IO; use Ada.Text_IO;
procedure Atc_Entry is
   protected P is
      entry Stop;
      procedure Go;
   private
      Open : Boolean := False;
   end P;
   protected body P is
      entry Stop when Open is
      begin
         null;
      end Stop;
      procedure Go is
      begin
         Open := True;
      end Go;
   end P;
   task T;
   task body T is
   begin
      P.Go;
   end T;
begin
   select
      P.Stop;
      Put_Line ("stopped");
   then abort
      loop
         delay 0.01;
      end loop;
   end select;
   Put_Line ("on");
end Atc_Entry;
