/** Programs that use the predefined library: what is modelled, what is any value, and what ends the answer. */
import { describe, expect, it } from 'vitest';
import { readAda } from '../../../src/language/ada/index.js';
import { check } from '../../../src/verify/check.js';

async function deadlock(text: string): Promise<{ verdict: string; reason: string; notices: string }> {
  const reading = readAda([{ file: 'p.adb', text }]);
  if (!reading.ok) throw new Error(reading.diagnostics.map((d) => d.message).join('\n'));
  const loaded = { file: 'p.adb', language: 'ada' as const, program: reading.value, diagnostics: [] };
  const [answer] = await check(loaded, { deadlock: true });
  return {
    verdict: answer.verdict,
    reason: 'reason' in answer ? String(answer.reason) : '',
    notices: reading.diagnostics.map((d) => d.message).join('\n'),
  };
}

/** A task that waits for `Open`, and a main program that should open. */
const program = (units: string, declarations: string, statements: string): string => `
${units}
procedure P is
   ${declarations}
   task Waiting is
      entry Open;
   end Waiting;
   task body Waiting is
   begin
      accept Open;
   end Waiting;
begin
   ${statements}
end P;`;

const VECTORS = 'package Vectors is new Ada.Containers.Vectors (Positive, Integer); V : Vectors.Vector;';

describe('operations that cannot block', () => {
  it.each([
    ['a procedure of an instance', 'with Ada.Containers.Vectors;', VECTORS, 'Vectors.Reverse_Elements (V);'],
    ['the same, with the object first', 'with Ada.Containers.Vectors;', VECTORS, 'V.Reverse_Elements;'],
    [
      'a map',
      'with Ada.Containers.Ordered_Maps;',
      'package Maps is new Ada.Containers.Ordered_Maps (Integer, Integer); M : Maps.Map;',
      'M.Insert (1, 2); M.Include (1, 3); M.Delete (1);',
    ],
    [
      'text',
      'with Ada.Strings.Unbounded; use Ada.Strings.Unbounded;',
      'S : Unbounded_String;',
      'Append (S, "a");',
    ],
    [
      'the calendar',
      'with Ada.Calendar; use Ada.Calendar;',
      'Y : Year_Number; M : Month_Number; D : Day_Number; S : Day_Duration;',
      'Split (Clock, Y, M, D, S);',
    ],
    [
      'priorities',
      'with Ada.Dynamic_Priorities; use Ada.Dynamic_Priorities;',
      '',
      'Set_Priority (Get_Priority);',
    ],
  ])('%s', async (_what, units, declarations, statements) => {
    const { verdict, reason } = await deadlock(program(units, declarations, `${statements} Waiting.Open;`));
    expect([verdict, reason]).toEqual(['holds', '']);
  });

  it('leaves the variables alone that go into a container', async () => {
    const text = program(
      'with Ada.Containers.Ordered_Sets;',
      'package Sets is new Ada.Containers.Ordered_Sets (Integer); S : Sets.Set; N : Integer := 3;',
      'S.Include (N); if N = 3 then Waiting.Open; end if;',
    );
    expect(await deadlock(text)).toMatchObject({ verdict: 'holds' });
  });

  it('forgets the variables that may be changed', async () => {
    const text = program(
      'with GNAT.Something;',
      'N : Boolean := True;',
      'GNAT.Something.Change (N); if not N then Waiting.Open; end if;',
    );
    expect(await deadlock(text)).toMatchObject({ verdict: 'inconclusive' });
  });
});

describe('values that are not kept', () => {
  it.each(['/=', '='])('text compared by %s may be anything', async (operator) => {
    const text = program(
      'with Ada.Strings.Unbounded; use Ada.Strings.Unbounded;',
      'S : Unbounded_String := To_Unbounded_String ("a");',
      `if S ${operator} Null_Unbounded_String then Waiting.Open; end if;`,
    );
    const { verdict, reason } = await deadlock(text);
    expect(verdict).toBe('inconclusive');
    expect(reason).toContain('depends on what the model leaves open: To_Unbounded_String of the library');
  });

  it('a record with such a part may differ in it', async () => {
    const text = program(
      '',
      'type R is record N : Integer; F : Float; end record; A, B : R := (1, 2.0);',
      'if A /= B then Waiting.Open; end if;',
    );
    expect(await deadlock(text)).toMatchObject({ verdict: 'inconclusive' });
  });
});

describe('what is not known', () => {
  it.each([
    ['a unit that is not given', 'with Elsewhere;', '', 'Elsewhere.Act;', 'Elsewhere.Act'],
    ['a subprogram without a body', '', 'procedure Act; ', 'Act;', 'Act has no body in the given files'],
    [
      'an operation that may block',
      'with GNAT.Sockets;',
      'S, T : GNAT.Sockets.Socket_Type; A : GNAT.Sockets.Sock_Addr_Type;',
      'GNAT.Sockets.Accept_Socket (S, T, A);',
      'may block and is not modelled',
    ],
  ])('%s', async (_what, units, declarations, statements, why) => {
    const { verdict, reason } = await deadlock(program(units, declarations, `${statements} Waiting.Open;`));
    expect(verdict).toBe('inconclusive');
    expect(reason).toContain(why);
  });

  it('a subprogram in another language does not block', async () => {
    const text = program('', 'procedure Act; pragma Import (C, Act);', 'Act; Waiting.Open;');
    const { verdict, notices } = await deadlock(text);
    expect(verdict).toBe('holds');
    expect(notices).toContain('imported subprograms (Act)');
  });

  it('contracts are not checked, and that is told', async () => {
    const act = 'procedure Act (N : Integer) with Pre => N > 0, Post => N < 9 is begin null; end Act;';
    const { verdict, notices } = await deadlock(program('', act, 'Act (0); Waiting.Open;'));
    expect(verdict).toBe('holds');
    expect(notices).toContain('contracts are not checked (Post, Pre)');
  });
});
