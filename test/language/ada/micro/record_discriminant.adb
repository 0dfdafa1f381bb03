with Ada.Text_IO; use Ada.Text_IO;
procedure Record_Discriminant is
   protected type Gate (Places : Natural) is
      entry Enter;
   private
      Free : Natural := Places;
   end Gate;
   protected body Gate is
      entry Enter when Free > 0 is
      begin
         Free := Free - 1;
      end Enter;
   end Gate;
   type House (Rooms : Natural) is record
      Door : Gate (Rooms);
   end record;
   type Plain (Size : Natural) is record
      Count : Integer := 5;
   end record;
   H : House (1);
   P : Plain (2);
begin
   if P.Size = 2 and P.Count = 5 then
      Put_Line ("two");
   end if;
   H.Door.Enter;
   Put_Line ("one");
   H.Door.Enter;
   Put_Line ("never");
end Record_Discriminant;
