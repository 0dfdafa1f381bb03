with Ada.Text_IO; use Ada.Text_IO;
procedure Requeue_Protected is
   protected P is
      entry First;
      procedure Go;
   private
      entry Second;
      Ready : Boolean := False;
   end P;
   protected body P is
      entry First when True is
      begin
         Put_Line ("first");
         requeue Second;
      end First;
      entry Second when Ready is
      begin
         Put_Line ("second");
      end Second;
      procedure Go is
      begin
         Ready := True;
      end Go;
   end P;
   task T;
   task body T is
   begin
      P.First;
      Put_Line ("through");
   end T;
begin
   P.Go;
end Requeue_Protected;
