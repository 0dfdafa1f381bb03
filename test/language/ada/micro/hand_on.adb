--  A protected entry hands its caller on to the entry of a task, with the parameters.
with Ada.Text_IO;
procedure Hand_On is
   task Clerk is
      entry Serve (Number : Integer; Result : out Integer);
   end Clerk;
   protected Door is
      entry Enter (Number : Integer; Result : out Integer);
   end Door;
   protected body Door is
      entry Enter (Number : Integer; Result : out Integer) when True is
      begin
         Result := 1;
         requeue Clerk.Serve;
      end Enter;
   end Door;
   task body Clerk is
   begin
      accept Serve (Number : Integer; Result : out Integer) do
         Result := Number * 2;
      end Serve;
   end Clerk;
   Got : Integer := 0;
begin
   Door.Enter (21, Got);
   if Got = 42 then
      Ada.Text_IO.Put_Line ("42");
   else
      Ada.Text_IO.Put_Line ("other");
   end if;
end Hand_On;
