with Ada.Text_IO; use Ada.Text_IO;
procedure Atc_Completes is
   protected P is
      entry Stop;
   private
      Open : Boolean := False;
   end P;
   protected body P is
      entry Stop when Open is
      begin
         Open := False;
      end Stop;
   end P;
begin
   select
      P.Stop;
      Put_Line ("not reached");
   then abort
      Put_Line ("part");
   end select;
   Put_Line ("on");
end Atc_Completes;
