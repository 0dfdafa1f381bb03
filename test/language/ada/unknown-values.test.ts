/**
 * What is not kept may have any value: the one that gets the program stuck, too. In each program the value of
 * `Unknown` (a floating-point number, which the model does not keep) decides whether main is accepted by
 * `Server`, who waits for ever otherwise. An answer that leaves one of the two out would be wrong.
 */
import { describe, expect, it } from 'vitest';
import { readAda } from '../../../src/language/ada/index.js';
import type { Program } from '../../../src/model/program.js';
import { check } from '../../../src/verify/check.js';
import type { Loaded } from '../../../src/verify/load.js';

interface Case {
  what: string;
  declarations: string;
  statements: string;
}

/** `Server.Go` must be called once for the program to end. */
const program = ({ declarations, statements }: Case): string => `
with Ada.Text_IO;
procedure Main is
   F : Float := 1.0;
   function Unknown return Integer is (Integer (F));
   task Server is
      entry Go;
   end Server;
   task body Server is
   begin
      accept Go;
   end Server;
${declarations}
begin
   Ada.Text_IO.Put_Line ("begin");
${statements}
end Main;
`;

const cases: Case[] = [
  {
    what: 'a condition',
    declarations: '',
    statements: 'if Unknown = 3 then Server.Go; end if;',
  },
  {
    what: 'a divisor',
    declarations: 'N : Integer := 1;',
    statements: 'N := 10 / Unknown; Server.Go;',
  },
  {
    what: 'a divisor that is handed over',
    declarations:
      'task Calculator is entry Divide (By : Integer); end Calculator; task body Calculator is N : Integer; begin accept Divide (By : Integer) do N := 10 / By; end Divide; end Calculator;',
    statements: 'Calculator.Divide (Unknown); Server.Go;',
  },
  {
    what: 'a case',
    declarations: '',
    statements: 'case Unknown is when 1 => Server.Go; when others => null; end case;',
  },
  {
    what: 'the end of a loop',
    declarations: '',
    statements: 'while Unknown > 3 loop Server.Go; exit; end loop;',
  },
  {
    what: 'the number of rounds of a loop',
    declarations: '',
    statements: 'for I in 1 .. Unknown loop Server.Go; exit; end loop;',
  },
  {
    what: 'an integer variable',
    declarations: 'N : Integer := 0;',
    statements: 'N := Unknown; if N = 0 then Server.Go; end if;',
  },
  {
    what: 'an element whose index is not known',
    declarations: 'A : array (1 .. 3) of Boolean := (others => True);',
    statements: 'A (Unknown) := False; if A (2) then Server.Go; end if;',
  },
  {
    what: 'an element of a long array whose index is not known',
    declarations: 'A : array (1 .. 250) of Boolean := (others => True);',
    statements: 'A (Unknown) := False; if A (2) then Server.Go; end if;',
  },
  {
    what: 'a component of an element whose index is not known',
    declarations: `type R is record On : Boolean := True; end record;
      A : array (1 .. 3) of R;`,
    statements: 'A (Unknown).On := False; if A (2).On then Server.Go; end if;',
  },
  {
    what: 'a part of an array with bounds that are not known',
    declarations: 'A : array (1 .. 3) of Boolean := (others => True);',
    statements: 'A (1 .. Unknown) := (others => False); if A (2) then Server.Go; end if;',
  },
  {
    what: 'an element given to a procedure that changes it',
    declarations: `A : array (1 .. 3) of Boolean := (others => True);
      procedure Clear (B : out Boolean) is begin B := False; end Clear;`,
    statements: 'Clear (A (Unknown)); if A (2) then Server.Go; end if;',
  },
  {
    what: 'what an out parameter brings back',
    declarations: `N : Integer := 0;
      procedure Set (X : out Integer) is begin X := Unknown; end Set;`,
    statements: 'Set (N); if N = 0 then Server.Go; end if;',
  },
  {
    what: 'what a function of several statements gives',
    declarations: `function Both return Integer is
      begin
         if Unknown = 1 then return 0; end if;
         return Unknown;
      end Both;`,
    statements: 'if Both = 0 then Server.Go; end if;',
  },
  {
    what: 'a record from a function',
    declarations: `type R is record X, Y : Integer := 0; end record;
      function Both return R is begin return (X => Unknown, Y => 0); end Both;
      V : R;`,
    statements: 'V := Both; if V.X = 0 then Server.Go; end if;',
  },
  {
    what: 'an entry parameter',
    declarations: `task Other is entry Put (X : Integer); end Other;
      task body Other is N : Integer := 0;
      begin
         accept Put (X : Integer) do N := X; end Put;
         if N = 0 then Server.Go; end if;
      end Other;`,
    statements: 'Other.Put (Unknown);',
  },
  {
    what: 'an entry parameter that is a record',
    declarations: `type R is record X, Y : Integer := 0; end record;
      function Both return R is begin return (X => Unknown, Y => 0); end Both;
      task Other is entry Put (V : R); end Other;
      task body Other is N : Integer := 0;
      begin
         accept Put (V : R) do N := V.X; end Put;
         if N = 0 then Server.Go; end if;
      end Other;`,
    statements: 'Other.Put (Both);',
  },
  {
    what: 'what an entry call brings back',
    declarations: `N : Integer := 0;
      task Other is entry Get (X : out Integer); end Other;
      task body Other is
      begin
         accept Get (X : out Integer) do X := Unknown; end Get;
      end Other;`,
    statements: 'Other.Get (N); if N = 0 then Server.Go; end if;',
  },
  {
    what: 'what a protected procedure brings back',
    declarations: `N : Integer := 0;
      protected P is procedure Get (X : out Integer); end P;
      protected body P is
         procedure Get (X : out Integer) is begin X := Unknown; end Get;
      end P;`,
    statements: 'P.Get (N); if N = 0 then Server.Go; end if;',
  },
  {
    what: 'which member of a family is called',
    declarations: `task Other is entry E (1 .. 2); end Other;
      task body Other is begin accept E (1); end Other;`,
    statements: 'Server.Go; Other.E (Unknown);',
  },
  {
    what: 'which member of a family is accepted',
    declarations: `task Other is entry E (1 .. 2); end Other;
      task body Other is begin accept E (Unknown); end Other;`,
    statements: 'Server.Go; Other.E (1);',
  },
  {
    what: 'which member of a family is accepted in a select statement',
    declarations: `task Other is entry E (1 .. 2); end Other;
      task body Other is begin select accept E (Unknown); or terminate; end select; end Other;`,
    statements: 'Server.Go; Other.E (1);',
  },
  {
    what: 'which member of a protected family is called',
    declarations: `protected P is entry E (1 .. 2); end P;
      protected body P is entry E (for I in 1 .. 2) when I = 1 is begin null; end E; end P;`,
    statements: 'Server.Go; P.E (Unknown);',
  },
  {
    what: 'which task is called',
    declarations: `task type T (Willing : Boolean) is entry E; end T;
      task body T is begin if Willing then accept E; accept E; end if; end T;
      type Ref is access T;
      A : array (1 .. 2) of Ref := (new T (True), new T (True));`,
    statements: 'Server.Go; A (Unknown).E; A (1).E; A (2).E;',
  },
  {
    what: 'which protected object is called',
    declarations: `protected type P is entry E; procedure Set; private On : Boolean := True; end P;
      protected body P is
         entry E when On is begin null; end E;
         procedure Set is begin On := False; end Set;
      end P;
      A : array (1 .. 2) of P;`,
    statements: 'Server.Go; A (2).Set; A (Unknown).E;',
  },
  {
    what: 'a barrier',
    declarations: `protected P is entry E; private X : Float := 0.0; end P;
      protected body P is entry E when X > 1.0 is begin null; end E; end P;`,
    statements: 'Server.Go; P.E;',
  },
  {
    what: 'a barrier of which a part is known',
    declarations: `protected P is entry E; private X : Float := 0.0; N : Integer := 3; end P;
      protected body P is entry E when N = 3 and X > 1.0 is begin null; end E; end P;`,
    statements: 'Server.Go; P.E;',
  },
  {
    what: 'a barrier of an entry whose callers are counted',
    declarations: `protected P is entry E; function Waiting return Natural; private X : Float := 0.0; end P;
      protected body P is
         entry E when X > 1.0 is begin null; end E;
         function Waiting return Natural is (E'Count);
      end P;`,
    statements: 'Server.Go; P.E; if P.Waiting > 0 then null; end if;',
  },
  {
    what: 'a guard',
    declarations: `task Other is entry E; entry Q; end Other;
      task body Other is
      begin
         select when Unknown > 1 => accept E; or when Unknown < 1 => accept Q; end select;
      exception when others => null;
      end Other;`,
    statements: 'Server.Go; Other.E;',
  },
  {
    what: 'what an access value leads to',
    declarations: `type Ref is access Boolean;
      A : array (1 .. 2) of Ref := (new Boolean'(True), new Boolean'(True));`,
    statements: 'A (Unknown).all := False; if A (2).all then Server.Go; end if;',
  },
  {
    what: 'what a library subprogram changes',
    declarations: 'N : Integer := 0; L : Natural := 0; S : String (1 .. 4);',
    statements:
      'begin Ada.Text_IO.Get_Line (S, L); exception when Ada.Text_IO.End_Error => L := 0; end; if L = 0 then Server.Go; end if;',
  },
];

const read = (text: string): Program => {
  const reading = readAda([{ file: 'main.adb', text }]);
  if (!reading.ok) throw new Error(reading.diagnostics.map(({ message }) => message).join('; '));
  return reading.value;
};

async function verdictOf(program: Program): Promise<string> {
  const loaded: Loaded = { file: 'main.adb', language: 'ada', program, diagnostics: [] };
  const [result] = await check(loaded, { deadlock: true, timeSeconds: 10 });
  return result.verdict;
}

describe('a value that is not kept', () => {
  for (const each of cases) {
    it(`does not hide that the program may be stuck: ${each.what}`, async () => {
      expect(await verdictOf(read(program(each)))).toBe('inconclusive');
    });
  }
});

/** A counter that is left out in the coarser model must not hide who waits for it. */
const counted = (use: string): string => `
procedure Main is
   protected P is
      procedure Up;
      entry E;
   private
      N : Integer := 0;
   end P;
   protected body P is
      procedure Up is
      begin
         N := N + 1;
      end Up;
      entry E when N = -5 is
      begin
         null;
      end E;
   end P;
   N : Integer := 0;
   task Server is
      entry Go;
   end Server;
   task body Server is
   begin
      accept Go;
      accept Go;
   end Server;
begin
   for I in 1 .. 1000 loop
      P.Up;
      N := N + 1;
   end loop;
   Server.Go;
   ${use}
end Main;
`;

describe('the coarser model', () => {
  const uses = {
    'a barrier': 'Server.Go; P.E;',
    'a condition': 'if N < 0 then Server.Go; end if;',
    'the rounds of a loop': 'Server.Go; while N > 0 loop P.E; end loop;',
  };
  for (const [what, use] of Object.entries(uses)) {
    it(`is stuck where the program may be: ${what}`, async () => {
      const exact = read(counted(use));
      const coarser: Program = { system: exact.coarser!(), declared: [] };
      expect(await verdictOf(coarser)).not.toBe('holds');
    });
  }
});

/** A loop that calls the server; nobody else does. `Start` is given the number of rounds. */
const rounds = (loop: string, given: string): string => `
with Ada.Text_IO; use Ada.Text_IO;
procedure Main is
   task Server is
      entry Go;
   end Server;
   task body Server is
   begin
      accept Go;
   end Server;
   task Client is
      entry Start (N : Integer);
   end Client;
   task body Client is
      M : Integer;
   begin
      accept Start (N : Integer) do
         M := N;
      end Start;
      ${loop}
   end Client;
   K : Integer := ${given};
begin
   Client.Start (K);
end Main;
`;

describe('a loop of the coarser model', () => {
  const coarser = (text: string): Promise<string> => {
    const system = read(text).coarser!();
    return verdictOf({ system, declared: [] });
  };

  it('may have no round, where its bounds are only known when it runs', async () => {
    const loop = 'for I in 1 .. M loop Server.Go; exit; end loop;';
    expect(await verdictOf(read(rounds(loop, '0')))).toBe('violated');
    expect(await coarser(rounds(loop, '0'))).not.toBe('holds');
  });

  it('is not counted where its variable is only shown', async () => {
    const shown = (bound: string) =>
      rounds(
        `Server.Go; for I in 1 .. ${bound} loop Put ("round"); Ada.Text_IO.Put_Line (Integer'Image (I)); end loop;`,
        '5',
      );
    const sizes = ['10', '50'].map((bound) => JSON.stringify(read(shown(bound)).coarser!().types));
    expect(sizes[0]).toBe(sizes[1]);
    expect(await coarser(shown('50'))).toBe('holds');
  });

  it('has any value of its variable, where a procedure that is called as if it showed it does more', async () => {
    const text = rounds('for I in 1 .. 3 loop Put (I); end loop;', '3').replace(
      'task Client is',
      'procedure Put (I : Integer) is begin if I = 2 then Server.Go; end if; end Put; task Client is',
    );
    expect(await verdictOf(read(text))).toBe('holds');
    // It may come to 2 several times, or never.
    expect(await coarser(text)).not.toBe('holds');
  });
});

describe('values that are not kept', () => {
  it('are not the same because nothing is known of either', async () => {
    const text = program({
      what: '',
      declarations: 'G : Float := 2.0; S : String := "one"; R : String := "two";',
      statements: 'if F = G then Server.Go; elsif S = R then Server.Go; end if;',
    });
    expect(await verdictOf(read(text))).toBe('inconclusive');
  });
});

describe('an exception that nobody handles', () => {
  it('ends its task only: who waits for that task waits for ever', async () => {
    const text = program({
      what: '',
      declarations: 'task Dies; task body Dies is begin raise Program_Error; Server.Go; end Dies;',
      statements: 'null;',
    });
    expect(await verdictOf(read(text))).toBe('violated');
  });
});

describe('components with initial values', () => {
  it('have them in every element of an array', async () => {
    const text = program({
      what: '',
      declarations: 'type R is record On : Boolean := True; end record; A : array (1 .. 3) of R;',
      statements: 'if A (2).On then Server.Go; end if;',
    });
    expect(await verdictOf(read(text))).toBe('holds');
  });
});
