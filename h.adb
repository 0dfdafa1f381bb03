procedure H is
   task S is entry E; end S;
   task C;
   task body C is begin S.E; exception when Tasking_Error => null; end C;
   task body S is begin
     accept E do delay 1.0; end E;
   end S;
begin
  delay 0.1;
  abort S;
end H;
