with Ada.Text_IO; use Ada.Text_IO;
procedure Expressions is
   type Flags is array (1 .. 3) of Boolean;
   F : Flags := (False, True, False);
   N : Integer := 1;
   function Next return Boolean is
   begin
      N := N + 1;
      return F (N);
   end Next;
begin
   if (for some I in F'Range => F (I)) then
      Put_Line ("some");
   end if;
   if (for all X of F => X) then
      Put_Line ("never");
   end if;
   if (for some I in N + 1 .. 3 => F (I)) then
      Put_Line ("above");
   end if;
   if (for some I in 1 .. 2 => Next) and N = 2 then
      Put_Line ("stops");
   end if;
   N := (case N is when 1 => 10, when 2 | 3 => 20, when others => 30);
   if N = 20 then
      Put_Line ("twenty");
   end if;
   pragma Assert (N = 20);
   begin
      pragma Assert (N /= 20, "not so");
      Put_Line ("never");
   exception
      when others =>
         Put_Line ("asserted");
   end;
end Expressions;
