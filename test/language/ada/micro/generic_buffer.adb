with Ada.Text_IO; use Ada.Text_IO;
procedure Generic_Buffer is
   generic
      type Item is private;
   package Buffers is
      protected type Buffer is
         entry Put (X : Item);
         entry Get (X : out Item);
      private
         Value : Item;
         Full  : Boolean := False;
      end Buffer;
   end Buffers;
   package body Buffers is
      protected body Buffer is
         entry Put (X : Item) when not Full is
         begin
            Value := X;
            Full := True;
         end Put;
         entry Get (X : out Item) when Full is
         begin
            X := Value;
            Full := False;
         end Get;
      end Buffer;
   end Buffers;
   type Colour is (Red, Green);
   package Colours is new Buffers (Colour);
   B : Colours.Buffer;
   C : Colour;
   task T;
   task body T is
   begin
      B.Put (Red);
      B.Put (Green);
   end T;
begin
   B.Get (C);
   if C = Red then
      Put_Line ("red");
   end if;
   B.Get (C);
   if C = Green then
      Put_Line ("green");
   end if;
end Generic_Buffer;
