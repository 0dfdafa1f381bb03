/** Access to whatever implements an interface: exact where all objects are of one task or protected type. */
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/verify/check.js';
import { loadText } from '../../../src/verify/load.js';

const program = (declarations: string, statements: string): string => `procedure Main is
   package Doors is
      type Door is synchronized interface;
      procedure Knock (D : in out Door) is abstract;
   end Doors;
   task type Porter is new Doors.Door with
      entry Knock;
   end Porter;
   task body Porter is begin accept Knock; end Porter;
   protected type Gate is new Doors.Door with
      entry Knock;
   private
      Open : Boolean := False;
   end Gate;
   protected body Gate is
      entry Knock when Open is begin null; end Knock;
   end Gate;
   type Plain_Porter is access Porter;
   type Any_Door is access Doors.Door'Class;
   ${declarations}
begin
   ${statements}
end Main;
`;

describe('a call through access to an interface', () => {
  it.each([
    ['meets the task', 'D : Any_Door := new Porter;', 'D.Knock;', 'holds'],
    [
      'waits where the task ended: Tasking_Error',
      'D : Any_Door := new Porter;',
      'D.Knock; D.Knock;',
      'holds',
    ],
    ['leaves a task waiting', 'D : Any_Door := new Porter;', 'null;', 'violated'],
    ['waits at a closed barrier', 'D : Any_Door := new Gate;', 'D.Knock;', 'violated'],
    [
      'meets what a function gives',
      `function Made return access Doors.Door'Class is
       begin
          return D : access Doors.Door'Class := new Porter;
       end Made;
       D : access Doors.Door'Class := Made;`,
      'D.Knock;',
      'holds',
    ],
    [
      'meets what a plain access value leads to',
      'P : Plain_Porter := new Porter; D : Any_Door := Any_Door (P);',
      'D.Knock;',
      'holds',
    ],
    [
      'is not followed where there are several types',
      'D : Any_Door := new Porter; E : Any_Door := new Gate;',
      'D.Knock;',
      'inconclusive',
    ],
    [
      'is not followed where running tells which of several types it is',
      'All_Doors : array (1 .. 2) of Any_Door := (new Porter, new Gate);',
      'for D of All_Doors loop D.Knock; end loop;',
      'inconclusive',
    ],
    [
      'is not followed where a condition tells which of several types it is',
      `P : aliased Porter; G : aliased Gate; N : Integer := 0;
       function Which (First : Boolean) return access Doors.Door'Class is
         (if First then P'Access else G'Access);`,
      'for I in 1 .. 2 loop N := N + 1; end loop; Which (N > 2).Knock;',
      'inconclusive',
    ],
    [
      'is not followed where a plain access value is of another type',
      'P : Plain_Porter := new Porter; D : Any_Door := new Gate; E : Any_Door := Any_Door (P);',
      'D.Knock;',
      'inconclusive',
    ],
  ])('%s', async (_, declarations, statements, verdict) => {
    const loaded = loadText({ file: 'main.adb', text: program(declarations, statements) }, 'ada');
    const [result] = await check(loaded, { deadlock: true });
    expect(result).toMatchObject({ property: 'deadlock-free', verdict });
  });
});
