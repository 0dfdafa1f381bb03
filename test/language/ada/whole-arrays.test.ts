/** Arrays and records that are assigned as a whole from parts of themselves. GNAT 12 passes every assertion. */
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/verify/check.js';
import { loadText } from '../../../src/verify/load.js';

const program = (statements: string): string => `procedure Main is
   type Numbers is array (1 .. 4) of Integer;
   subtype Digit is Integer range 0 .. 9;
   type Digits_4 is array (1 .. 4) of Digit;
   type Point is record X, Y : Integer; end record;
   A : Numbers := (1, 2, 3, 4);
   D : Digits_4 := (1, 2, 3, 4);
   P : Point := (1, 2);
   task T;
   task body T is
   begin
      ${statements}
   end T;
begin
   null;
end Main;
`;

describe('what is assigned is read before anything changes', () => {
  it.each([
    ['a slice moved up', 'A (2 .. 4) := A (1 .. 3);', 'A (2) = 1 and A (3) = 2 and A (4) = 3'],
    ['a slice moved down', 'A (1 .. 3) := A (2 .. 4);', 'A (1) = 2 and A (2) = 3 and A (3) = 4'],
    ['components exchanged', 'P := (P.Y, P.X);', 'P.X = 2 and P.Y = 1'],
    ['elements turned round', 'A := (A (4), A (3), A (2), A (1));', 'A (1) = 4 and A (4) = 1'],
    ['sums of elements', 'A := (A (2) + 1, A (1) + 1, 0, 0);', 'A (1) = 3 and A (2) = 2'],
    [
      'elements that are checked',
      'D := (D (2) + 1, D (1) + 1, D (4), D (3) + 1);',
      'D (1) = 3 and D (2) = 2 and D (4) = 4',
    ],
    ['an element in front', 'A := 0 & A (1 .. 3);', 'A (1) = 0 and A (2) = 1 and A (4) = 3'],
    ['an element behind', 'A := A (2 .. 4) & 0;', 'A (1) = 2 and A (3) = 4 and A (4) = 0'],
    ['two halves', 'A := A (3 .. 4) & A (1 .. 2);', 'A (1) = 3 and A (2) = 4 and A (3) = 1'],
    ['single elements', 'A := A (4) & A (3) & A (2) & A (1);', 'A (1) = 4 and A (2) = 3 and A (4) = 1'],
  ])('%s', async (_, statement, expected) => {
    for (const [condition, verdict] of [
      [expected, 'holds'],
      [`not (${expected})`, 'violated'],
    ]) {
      const text = program(`${statement} pragma Assert (${condition});`);
      const results = await check(loadText({ file: 'main.adb', text }, 'ada'), {});
      expect(results.find(({ property }) => property === 'assertions')?.verdict ?? 'holds').toBe(verdict);
    }
  });
});
