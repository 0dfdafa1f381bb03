/**
 * What parameters, discriminants and allocated objects hold is exact: each program ends exactly where Ada says
 * so, because `Server` waits for ever unless it is called once, and is called where the value is right.
 */
import { describe, expect, it } from 'vitest';
import { readAda } from '../../../src/language/ada/index.js';
import { check } from '../../../src/verify/check.js';

const program = (declarations: string, statements: string): string => `
procedure Main is
   task Server is
      entry Go;
   end Server;
   task body Server is
   begin
      accept Go;
   end Server;
${declarations}
begin
${statements}
end Main;
`;

const CASES: [what: string, declarations: string, statements: string][] = [
  [
    'an out parameter goes where its access value led when the call was made',
    `type Ref is access Integer;
     P : Ref := new Integer'(1);
     Q : constant Ref := P;
     task T is entry E (X : out Integer); end T;
     task body T is
     begin
        accept E (X : out Integer) do P := new Integer'(2); X := 5; end E;
     end T;`,
    'T.E (P.all); if Q.all = 5 and P.all = 2 then Server.Go; end if;',
  ],
  [
    'an out parameter goes to the element that was meant when the call was made',
    `A : array (1 .. 2) of Integer := (0, 0);
     I : Integer range 1 .. 2 := 1;
     procedure Set (X : out Integer) is begin I := 2; X := 7; end Set;`,
    'Set (A (I)); if A (1) = 7 and A (2) = 0 then Server.Go; end if;',
  ],
  [
    'an element that is an in parameter is the one that was meant when the call was made',
    `type Pair is record A, B : Integer range 0 .. 5; end record;
     S : array (1 .. 2) of Pair := ((1, 2), (3, 4));
     I : Integer range 1 .. 2 := 1;
     procedure Take (X : Pair) is begin I := 2; if X.A = 1 then Server.Go; end if; end Take;`,
    'Take (S (I));',
  ],
  [
    'a protected object is the one that was meant when the call was made',
    `protected type Cell is procedure Set; function Get return Boolean; private Full : Boolean := False; end Cell;
     protected body Cell is
        procedure Set is begin Full := True; end Set;
        function Get return Boolean is (Full);
     end Cell;
     S : array (1 .. 2) of Cell;
     I : Integer range 1 .. 2 := 1;
     procedure Fill (X : in out Cell) is begin I := 2; X.Set; end Fill;`,
    'Fill (S (I)); if S (1).Get and not S (2).Get then Server.Go; end if;',
  ],
  [
    'an aggregate holds what its variables were when the call was made',
    `type Pair is record A, B : Integer range 0 .. 5; end record;
     type Pairs is array (1 .. 2) of Pair;
     G : Integer range 0 .. 5 := 1;
     R : Pair := (2, 3);
     procedure Take (X : Pair; Y : Pairs) is
     begin
        G := 4;
        R := (5, 5);
        if X.A = 1 and X.B = 2 and Y (1).B = 3 and Y (2).A = 1 then Server.Go; end if;
     end Take;`,
    'Take ((G, G + 1), (R, (G, 0)));',
  ],
  [
    'a renaming stands for the element that was meant where it is declared',
    `A : array (1 .. 2) of Integer range 0 .. 5 := (1, 2);
     I : Integer range 1 .. 2 := 1;
     R : Integer renames A (I);`,
    'I := 2; R := 5; if A (1) = 5 and A (2) = 2 then Server.Go; end if;',
  ],
  [
    'a variable is changed through a formal object of a generic',
    `V : Integer range 0 .. 9 := 0;
     generic X : in out Integer; procedure Set;
     procedure Set is begin X := 6; end Set;
     procedure Set_V is new Set (V);`,
    'Set_V; if V = 6 then Server.Go; end if;',
  ],
  [
    'formal objects of a generic are what was given where the instance was made',
    `type Pair is record A, B : Integer range 0 .. 5; end record;
     G : Integer range 0 .. 5 := 1;
     R : Pair := (2, 3);
     I : Integer range 1 .. 2 := 1;
     S : array (1 .. 2) of Integer range 0 .. 9 := (0, 0);
     generic
        N : Integer;
        M : Pair;
        V : in out Integer;
     procedure Add;
     procedure Add is begin V := N + M.A + M.B; end Add;
     procedure Add_Six is new Add (G, R, S (I));`,
    'G := 4; R := (5, 5); I := 2; Add_Six; if S (1) = 6 and S (2) = 0 then Server.Go; end if;',
  ],
  [
    'a function that renames one of a protected object gives what that gives',
    `protected P is procedure Set; function Plus (X : Integer) return Integer; private N : Integer := 0; end P;
     protected body P is
        procedure Set is begin N := 3; end Set;
        function Plus (X : Integer) return Integer is (N + X);
     end P;
     function Sum (Y : Integer) return Integer renames P.Plus;`,
    'P.Set; if Sum (Y => 2) = 5 then Server.Go; end if;',
  ],
  [
    'a constrained record has the discriminant that its subtype says',
    `type R (N : Integer := 1) is record V : Integer := 0; end record;
     X : R (3);`,
    'if X.N = 3 then Server.Go; end if;',
  ],
  [
    'a record with another discriminant does not fit',
    `type R (N : Integer := 1) is record V : Integer := 0; end record;
     subtype Three is R (3);
     task T is entry E (X : Three); end T;
     task body T is begin select accept E (X : Three); or terminate; end select; end T;
     Y : R := (2, 0);`,
    'T.E (Y); exception when Constraint_Error => Server.Go;',
  ],
  [
    'an element of a parameter that is out of range is found by the caller',
    `type A is array (1 .. 2) of Integer range 1 .. 2;
     task T is entry E (X : A := (1, -1)); end T;
     task body T is begin select accept E (X : A := (1, -1)); or terminate; end select; end T;`,
    'T.E; exception when Constraint_Error => Server.Go;',
  ],
  [
    'the tasks of an allocated record run',
    `task type W is entry Start; end W;
     task body W is begin accept Start; Server.Go; end W;
     type R is record Worker : W; end record;
     type Ref is access R;
     P : Ref;`,
    'P := new R; P.Worker.Start;',
  ],
  [
    'an entry may have a parameter of a private type that is completed later',
    `package K is
        type T is private;
        task S is entry Put (X : T); end S;
        function Make return T;
     private
        type T is record A, B : Integer; end record;
     end K;
     package body K is
        task body S is
        begin
           accept Put (X : T) do if X.B = 4 then Server.Go; end if; end Put;
        end S;
        function Make return T is (3, 4);
     end K;`,
    'K.S.Put (K.Make);',
  ],
  [
    'an element is looked for in the array before it is taken from it',
    `type Ref is access Integer;
     A : array (1 .. 2) of Ref := (new Integer'(1), new Integer'(2));`,
    "for I in A'Range loop if A (I).all = 2 then Server.Go; end if; end loop;",
  ],
];

async function verdictOf(text: string): Promise<string> {
  const reading = readAda([{ file: 'main.adb', text }]);
  if (!reading.ok) throw new Error(reading.diagnostics.map(({ message }) => message).join('; '));
  const loaded = { file: 'main.adb', language: 'ada', program: reading.value, diagnostics: [] };
  const [{ verdict }] = await check(loaded, { deadlock: true, timeSeconds: 30 });
  return verdict;
}

describe('parameters and allocated objects', () => {
  it.each(CASES)('%s', async (_, declarations, statements) => {
    expect(await verdictOf(program(declarations, statements))).toBe('holds');
  });
});

describe('which program is meant', () => {
  const texts = ['One', 'Two'].map((name) => ({
    file: `${name}.adb`,
    text: `procedure ${name} is begin null; end ${name};`,
  }));
  const messages = (options: Parameters<typeof readAda>[1]): string[] =>
    readAda(texts, options).diagnostics.map(({ message, hint }) => `${message}; ${hint}`);

  it('is asked for, where nothing says so', () => {
    expect(messages({ mainIsOpen: true })).toEqual([
      'there are several programs here: one, two; say which one with --target, or give the file of one of them',
    ]);
  });

  it('is the one that is named', () => {
    const reading = readAda(texts, { mainIsOpen: true, main: 'Two' });
    expect(reading.ok && reading.value.system.name).toBe('two');
  });

  it('is a mistake where there is none of that name', () => {
    expect(messages({ main: 'Three' })).toEqual([
      "there is no procedure 'Three' without parameters to start; there are one, two",
    ]);
  });

  it('is the first file, where that was given', () => {
    const reading = readAda(texts);
    expect(reading.ok && reading.value.system.name).toBe('one');
  });
});
