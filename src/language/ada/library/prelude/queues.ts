/** The synchronized queues of Ada.Containers: protected objects with entries that block. */

export const QUEUE_INTERFACES = `generic
   type Element_Type is private;
package Ada.Containers.Synchronized_Queue_Interfaces is
   type Queue is synchronized interface;
end Ada.Containers.Synchronized_Queue_Interfaces;
`;

const operations = (when: string, put: string): string => `
      entry Enqueue (New_Item : in Queue_Interfaces.Element_Type)${when} is
      begin
${put}
         Queue_Used := Queue_Used + 1;
         if Queue_Used > Queue_Peak then
            Queue_Peak := Queue_Used;
         end if;
      end Enqueue;
      entry Dequeue (Element : out Queue_Interfaces.Element_Type) when Queue_Used > 0 is
      begin
         Element := Queue_Items (1);
         Queue_Used := Queue_Used - 1;
         for Queue_Index in 1 .. Queue_Used loop
            Queue_Items (Queue_Index) := Queue_Items (Queue_Index + 1);
         end loop;
      end Dequeue;
      function Current_Use return Count_Type is
      begin
         return Queue_Used;
      end Current_Use;
      function Peak_Use return Count_Type is
      begin
         return Queue_Peak;
      end Peak_Use;
   end Queue;`;

const VISIBLE = `
      entry Enqueue (New_Item : in Queue_Interfaces.Element_Type);
      entry Dequeue (Element : out Queue_Interfaces.Element_Type);
      function Current_Use return Count_Type;
      function Peak_Use return Count_Type;
   private`;

export const BOUNDED_QUEUES = `with Ada.Containers.Synchronized_Queue_Interfaces;
generic
   with package Queue_Interfaces is new Ada.Containers.Synchronized_Queue_Interfaces (<>);
   Default_Capacity : Count_Type;
   Default_Ceiling : Integer := 0;
package Ada.Containers.Bounded_Synchronized_Queues is
   type Queue_Store is array (Positive range <>) of Queue_Interfaces.Element_Type;
   protected type Queue
      (Capacity : Count_Type := Default_Capacity; Ceiling : Integer := Default_Ceiling)
   is new Queue_Interfaces.Queue with${VISIBLE}
      Queue_Items : Queue_Store (1 .. Capacity);
      Queue_Used, Queue_Peak : Count_Type range 0 .. Capacity := 0;
   end Queue;
end Ada.Containers.Bounded_Synchronized_Queues;
package body Ada.Containers.Bounded_Synchronized_Queues is
   protected body Queue is${operations(' when Queue_Used < Capacity', '         Queue_Items (Queue_Used + 1) := New_Item;')}
end Ada.Containers.Bounded_Synchronized_Queues;
`;

/** Room for this many elements; the answer says where that was not enough. */
const MOST = 64;

export const UNBOUNDED_QUEUES = `with Ada.Containers.Synchronized_Queue_Interfaces;
with System.Model_Bounds;
generic
   with package Queue_Interfaces is new Ada.Containers.Synchronized_Queue_Interfaces (<>);
   Default_Ceiling : Integer := 0;
package Ada.Containers.Unbounded_Synchronized_Queues is
   type Queue_Store is array (Positive range <>) of Queue_Interfaces.Element_Type;
   protected type Queue (Ceiling : Integer := Default_Ceiling)
   is new Queue_Interfaces.Queue with${VISIBLE}
      Queue_Items : Queue_Store (1 .. ${MOST});
      Queue_Used, Queue_Peak : Count_Type range 0 .. ${MOST} := 0;
   end Queue;
end Ada.Containers.Unbounded_Synchronized_Queues;
package body Ada.Containers.Unbounded_Synchronized_Queues is
   protected body Queue is${operations(
     ' when True',
     `         if Queue_Used = ${MOST} then
            System.Model_Bounds.Exceed ("more than ${MOST} elements in a queue");
         end if;
         Queue_Items (Queue_Used + 1) := New_Item;`,
   )}
end Ada.Containers.Unbounded_Synchronized_Queues;
`;
