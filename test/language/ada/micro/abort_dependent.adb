--  Aborting a task aborts the tasks that depend on it; the rendezvous under way is carried to its end.
with Ada.Text_IO;
procedure Abort_Dependent is
   task Outer is
      entry Meet;
   end Outer;
   task body Outer is
      task Middle;
      task body Middle is
         task Inner;
         task body Inner is
         begin
            Outer.Meet;
            Ada.Text_IO.Put_Line ("never");
         end Inner;
      begin
         null;
      end Middle;
   begin
      accept Meet do
         abort Middle;
         Ada.Text_IO.Put_Line ("aborted");
      end Meet;
   end Outer;
begin
   null;
end Abort_Dependent;
