--  RM 9.5.4: a call that is requeued without abort is not taken back when its time is over.
with Ada.Text_IO;
procedure Requeue_Firm_Timed is
   protected Gate is
      entry First;
      entry Second;
      procedure Open;
   private
      Is_Open : Boolean := False;
   end Gate;
   protected body Gate is
      entry First when True is
      begin
         requeue Second;
      end First;
      entry Second when Is_Open and First'Count = 0 is
      begin
         null;
      end Second;
      procedure Open is
      begin
         Is_Open := True;
      end Open;
   end Gate;
begin
   Ada.Text_IO.Put_Line ("calls");
   select
      Gate.First;
   or
      delay 0.01;
   end select;
   Gate.Open;
   Ada.Text_IO.Put_Line ("never");
end Requeue_Firm_Timed;
