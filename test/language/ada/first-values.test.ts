/**
 * What records and arrays with tasks or protected objects hold at first, and what an extended return gives. The
 * executables of GNAT 12 fail the assertions that are told to be violated here, and no others.
 */
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/verify/check.js';
import { loadText } from '../../../src/verify/load.js';

const answer = async (declarations: string, statements: string): Promise<string> => {
  const text = `procedure Main is
   Count : Integer := 0;
   task type Worker;
   task body Worker is begin Count := Count + 1; end Worker;
   type Pair is limited record W : Worker; N : Integer := 1; end record;
   type Pairs is array (1 .. 2) of Pair;
   type Choice (Has : Boolean) is limited record
      case Has is
         when True => W : Worker;
         when others => N : Integer := 1;
      end case;
   end record;
   ${declarations}
begin
   ${statements}
end Main;
`;
  const results = await check(loadText({ file: 'main.adb', text }, 'ada'), {});
  const found = results.find(({ property }) => property === 'assertions') ?? results[0];
  return found.verdict === 'inconclusive' ? `inconclusive: ${found.reason}` : found.verdict;
};

describe('an object with tasks', () => {
  it.each([
    ['a declared record', 'X : Pair := (W => <>, N => 5);', 'X.N'],
    ['an allocated record', "type Ref is access Pair; X : Ref := new Pair'(W => <>, N => 5);", 'X.N'],
    ['elements by position', 'X : Pairs := ((W => <>, N => 4), (W => <>, N => 5));', 'X (2).N'],
    ['all elements', "X : Pairs := (others => Pair'(W => <>, N => 5));", 'X (1).N'],
    [
      'a nested record',
      'type Outer is limited record P : Pair := (W => <>, N => 5); end record; X : Outer;',
      'X.P.N',
    ],
  ])('has the data that an aggregate gives: %s', async (_, declarations, component) => {
    expect(await answer(declarations, `pragma Assert (${component} = 5);`)).toBe('holds');
    expect(await answer(declarations, `pragma Assert (${component} = 1);`)).toBe('violated');
  });

  it('keeps what its components have by themselves where the aggregate says so', async () => {
    expect(await answer('X : Pairs := (others => <>);', 'pragma Assert (X (2).N = 1);')).toBe('holds');
  });

  it.each([
    ['Choice (False)', 'holds'],
    ['Choice (True)', 'violated'],
  ])('has only the tasks of its variant: %s', async (subtype, verdict) => {
    const statements = `declare X : ${subtype}; begin null; end; pragma Assert (Count = 0);`;
    expect(await answer('', statements)).toBe(verdict);
  });

  it('has the discriminants that its subtype says', async () => {
    const declarations = `task type Adder (K : Integer);
   task body Adder is begin Count := Count + K; end Adder;
   type Held (D : Integer := 1) is limited record A : Adder (D); end record;
   subtype Third is Held (3);`;
    const block = 'declare X : Third; begin pragma Assert (X.D = 3); end;';
    expect(await answer(declarations, `${block} pragma Assert (Count = 3);`)).toBe('holds');
    expect(await answer(declarations, `${block} pragma Assert (Count = 1);`)).toBe('violated');
  });

  it('is followed no further where its subtype has discriminants that are not known', async () => {
    const statements = `Count := 4;
   declare
      type Held (D : Integer := 1) is limited record W : Worker; end record;
      subtype Other is Held (Count);
      X : Other;
   begin
      pragma Assert (X.D = 1);
   end;`;
    expect(await answer('', statements)).toMatch(/^inconclusive: .*X, whose discriminants are not known/);
  });

  it('is followed no further where a function makes it', async () => {
    const declarations = `function Make return Worker is
   begin
      Count := 7;
      return W : Worker;
   end Make;`;
    const statements = 'declare W : Worker := Make; begin null; end; pragma Assert (Count = 1);';
    expect(await answer(declarations, statements)).toMatch(/^inconclusive: .*the value of W, with tasks/);
  });
});

describe('an extended return', () => {
  const declarations = `function F (N : Integer) return Integer is
   begin
      return X : Integer := 1 do
         if N = 1 then X := 7; return; end if;
         if N = 2 then raise Constraint_Error; end if;
         X := 4;
      exception
         when Constraint_Error => X := 9;
      end return;
   end F;`;

  it.each([
    ['at its end', 0, 4],
    ['where a return without a value leaves it', 1, 7],
    ['where its handlers are over', 2, 9],
  ])('gives its object %s', async (_, given, result) => {
    expect(await answer(declarations, `pragma Assert (F (${given}) = ${result});`)).toBe('holds');
    expect(await answer(declarations, `pragma Assert (F (${given}) /= ${result});`)).toBe('violated');
  });
});
