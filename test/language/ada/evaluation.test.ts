/**
 * What expressions, aggregates and functions give. Executables of GNAT 12 pass every assertion that is told to hold
 * here, and fail the others.
 */
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/verify/check.js';
import { loadText } from '../../../src/verify/load.js';
import { expectTrueAfter } from './true-after.js';

const program = (statements: string): string => `procedure Main is
   type Sum is record A : Integer := 4; B : Integer := 5; C : Integer; end record;
   type Choice (Has : Boolean := False) is record
      N : Integer := 1;
      case Has is
         when True => P : Integer;
         when False => Q : Integer; R : Integer;
      end case;
   end record;
   type Vector is record X, Y : Integer := 0; end record;
   function "+" (L, R : Vector) return Vector is (L.X + R.X, L.Y + R.Y);
   type Ref is access Vector;
   S : Sum;
   D : Choice;
   V : Vector := (1, 2);
   W : Ref := new Vector'(3, 4);
   N : Integer := 1;
   function Unlike (X : Integer) return Integer is begin if X > 0 then return X; end if; end Unlike;
   function Stops (X : Integer) return Integer is
   begin
      loop
         if X > 0 then return X; end if;
      end loop;
   end Stops;
begin
   ${statements}
end Main;
`;

const isTrue = (statement: string, condition: string): Promise<void> =>
  expectTrueAfter(program, statement, condition);

describe('an aggregate', () => {
  it('has the default of a component for a box', () => isTrue('S := (C => 1, others => <>);', 'S.A = 4'));
  it('has the default of one component for a box', () => isTrue('S := (7, <>, 1);', 'S.B = 5 and S.A = 7'));
  it('by position has the components of its variant', () =>
    isTrue('D := (False, 2, 3, 4);', 'D.Q = 3 and D.R = 4'));
  it('by position has those of the first variant', () => isTrue('D := (True, 2, 3);', 'D.P = 3'));
});

describe('an operator of the program', () => {
  it('is taken for what access values lead to', () => isTrue('V := W.all + W.all;', 'V.X = 6'));
  it('is taken where one operand is a literal', () =>
    isTrue(
      `declare
          function "+" (L, R : Integer) return Integer is (L - (-R) * 6);
       begin
          N := N + 1;
       end;`,
      'N = 7',
    ));
  it('is not taken for literals alone (Ada Reference Manual, 8.6 (29))', () =>
    isTrue(
      `declare
          function "+" (L, R : Integer) return Integer is (L * R);
       begin
          N := 3 + 4;
       end;`,
      'N = 7',
    ));
});

describe('and, or', () => {
  it('work out both operands', () =>
    isTrue(
      'begin if True or 1 / (N - 1) = 0 then N := 2; end if; exception when others => N := 3; end;',
      'N = 3',
    ));
  it('with then and else do not', () =>
    isTrue('if True or else 1 / (N - 1) = 0 then N := 2; end if;', 'N = 2'));
});

describe('a function that comes to its end without a value (Ada Reference Manual, 6.5 (20))', () => {
  const answer = async (statements: string): Promise<string | undefined> => {
    const results = await check(loadText({ file: 'main.adb', text: program(statements) }, 'ada'), {});
    return results.find(({ property }) => property === 'assertions')?.verdict;
  };

  it('raises Program_Error', async () => expect(await answer('N := 0; N := Unlike (N);')).toBe('violated'));
  it('raises nothing where it does not', async () =>
    expect((await answer('N := Unlike (N); pragma Assert (N = 1);')) ?? 'holds').toBe('holds'));
  it('raises nothing behind a loop that never ends', async () =>
    expect((await answer('N := Stops (N); pragma Assert (N = 1);')) ?? 'holds').toBe('holds'));
  it('can be handled', () =>
    isTrue('begin N := Unlike (0); exception when Program_Error => S.A := 9; end;', 'S.A = 9'));
});

describe('a variable', () => {
  it.each([
    [
      'by a call in prefix notation of an operation on an element',
      'R (2).Rise; N := Two (N);',
      'R (N).V = 2',
    ],
    ['by a loop over the elements', 'for E of R loop E.Rise; end loop; N := Two (N);', 'R (N).V = 2'],
  ])('is changed %s', (_how, statement, condition) =>
    expectTrueAfter(
      (statements) => `procedure Main is
   package Things is
      type Thing is tagged record V : Integer; end record;
      procedure Rise (T : in out Thing);
   end Things;
   package body Things is
      procedure Rise (T : in out Thing) is begin T.V := T.V + 1; end Rise;
   end Things;
   use Things;
   type Row is array (1 .. 2) of Thing;
   R : Row := (others => (V => 1));
   N : Integer := 1;
   function Two (X : Integer) return Integer is begin if X > 50 then return 1; end if; return 2; end Two;
begin
   ${statements}
end Main;
`,
      statement,
      condition,
    ),
  );
});

describe('is not answered', () => {
  const verdict = async (declarations: string, statements: string): Promise<string | undefined> => {
    const text = `procedure Main is
   type Index is range 1 .. 5;
   type Colour is (Red, Green, Blue);
   subtype Warm is Colour with Static_Predicate => Warm in Red | Blue;
   function Same (X : Index) return Index is begin if X = 4 then return 1; end if; return X; end Same;
   N : Integer := 0;
   ${declarations}
begin
   ${statements}
end Main;
`;
    const results = await check(loadText({ file: 'main.adb', text }, 'ada'), {});
    return results.find(({ property }) => property === 'assertions')?.verdict;
  };

  it.each([
    [
      'an access value may have changed an element',
      `type Row is array (1 .. 3) of aliased Integer; R : Row := (others => 1);
       type Ref is access all Integer; P : Ref := R (2)'Access;`,
      'begin P.all := 7; exception when others => null; end; if R (2) = 1 then raise Program_Error; end if;',
    ],
    [
      'a loop runs over a subtype whose bounds are not known',
      'Most : Index := Same (3); subtype Few is Index range 1 .. Most;',
      'for I in Few loop N := N + 1; end loop; pragma Assert (N = 3);',
    ],
    [
      "'Last is that of a subtype whose bounds are not known",
      'Most : Index := Same (3); subtype Few is Index range 1 .. Most;',
      "pragma Assert (Few'Last = 3);",
    ],
    ['a loop runs over a predicate', '', 'for I in Warm loop N := N + 1; end loop; pragma Assert (N = 2);'],
    ['a membership asks a predicate', 'C : Colour := Green;', 'pragma Assert (C not in Warm);'],
    [
      'a case asks a predicate',
      'C : Colour := Green;',
      'case C is when Warm => raise Program_Error; when others => null; end case;',
    ],
  ])('where %s', async (_where, declarations, statements) =>
    expect(await verdict(declarations, statements)).toBe('inconclusive'),
  );
});
