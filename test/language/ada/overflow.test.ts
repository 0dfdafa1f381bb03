/**
 * Arithmetic beyond the 32 bits of Integer raises Constraint_Error, whether or not the result is ever used: under
 * GNAT the task T of each program in the first table ends with it, or handles it, and in the second it does not.
 */
import { describe, expect, it } from 'vitest';
import { readAda } from '../../../src/language/ada/index.js';
import { check } from '../../../src/verify/check.js';

interface Case {
  what: string;
  start?: string;
  type?: string;
  statements: string;
}

function read({ start = '0', type = 'Integer', statements }: Case, overflow?: 'checked') {
  const text = `
procedure Main is
   type Wheel is mod 60_000;
   X : ${type} := ${start};
   Y : Integer := -2_000_000_000;
   B : Boolean := False;
   task T is
      entry Go;
   end T;
   task body T is
   begin
      accept Go;
      ${statements}
   end T;
begin
   T.Go;
end Main;
`;
  const reading = readAda([{ file: 'main.adb', text }], overflow ? { overflow } : {});
  if (!reading.ok) throw new Error(reading.diagnostics.map(({ message }) => message).join('; '));
  return reading;
}

async function asked(each: Case) {
  const { diagnostics, value: program } = read(each);
  const results = await check(
    { file: 'main.adb', language: 'ada', program, diagnostics },
    { timeSeconds: 20 },
  );
  return {
    // Where nothing in the program can fail, nothing is asked.
    verdict: results.find(({ property }) => property === 'assertions')?.verdict ?? 'holds',
    notices: diagnostics.map(({ message }) => message),
  };
}

const overflows: Case[] = [
  { what: 'a product in a loop', start: '1', statements: 'for I in 1 .. 3 loop X := X * 2_000; end loop;' },
  { what: 'a product below', start: '-1', statements: 'for I in 1 .. 3 loop X := 2_000 * X; end loop;' },
  { what: 'a product by a negative number', start: '1_500_000_000', statements: 'X := X * (-2);' },
  { what: 'a sum near the end', start: "Integer'Last - 1", statements: 'X := X + 1; X := X + 1;' },
  { what: 'a sum of two variables', start: '-1_000_000_000', statements: 'X := X + Y;' },
  { what: 'a difference', start: '1_000_000_000', statements: 'X := X - Y;' },
  { what: 'a difference from a number', start: "Integer'First", statements: 'X := 5 - X;' },
  { what: 'a negation', start: "Integer'First", statements: 'X := -X;' },
  { what: 'an absolute value', start: "Integer'First", statements: 'X := abs X;' },
  { what: 'a quotient', start: "Integer'First", statements: 'X := X / (-1);' },
  { what: 'a condition', start: "Integer'Last", statements: 'if X + 1 > 3 then null; end if;' },
  { what: 'a step that is not small', statements: 'for I in 1 .. 30 loop X := X + 100_000_000; end loop;' },
];

const fits: Case[] = [
  {
    what: 'a product that just fits',
    start: '1',
    statements: 'for I in 1 .. 2 loop X := X * 46_340; end loop;',
  },
  { what: 'the least number', start: "-Integer'Last", statements: 'X := X - 1;' },
  { what: 'a sum of opposite signs', start: '2_000_000_000', statements: 'X := X + Y;' },
  { what: 'a product with zero', statements: 'X := X * Y;' },
  { what: 'a wheel', type: 'Wheel', start: '59_999', statements: 'X := X * X + X;' },
  {
    what: 'one that is handled',
    start: "Integer'Last",
    statements: 'begin X := X + 1; exception when Constraint_Error => B := True; end; pragma Assert (B);',
  },
];

describe('arithmetic of Integer', () => {
  it.each(overflows)('overflows: $what', async (each) => {
    expect((await asked(each)).verdict).toBe('violated');
  });

  it.each(fits)('does not: $what', async (each) => {
    expect((await asked(each)).verdict).toBe('holds');
  });

  it('is taken not to overflow where that needs millions of steps, and says so', async () => {
    const counting = { what: 'a counter', statements: 'loop X := X + 1; end loop;' };
    const { verdict, notices } = await asked(counting);
    expect(verdict).toBe('holds');
    expect(notices).toContain(
      'taken not to overflow, which would take millions of steps: Main.X (--overflow checked asks)',
    );
  });

  it('may overflow there too, where that is asked', async () => {
    const near = {
      what: 'a counter',
      start: "Integer'Last - 1000",
      statements: 'loop X := X + 1; end loop;',
    };
    expect((await asked(near)).verdict).toBe('violated');
    const slow = { what: 'a counter', start: '-1_000_000_000', statements: 'loop X := X + 100; end loop;' };
    expect((await asked(slow)).verdict).toBe('holds');
    expect(read(slow, 'checked').diagnostics).toEqual([]);
  });
});
