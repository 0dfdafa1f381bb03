--  A clerk greets every customer once and then either serves customers until one of them greets again,
--  which none does, or is inspected once and serves on. So an inspection that is not the first thing after
--  the greetings never happens.
procedure Simple is
   task Clerk is
      entry Serve;
      entry Inspect;
      entry Greet;
   end Clerk;

   task Customer;
   task Inspector;

   task body Clerk is
   begin
      accept Greet;
      loop
         select
            accept Serve;
            loop
               select
                  accept Serve;
               or
                  accept Greet;
                  exit;
               end select;
            end loop;
         or
            accept Inspect;
            loop
               accept Serve;
            end loop;
         end select;
      end loop;
   end Clerk;

   task body Customer is
   begin
      Clerk.Greet;
      loop
         Clerk.Serve;
      end loop;
   end Customer;

   task body Inspector is
   begin
      Clerk.Inspect;
   end Inspector;
begin
   null;
end Simple;
