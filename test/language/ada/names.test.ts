/** What programs often use: generics of Text_IO by their simple name, T'Base, small powers. */
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/language/ada/lower/element.js';
import { scalar, unknown, type Value } from '../../../src/language/ada/lower/value.js';
import { BOOLEAN } from '../../../src/language/ada/resolve/standard.js';
import { read, shared } from '../../../src/model/expression.js';
import { check } from '../../../src/verify/check.js';
import { loadText } from '../../../src/verify/load.js';

const verdicts = async (text: string) =>
  (await check(loadText({ file: 'main.adb', text }, 'ada'))).map(({ property, verdict }) => [
    property,
    verdict,
  ]);

describe('an instance of a generic of Text_IO', () => {
  it.each([
    ['Ada.Text_IO', 'Enumeration_IO (Colour)', 'Red'],
    ['Ada.Text_IO', 'Integer_IO (Integer)', '7, Width => 3'],
    ['Ada.Text_IO', 'Ada.Text_IO.Float_IO (Float)', '1.5'],
    ['Text_IO', 'Modular_IO (Turn)', '1'],
  ])('with a use clause for %s: %s', async (unit, generic, shown) => {
    const text = `with ${unit}; use ${unit};
procedure Main is
   type Colour is (Red, Blue);
   type Turn is mod 3;
   package Shown_IO is new ${generic};
   task T is entry Go; end T;
   task body T is begin Shown_IO.Put (${shown}); accept Go; Shown_IO.Put (${shown}); end T;
begin
   T.Go;
end Main;
`;
    expect(await verdicts(text)).toContainEqual(['deadlock-free', 'holds']);
  });
});

describe("T'Base", () => {
  const program = (type: string) => `procedure Main is
   type Floor is range 0 .. 3;
   task T is entry Go; end T;
   task body T is
      G : ${type} := 2;
   begin
      while G >= 0 loop
         G := G - 1;
      end loop;
      accept Go;
   end T;
begin
   T.Go;
end Main;
`;
  it('has values below the first of T', async () => {
    expect(await verdicts(program("Floor'Base"))).toEqual([
      ['deadlock-free', 'holds'],
      ['assertions', 'holds'],
    ]);
  });

  it('as T itself has not', async () => {
    expect(await verdicts(program('Floor'))).toContainEqual(['assertions', 'violated']);
  });
});

describe("what T'Base can hold", () => {
  // As GNAT has it: 8 bits for a range that goes in, 32 for what is derived from Integer or a subtype of it.
  it.each([
    ['type Small is range 0 .. 10', 100, 'holds'],
    ['type Small is range 0 .. 10', 200, 'violated'],
    ['type Small is range 0 .. 1_000', 2_000, 'holds'],
    ['subtype Small is Integer range 0 .. 10', 200, 'holds'],
    ['type Small is new Integer range 0 .. 10', 200, 'holds'],
  ])('%s, counted to %i', async (declaration, most, verdict) => {
    const text = `procedure Main is
   ${declaration};
   task T is entry Go; end T;
   task body T is
      X : Small'Base := 0;
   begin
      for I in 1 .. ${most} loop
         X := X + 1;
      end loop;
      accept Go;
   end T;
begin
   T.Go;
end Main;
`;
    expect(await verdicts(text)).toContainEqual(['assertions', verdict]);
  });
});

describe('a power', () => {
  it.each([
    ['N ** 2 = 9', 'holds'],
    ['N ** 3 = 27', 'holds'],
    ['N ** 0 = 1', 'holds'],
    ['N ** 1 = 2', 'violated'],
    ['N ** 2 = 8', 'violated'],
  ])('of a variable that is 3: %s', async (condition, verdict) => {
    const text = `procedure Main is
   type Small is range 0 .. 100;
   task T is entry Go (S : Small); end T;
   task body T is
      N : Small;
   begin
      accept Go (S : Small) do N := S; end Go;
      pragma Assert (${condition});
   end T;
begin
   T.Go (3);
end Main;
`;
    expect(await verdicts(text)).toContainEqual(['assertions', verdict]);
  });
});

describe('a call with what a function gives', () => {
  it('is of the subprogram that takes it, not of one that takes its elements', async () => {
    const text = `procedure Main is
   type Pair is array (1 .. 2) of Boolean;
   task T is entry Go; end T;
   task body T is begin accept Go; end T;
   function Both (A, B : Boolean := False) return Pair is
   begin
      return (A, B);
   end Both;
   procedure Send (P : Pair) is
   begin
      pragma Assert (P (1) and P (2));
      T.Go;
   end Send;
   procedure Send (A, B : Boolean := False) is
   begin
      Send (Both (A, B));
   end Send;
begin
   Send (True, True);
end Main;
`;
    expect(await verdicts(text)).toEqual([
      ['deadlock-free', 'holds'],
      ['assertions', 'holds'],
    ]);
  });
});

describe('an element of an array', () => {
  it('is not known where only some elements are known part by part', () => {
    const known: Value = { kind: 'parts', type: BOOLEAN, parts: [scalar(BOOLEAN, 1), scalar(BOOLEAN, 0)] };
    const position = read(shared(0));
    expect(elementAt([known, unknown('not kept', BOOLEAN)], position)).toMatchObject({ kind: 'unknown' });
    expect(elementAt([known, known], position)).toMatchObject({ kind: 'parts' });
  });
});
