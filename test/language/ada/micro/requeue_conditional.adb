--  RM 9.7.3: a conditional call that is requeued with abort is taken back unless it can go on at once.
with Ada.Text_IO;
procedure Requeue_Conditional is
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
         requeue Second with abort;
      end First;
      entry Second when Is_Open is
      begin
         null;
      end Second;
      procedure Open is
      begin
         Is_Open := True;
      end Open;
   end Gate;
begin
   select
      Gate.First;
      Ada.Text_IO.Put_Line ("through");
   else
      Ada.Text_IO.Put_Line ("not now");
   end select;
   Gate.Open;
   select
      Gate.First;
      Ada.Text_IO.Put_Line ("through");
   else
      Ada.Text_IO.Put_Line ("not now");
   end select;
end Requeue_Conditional;
