procedure G is
   task S is entry E; entry Q; end S;
   task C;
   task body C is begin S.E; end C;
   task body S is begin
     while E'Count = 0 loop delay 0.01; end loop;
     select accept E; or delay 0.1; raise Program_Error; end select;
   end S;
begin
  null;
end G;
