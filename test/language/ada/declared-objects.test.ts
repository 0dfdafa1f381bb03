/**
 * Access values that lead to declared objects, and discriminants that a subtype gives. GNAT 12 accepts every program;
 * what is expected is what Ada's rules say.
 */
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/verify/check.js';
import { loadText } from '../../../src/verify/load.js';

const answers = async (text: string): Promise<Record<string, string>> => {
  const results = await check(loadText({ file: 'main.adb', text }, 'ada'), {});
  return Object.fromEntries(results.map(({ property, verdict }) => [property, verdict]));
};

const program = (declarations: string, statements: string): string => `procedure Main is
   task Server is
      entry Go;
   end Server;
   task body Server is begin accept Go; end Server;
   type Node is record
      Value : Integer := 0;
   end record;
   type Numbers is array (1 .. 3) of Integer;
   ${declarations}
begin
   ${statements}
end Main;
`;

describe("'Access of a declared object", () => {
  it.each([
    [
      'is not null',
      'N : aliased Node; P : access Node;',
      "P := N'Access; if P /= null then Server.Go; end if;",
      'holds',
    ],
    [
      'leads to what the object holds',
      'X : aliased Integer := 2; P : access Integer;',
      "P := X'Access; X := 5; if P.all = 5 then Server.Go; end if;",
      'holds',
    ],
    [
      'is a way to change the object',
      'N : aliased Node; type Ref is access all Node; P : Ref;',
      "P := N'Unchecked_Access; P.Value := 7; if N.Value = 7 then Server.Go; end if;",
      'holds',
    ],
    [
      'tells objects apart',
      'M, N : aliased Node; P, Q : access Node;',
      "P := M'Access; Q := N'Access; if P = Q then Server.Go; end if;",
      'violated',
    ],
    [
      'tells declared from allocated objects',
      'type Ref is access all Node; P : Ref := new Node; N : aliased Node; Q : Ref;',
      "Q := N'Access; P.Value := 1; if Q.Value = 1 or P = Q then Server.Go; end if;",
      'violated',
    ],
    [
      'is handed to a subprogram',
      'N : aliased Node; procedure Fill (P : access Node) is begin P.Value := 4; end Fill;',
      "Fill (N'Access); if N.Value = 4 then Server.Go; end if;",
      'holds',
    ],
    [
      'is a discriminant of a task',
      `N : aliased Node;
       task type Filler (P : access Node) is entry Done; end Filler;
       task body Filler is begin P.Value := 4; accept Done; end Filler;
       F : Filler (N'Access);`,
      'F.Done; if N.Value = 4 then Server.Go; end if;',
      'holds',
    ],
  ])('%s', async (_, declarations, statements, expected) => {
    const found = await answers(program(declarations, statements));
    expect(found['deadlock-free']).toBe(expected);
    expect(found.assertions).toBe('holds');
  });

  it.each([
    [
      'a component of an array',
      'A : array (1 .. 2) of aliased Node; P : access Node;',
      "P := A (1)'Access; P.Value := 3; if A (1).Value = 3 then Server.Go; end if;",
    ],
    [
      'objects of two subtypes of one type',
      'X : aliased Natural := 1; Y : aliased Integer := -1; P : access Natural; Q : access Integer;',
      "P := X'Access; Q := Y'Access; Q.all := -2; P.all := 3; if X = 3 then Server.Go; end if;",
    ],
  ])(
    'claims nothing where the object has no room among the others: %s',
    async (_, declarations, statements) => {
      const found = await answers(program(declarations, statements));
      expect(found['deadlock-free']).not.toBe('violated');
      expect(found.assertions).not.toBe('violated');
    },
  );
});

const gates = (declarations: string): string => `procedure Main is
   protected type Gate (Open : Boolean) is
      entry Pass;
   end Gate;
   protected body Gate is
      entry Pass when Open is begin null; end Pass;
   end Gate;
   Yes : constant Boolean := True;
   task type Client (Count : Natural) is
      entry Call;
   end Client;
   task body Client is begin for I in 1 .. Count loop accept Call; end loop; end Client;
   ${declarations}
end Main;
`;

describe('discriminants that a subtype gives', () => {
  it.each([
    [
      'to the components of an array',
      'G : array (1 .. 2) of Gate (True); begin G (1).Pass; G (2).Pass;',
      'holds',
    ],
    [
      'to the components of an array: closed',
      'G : array (1 .. 2) of Gate (False); begin G (2).Pass;',
      'violated',
    ],
    ['by its name', 'subtype Open_Gate is Gate (True); G : Open_Gate; begin G.Pass;', 'holds'],
    [
      'to allocated objects',
      'subtype Open_Gate is Gate (Open => Yes); type Ref is access Open_Gate; R : Ref := new Open_Gate; begin R.Pass;',
      'holds',
    ],
    [
      'are worked out where the subtype is declared',
      `subtype Open_Gate is Gate (Yes);
       procedure Inner is
          Yes : constant Boolean := False;
          G : Open_Gate;
       begin
          if not Yes then G.Pass; end if;
       end Inner;
       begin Inner;`,
      'holds',
    ],
    ['to tasks in an array', 'C : array (1 .. 2) of Client (1); begin C (1).Call; C (2).Call;', 'holds'],
    [
      'to tasks in an array: one call is missing',
      'C : array (1 .. 2) of Client (2); begin C (1).Call;',
      'violated',
    ],
  ])('%s', async (_, declarations, expected) => {
    const found = await answers(gates(declarations));
    expect(found['deadlock-free']).toBe(expected);
    expect(found.assertions ?? 'holds').toBe('holds');
  });
});
