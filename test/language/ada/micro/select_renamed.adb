--  A procedure that renames an entry stands for it in all kinds of calls.
with Ada.Text_IO; use Ada.Text_IO;
procedure Select_Renamed is
   protected Gate is
      entry Pass;
      procedure Open;
   private
      Is_Open : Boolean := False;
   end Gate;
   protected body Gate is
      entry Pass when Is_Open is
      begin
         null;
      end Pass;
      procedure Open is
      begin
         Is_Open := True;
      end Open;
   end Gate;
   procedure Walk renames Gate.Pass;
   procedure Stroll renames Walk;
begin
   select
      Walk;
      Put_Line ("passed");
   else
      Put_Line ("closed");
   end select;
   select
      Stroll;
      Put_Line ("passed");
   or
      delay 0.1;
      Put_Line ("late");
   end select;
   select
      Stroll;
      Put_Line ("triggered");
   then abort
      Gate.Open;
      delay 1.0;
   end select;
   Walk;
   Put_Line ("on");
end Select_Renamed;
