with Ada.Text_IO; use Ada.Text_IO;
procedure Atc_Left is
   protected P is
      entry Stop;
      procedure Open;
   private
      Is_Open : Boolean := False;
   end P;
   protected body P is
      entry Stop when Is_Open is
      begin
         Put_Line ("taken");
      end Stop;
      procedure Open is
      begin
         Is_Open := True;
      end Open;
   end P;

   procedure Returns is
   begin
      select
         P.Stop;
      then abort
         return;
      end select;
   end Returns;
begin
   loop
      select
         P.Stop;
      then abort
         exit;
      end select;
   end loop;
   Returns;
   declare
      task Waits;
      task body Waits is
      begin
         select
            P.Stop;
         then abort
            delay 1000.0;
         end select;
      end Waits;
   begin
      abort Waits;
   end;
   P.Open;
   Put_Line ("on");
end Atc_Left;
