with Ada.Text_IO; use Ada.Text_IO;
procedure Count_Barrier is
   protected P is
      entry Wait;
      entry Release;
   private
      Open : Boolean := False;
   end P;
   protected body P is
      entry Wait when Open is
      begin
         if Wait'Count = 0 then
            Open := False;
         end if;
      end Wait;
      entry Release when Wait'Count = 2 is
      begin
         Open := True;
      end Release;
   end P;
   task type C;
   task body C is
   begin
      P.Wait;
      Put_Line ("c");
   end C;
   A, B : C;
begin
   P.Release;
   Put_Line ("released");
end Count_Barrier;
