/**
 * Who waits for a protected object that is finalized gets Program_Error (Ada Reference Manual, 9.4). The executables of
 * GNAT 12 end, and fail the assertions that are told to be violated here and no others.
 */
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/verify/check.js';
import { loadText } from '../../../src/verify/load.js';

const answers = async (text: string): Promise<string[]> => {
  const results = await check(loadText({ file: 'main.adb', text }, 'ada'), {});
  return results.map(({ property, verdict }) => `${property} ${verdict}`);
};

const requeued = (barrier: string, told: string): string => `procedure Main is
   Told : Boolean := False;
   task Server is entry Serve; end Server;
   task body Server is
      protected Room is entry Wait; end Room;
      protected body Room is
         entry Wait when ${barrier} is begin null; end Wait;
      end Room;
   begin
      accept Serve do requeue Room.Wait; end Serve;
   end Server;
begin
   begin
      Server.Serve;
   exception
      when Program_Error => Told := True;
   end;
   pragma Assert (Told = ${told});
end Main;
`;

const freed = (told: string): string => `with Ada.Unchecked_Deallocation;
procedure Main is
   Told : Boolean := False;
   protected type Room is
      entry Wait;
   private
      Open : Boolean := False;
   end Room;
   protected body Room is
      entry Wait when Open is begin null; end Wait;
   end Room;
   type Ref is access Room;
   procedure Free is new Ada.Unchecked_Deallocation (Room, Ref);
   First : Ref := new Room;
   Second : Ref := First;
begin
   declare
      task Guest;
      task body Guest is
      begin
         Second.Wait;
      exception
         when Program_Error => Told := True;
      end Guest;
   begin
      delay 1.0;
      Free (First);
      delay 1.0;
      if not Guest'Callable then abort Guest; end if;
   end;
   pragma Assert (Told = ${told});
end Main;
`;

describe('a protected object that is finalized', () => {
  it.each([
    ['at the end of the task that has requeued the caller to it', requeued.bind(undefined, 'False')],
    ['because it is freed', freed],
  ])('tells who waits for it: %s', async (_, program) => {
    expect(await answers(program('True'))).toEqual(['deadlock-free holds', 'assertions holds']);
    expect(await answers(program('False'))).toEqual(['deadlock-free holds', 'assertions violated']);
  });

  it('has served those whose barrier is open', async () => {
    expect(await answers(requeued('True', 'False'))).toEqual(['deadlock-free holds', 'assertions holds']);
  });
});
