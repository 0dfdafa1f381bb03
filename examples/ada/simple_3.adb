--  A clerk greets every customer once and then either serves customers until one of them greets again,
--  which none does, or is inspected once and serves on. So an inspection that is not the first thing after
--  the greetings never happens.
procedure Simple_3 is
   task Clerk is
      entry Serve;
      entry Inspect;
      entry Greet;
   end Clerk;

   task Customer_1;
   task Customer_2;
   task Customer_3;
   task Inspector;

   task body Clerk is
   begin
      accept Greet;
      accept Greet;
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

   task body Customer_1 is
   begin
      Clerk.Greet;
      loop
         Clerk.Serve;
      end loop;
   end Customer_1;

   task body Customer_2 is
   begin
      Clerk.Greet;
      loop
         Clerk.Serve;
      end loop;
   end Customer_2;

   task body Customer_3 is
   begin
      Clerk.Greet;
      loop
         Clerk.Serve;
      end loop;
   end Customer_3;

   task body Inspector is
   begin
      Clerk.Inspect;
   end Inspector;
begin
   null;
end Simple_3;
