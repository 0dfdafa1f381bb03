/** Ada.Synchronous_Task_Control: a suspension object is a flag that one task may wait for. */
export const SUSPENSION_OBJECTS = `package Ada.Synchronous_Task_Control is
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
`;
