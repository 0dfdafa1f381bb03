--  The task that the trigger calls ends without accepting it: the abortable part is left.
with Ada.Text_IO;
procedure Atc_Callee_Ends is
   task Callee is
      entry Never;
      entry Go;
   end Callee;
   task body Callee is
   begin
      accept Go;
      if Callee'Callable and Never'Count > 5 then
         accept Never;
      end if;
   end Callee;
   task Waiter is
      entry Wait;
   end Waiter;
   task body Waiter is
   begin
      select
         accept Wait;
      or
         terminate;
      end select;
   end Waiter;
begin
   select
      Callee.Never;
      Ada.Text_IO.Put_Line ("called");
   then abort
      Callee.Go;
      loop
         delay 0.1;
      end loop;
   end select;
exception
   when Tasking_Error =>
      Ada.Text_IO.Put_Line ("tasking error");
end Atc_Callee_Ends;
