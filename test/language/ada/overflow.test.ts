/**
 * Arithmetic beyond the base range of its type raises Constraint_Error, whether or not the result is ever used: under
 * GNAT (gnatmake without options) the task T of each program in a table of what overflows ends with it, and in those
 * of what fits it does not. Which base a type has is GNAT's choice: 8, 16, 32 or 64 bits.
 */
import { describe, expect, it } from 'vitest';
import { reach } from '../../../src/engine/reach/reference/index.js';
import { readAda } from '../../../src/language/ada/index.js';
import { builtInQuestion } from '../../../src/property/index.js';
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
   type Day is mod 7;
   type Small is range 0 .. 10;
   type Signed is range -100 .. 100;
   type Byte is range -128 .. 127;
   type Octet is range 0 .. 255;
   type Long is range 0 .. 2 ** 40;
   subtype Part is Octet range 0 .. 10;
   type Own is new Octet range 0 .. 10;
   type Count is new Integer range 0 .. 10;
   subtype Few is Integer range 0 .. 10;
   type Row is array (Small) of Integer;
   A : Row := (others => 1);
   Ten : constant Small := 10;
   Q : Small := 0;
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
  return readText(text, overflow);
}

function readText(text: string, overflow?: 'checked') {
  const reading = readAda([{ file: 'main.adb', text }], overflow ? { overflow } : {});
  if (!reading.ok) throw new Error(reading.diagnostics.map(({ message }) => message).join('; '));
  return reading;
}

const asked = (each: Case) => answer(read(each));

async function answer({ diagnostics, value: program }: ReturnType<typeof readText>) {
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

/** X is of a type whose base is narrower than Integer, or looks so. */
const narrowOverflows: Case[] = [
  { what: 'three factors', type: 'Small', start: '10', statements: 'B := X * X * X > 5;' },
  { what: 'a power', type: 'Small', start: '10', statements: 'B := X ** 3 > 5;' },
  { what: 'a sum', type: 'Signed', start: '100', statements: 'B := X + X > 5;' },
  { what: 'a number and a variable', type: 'Signed', start: '100', statements: 'B := 100 + X > 5;' },
  { what: 'a difference', type: 'Signed', start: '100', statements: 'B := X - (-X) > 5;' },
  { what: 'an opposite', type: 'Byte', start: '-128', statements: 'B := -X > 5;' },
  { what: 'an absolute value', type: 'Byte', start: '-128', statements: 'B := abs X > 5;' },
  { what: 'a quotient', type: 'Byte', start: '-128', statements: 'B := X / (-1) > 5;' },
  { what: '16 bits', type: 'Octet', start: '255', statements: 'B := X * X > 5;' },
  { what: 'a subtype', type: 'Part', start: '10', statements: 'B := X * X * X * X * X > 5;' },
  { what: 'a derived type', type: 'Own', start: '10', statements: 'B := X * X * X * X * X > 5;' },
  { what: 'a short integer', type: 'Short_Short_Integer', start: '127', statements: 'B := X + 1 > 5;' },
  { what: 'what fits in the end', type: 'Small', start: '10', statements: 'X := X * 20 / 20;' },
  { what: 'an index', type: 'Small', start: '10', statements: 'Y := A (X * 20 / 20);' },
  {
    what: 'the end of a range',
    type: 'Small',
    start: '10',
    statements: 'for I in 0 .. X * 20 / 20 loop null; end loop;',
  },
  { what: 'a loop variable', statements: 'for I in Small loop Q := I * 20 / 20; end loop;' },
  {
    what: 'a parameter',
    statements: 'declare procedure P (S : Small) is begin Q := S * 20 / 20; end P; begin P (10); end;',
  },
  { what: 'a variable that never changes', type: 'Small', start: '10', statements: 'Q := X * 20 / 20;' },
  { what: 'a membership', type: 'Small', start: '10', statements: 'B := X * 20 in Small;' },
  { what: 'one of two', type: 'Small', start: '10', statements: "Q := Small'Min (X * 20, 3);" },
  { what: 'inside a conversion', type: 'Small', start: '10', statements: 'Y := Integer (X * 20 / 20);' },
  { what: 'opposite and conversion', type: 'Small', start: '10', statements: 'Y := Integer (-(X * 20));' },
  { what: 'a converted power', type: 'Small', start: '10', statements: 'Y := Integer (X ** 4);' },
  { what: "a conversion to 'Base", type: 'Small', start: '10', statements: "B := Small'Base (X * 13) > 5;" },
  { what: 'a predecessor', type: 'Byte', start: '-128', statements: "B := Byte'Pred (X) > 5;" },
  { what: 'a position', statements: "B := Small'Val (X + 128) > 5;" },
];

const narrowFits: Case[] = [
  { what: 'two factors', type: 'Small', start: '10', statements: 'pragma Assert (X * X = 100);' },
  { what: 'up to the end', type: 'Small', start: '10', statements: 'X := X + 117 - 117;' },
  { what: 'down to the end', type: 'Small', start: '10', statements: 'X := -(-X - 117) - 117;' },
  { what: 'a subtype', type: 'Part', start: '10', statements: 'pragma Assert (X * X * X * X = 10_000);' },
  { what: 'a derived integer', type: 'Count', start: '10', statements: 'pragma Assert (X ** 4 = 10_000);' },
  { what: 'a subtype of Integer', type: 'Few', start: '10', statements: 'pragma Assert (X ** 4 = 10_000);' },
  { what: 'a wheel', type: 'Day', start: '6', statements: 'pragma Assert (X * X * X = 6 and X ** 3 = 6);' },
  { what: 'a static value', statements: "Q := Small'Last * 20 / 20; Q := 10 * 20 / 20;" },
  { what: 'a static constant', statements: 'Q := Ten * 20 / 20; Q := Small (10) * 20 / 20;' },
  { what: 'a position', type: 'Small', start: '10', statements: "pragma Assert (Small'Pos (X) * 20 = 200);" },
  {
    what: 'the outermost operation of a conversion',
    type: 'Small',
    start: '10',
    statements: 'Y := Integer (X * 20); Y := Integer ((X * X * X)); pragma Assert (Y = 1000);',
  },
  { what: 'the opposite there', type: 'Byte', start: '-128', statements: 'Y := Integer (-X);' },
  { what: 'a power there', type: 'Small', start: '10', statements: 'Y := Integer (X ** 3);' },
  {
    what: 'converted before',
    type: 'Small',
    start: '10',
    statements: 'Y := Integer (X) * Integer (X) * Integer (X);',
  },
  { what: 'floating point', type: 'Small', start: '10', statements: 'B := Float (X * 20) > 5.0; B := True;' },
  {
    what: 'successors, which have the base of the type',
    type: 'Small',
    start: '10',
    statements: "pragma Assert (Small'Succ (X) = 11 and Small'Val (Y + 2_000_000_127) = 127);",
  },
  { what: 'a predecessor', statements: "pragma Assert (Natural'Pred (X) = -1);" },
];

/** What has more than 32 bits is not kept, and raises nothing. */
const long: Case[] = [
  { what: 'Long_Integer', type: 'Long_Integer', start: '2_000_000_000', statements: 'B := X + X > 5;' },
  { what: 'a bound', type: 'Long_Long_Integer', statements: "B := Long_Long_Integer'Last - 10 > X;" },
  {
    what: 'a conversion',
    start: "Integer'Last",
    statements: 'B := Long_Integer (X + 1) > 5;',
  },
  {
    what: 'a wheel of 32 bits',
    statements:
      'declare type Big is mod 2 ** 32; W : Big := 0; begin W := W - 1; W := W * W; B := W > 5; end;',
  },
];

const barrierAt = (most: number): string => `
procedure Main is
   type Small is range 0 .. 10;
   protected P is
      entry Wait;
      procedure Put (S : Small);
   private
      N : Small := 0;
   end P;
   protected body P is
      entry Wait when N * N * N > 5 is
      begin
         N := 0;
      end Wait;
      procedure Put (S : Small) is
      begin
         N := S;
      end Put;
   end P;
   task T;
   task body T is
   begin
      P.Put (${most});
   end T;
begin
   P.Wait;
end Main;
`;

describe('arithmetic of small types', () => {
  it.each(narrowOverflows)('overflows: $what', async (each) => {
    expect((await asked(each)).verdict).toBe('violated');
  });

  it.each(narrowFits)('does not: $what', async (each) => {
    expect((await asked(each)).verdict).toBe('holds');
  });

  it.each([
    // Program_Error under GNAT.
    { most: 6, verdict: 'violated' },
    { most: 5, verdict: 'holds' },
  ])('overflows in a barrier, at $most: $verdict', async ({ most, verdict }) => {
    expect((await answer(readText(barrierAt(most)))).verdict).toBe(verdict);
  });
});

describe('arithmetic of more than 32 bits', () => {
  it.each(long)('never overflows there: $what', async (each) => {
    const { verdict } = await asked(each);
    expect(verdict).toBe('holds');
  });

  it('may not go into an Integer', async () => {
    const { verdict, notices } = await asked({
      what: 'back',
      type: 'Long_Integer',
      start: '2_000_000_000',
      statements: 'Y := Integer (X + X);',
    });
    expect(verdict).toBe('inconclusive');
    expect(notices.join()).toContain('beyond 32 bits');
  });
});

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

  describe('of tickets that are kept in an array and grow with the largest', () => {
    const tickets = (step: string) => `
procedure Main is
   Number : array (1 .. 2) of Integer := (0, 0);
   function Largest return Integer is
      Current : Integer := 0;
   begin
      for N in Number'Range loop
         if Number (N) > Current then Current := Number (N); end if;
      end loop;
      return Current;
   end Largest;
   task type Node is entry Go (Which : Integer); end Node;
   Nodes : array (1 .. 2) of Node;
   task body Node is
      I : Integer range 1 .. 2;
   begin
      accept Go (Which : Integer) do I := Which; end Go;
      loop
         Number (I) := ${step};
         exit when Number (I) > Number (3 - I);
      end loop;
   end Node;
begin
   Nodes (1).Go (1);
   Nodes (2).Go (2);
end Main;
`;

    it.each([
      { step: '1 + Largest', verdict: 'holds' },
      { step: 'Largest + 100', verdict: 'holds' },
      // Thirty rounds are enough, and the coarser model cannot tell how many there are.
      { step: '2 * Largest + 1', verdict: 'violated' },
    ])('$step: $verdict in a model without their values', async ({ step, verdict }) => {
      const coarser = readText(tickets(step)).value.coarser?.();
      if (!coarser) throw new Error('no coarser model');
      const found = await reach(coarser, builtInQuestion('assertions'), { now: () => 0 });
      expect(found.verdict).toBe(verdict);
    });

    it('is not taken to stay small where overflow is to be checked', async () => {
      const coarser = readText(tickets('1 + Largest'), 'checked').value.coarser?.();
      if (!coarser) throw new Error('no coarser model');
      const found = await reach(coarser, builtInQuestion('assertions'), { now: () => 0 });
      expect(found.verdict).toBe('violated');
    });
  });
});
