/** Library packages that tasking programs rely on, as Ada texts with the behaviour that matters. */
import type { SourceText } from '../../../model/source.js';

const text = (name: string, lines: string): SourceText => ({ file: `<built-in>/${name}`, text: lines });

export const PRELUDE: readonly SourceText[] = [
  text(
    'a-sytaco.ads',
    `package Ada.Synchronous_Task_Control is
   protected type Suspension_Object is
      procedure Put (Value : Boolean);
      function State return Boolean;
      procedure Announce (Alone : out Boolean);
      entry Suspend;
   private
      Open    : Boolean := False;
      Waiting : Boolean := False;
   end Suspension_Object;
   procedure Set_True (S : in out Suspension_Object);
   procedure Set_False (S : in out Suspension_Object);
   function Current_State (S : Suspension_Object) return Boolean;
   procedure Suspend_Until_True (S : in out Suspension_Object);
end Ada.Synchronous_Task_Control;
package body Ada.Synchronous_Task_Control is
   protected body Suspension_Object is
      procedure Put (Value : Boolean) is
      begin
         Open := Value;
      end Put;
      function State return Boolean is
      begin
         return Open;
      end State;
      procedure Announce (Alone : out Boolean) is
      begin
         Alone := not Waiting;
         Waiting := True;
      end Announce;
      entry Suspend when Open is
      begin
         Open := False;
         Waiting := False;
      end Suspend;
   end Suspension_Object;
   procedure Set_True (S : in out Suspension_Object) is
   begin
      S.Put (True);
   end Set_True;
   procedure Set_False (S : in out Suspension_Object) is
   begin
      S.Put (False);
   end Set_False;
   function Current_State (S : Suspension_Object) return Boolean is
   begin
      return S.State;
   end Current_State;
   procedure Suspend_Until_True (S : in out Suspension_Object) is
      Alone : Boolean;
   begin
      S.Announce (Alone);
      if not Alone then
         raise Program_Error;
      end if;
      S.Suspend;
   end Suspend_Until_True;
end Ada.Synchronous_Task_Control;
`,
  ),
  text(
    'g-semaph.ads',
    `package GNAT.Semaphores is
   protected type Counting_Semaphore (Initial_Value : Natural; Ceiling : Integer) is
      entry Seize;
      procedure Release;
   private
      Count : Natural := Initial_Value;
   end Counting_Semaphore;
   protected type Binary_Semaphore (Initially_Available : Boolean; Ceiling : Integer) is
      entry Seize;
      procedure Release;
   private
      Available : Boolean := Initially_Available;
   end Binary_Semaphore;
   Default_Ceiling : constant Integer := 0;
end GNAT.Semaphores;
package body GNAT.Semaphores is
   protected body Counting_Semaphore is
      entry Seize when Count > 0 is
      begin
         Count := Count - 1;
      end Seize;
      procedure Release is
      begin
         Count := Count + 1;
      end Release;
   end Counting_Semaphore;
   protected body Binary_Semaphore is
      entry Seize when Available is
      begin
         Available := False;
      end Seize;
      procedure Release is
      begin
         Available := True;
      end Release;
   end Binary_Semaphore;
end GNAT.Semaphores;
`,
  ),
  // The package that conformance tests tell their result with; its calls are events where a property asks.
  text(
    'report.ads',
    `package Report is
   subtype File_Num is Integer range 1 .. 5;
   procedure Test (Name : String; Descr : String);
   procedure Failed (Descr : String);
   procedure Not_Applicable (Descr : String);
   procedure Special_Action (Descr : String);
   procedure Comment (Descr : String);
   procedure Result;
   function Ident_Int (X : Integer) return Integer;
   function Ident_Char (X : Character) return Character;
   function Ident_Wide_Char (X : Wide_Character) return Wide_Character;
   function Ident_Bool (X : Boolean) return Boolean;
   function Ident_Str (X : String) return String;
   function Equal (X, Y : Integer) return Boolean;
end Report;
package body Report is
   procedure Test (Name : String; Descr : String) is null;
   procedure Failed (Descr : String) is null;
   procedure Not_Applicable (Descr : String) is null;
   procedure Special_Action (Descr : String) is null;
   procedure Comment (Descr : String) is null;
   procedure Result is null;
   function Ident_Int (X : Integer) return Integer is (X);
   function Ident_Char (X : Character) return Character is (X);
   function Ident_Wide_Char (X : Wide_Character) return Wide_Character is (X);
   function Ident_Bool (X : Boolean) return Boolean is (X);
   function Ident_Str (X : String) return String is (X);
   function Equal (X, Y : Integer) return Boolean is (X = Y);
end Report;
`,
  ),
];
