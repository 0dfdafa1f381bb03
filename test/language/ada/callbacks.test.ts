/** Access to subprograms: a call is that of the subprogram where it is known before the program runs which one it is. */
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/verify/check.js';
import { loadText } from '../../../src/verify/load.js';

/** T waits for ever unless Meet is called once. */
const program = (declarations: string, statements: string): string => `procedure Main is
   task T is entry Go; end T;
   task body T is begin accept Go; end T;
   type Job is access procedure;
   type Test is access function (N : Integer) return Boolean;
   procedure Meet is begin T.Go; end Meet;
   procedure Rest is begin null; end Rest;
   function Is_Even (N : Integer) return Boolean is (N mod 2 = 0);
   function Meets (N : Integer) return Boolean is begin T.Go; return N > 0; end Meets;
   ${declarations}
begin
   ${statements}
end Main;
`;

describe('a call through access to a subprogram', () => {
  it.each([
    ['that is a constant', "J : constant Job := Meet'Access;", 'J.all;', 'holds'],
    ['that is another constant', "J : constant Job := Rest'Access;", 'J.all;', 'violated'],
    [
      'that is a parameter',
      'procedure Run (J : Job) is begin J.all; end Run;',
      "Run (Meet'Access);",
      'holds',
    ],
    [
      'that is a parameter of an anonymous type',
      'procedure Run (J : not null access procedure) is begin J.all; end Run;',
      "Run (Rest'Access); Run (Meet'Access);",
      'holds',
    ],
    [
      'that is a function',
      'procedure Run (F : Test) is begin if F (4) then Meet; end if; end Run;',
      "Run (Is_Even'Access);",
      'holds',
    ],
    [
      'that is a function with effects',
      "F : constant Test := Meets'Access; B : Boolean;",
      'B := F (1);',
      'holds',
    ],
    [
      'that is an element',
      "All_Jobs : constant array (1 .. 2) of Job := (Rest'Access, Meet'Access);",
      'All_Jobs (2).all;',
      'holds',
    ],
    ['that varies', "J : Job := Rest'Access;", "J := Meet'Access; J.all;", 'inconclusive'],
    [
      'that varies, of a function',
      "F : Test := Is_Even'Access; B : Boolean;",
      "F := Meets'Access; B := F (1);",
      'inconclusive',
    ],
  ])('%s', async (_, declarations, statements, verdict) => {
    const loaded = loadText({ file: 'main.adb', text: program(declarations, statements) }, 'ada');
    const [result] = await check(loaded, { deadlock: true });
    expect(result).toMatchObject({ property: 'deadlock-free', verdict });
  });
});
