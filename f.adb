procedure F is
   protected O is entry E; procedure Go; procedure Shut; function N return Integer; private G : Boolean := False; end O;
   protected body O is entry E when G is begin null; end E; procedure Go is begin G := True; end Go; procedure Shut is begin G := False; end Shut;
   function N return Integer is (E'Count); end O;
   task A;
   task body A is begin O.E; end A;
begin
   while O.N = 0 loop delay 0.001; end loop;
   O.Go;
   O.Shut;
end F;
