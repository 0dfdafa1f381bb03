/**
 * Controlled objects: when Initialize and Finalize are called (Ada Reference Manual, 7.6 and 7.6.1). The executables of
 * GNAT 12 fail the assertions that are told to be violated here, and no others.
 */
import { describe, expect, it } from 'vitest';
import { readAda } from '../../../src/language/ada/index.js';
import { check } from '../../../src/verify/check.js';

const verdict = async (...texts: string[]): Promise<string> => {
  const reading = readAda(texts.map((text, i) => ({ file: `${i}.adb`, text })));
  if (!reading.ok) throw new Error(reading.diagnostics[0].message);
  const loaded = { file: 'main.adb', language: 'ada' as const, program: reading.value, diagnostics: [] };
  const results = await check(loaded, {});
  return (results.find(({ property }) => property === 'assertions') ?? results[0]).verdict;
};

const program = (declarations: string, statements: string, finalize = 'Left := Left + 1;'): string => `
with Ada.Finalization;
procedure Main is
   Made, Left : Integer := 0;
   package Kept is
      type Object is new Ada.Finalization.Limited_Controlled with record V : Integer := 0; end record;
      overriding procedure Initialize (X : in out Object);
      overriding procedure Finalize (X : in out Object);
   end Kept;
   package body Kept is
      overriding procedure Initialize (X : in out Object) is begin X.V := 3; Made := Made + 1; end Initialize;
      overriding procedure Finalize (X : in out Object) is begin ${finalize} end Finalize;
   end Kept;
   type Two is limited record A, B : Kept.Object; end record;
   type Row is array (1 .. 3) of Two;
   ${declarations}
begin
   ${statements}
end Main;
`;

describe('a controlled object', () => {
  it.each([
    ['Kept.Object', 'V', 1],
    ['Two', 'B.V', 2],
    ['Row', '(3).A.V', 6],
  ])('is made and left, alone or as a component: %s', async (type, component, count) => {
    const name = component.startsWith('(') ? `X ${component}` : `X.${component}`;
    const used = (made: number, left: number): string =>
      `declare X : ${type}; begin pragma Assert (Made = ${made} and ${name} = 3); end; pragma Assert (Left = ${left});`;
    expect(await verdict(program('', used(count, count)))).toBe('holds');
    expect(await verdict(program('', used(count, count - 1)))).toBe('violated');
  });

  it('is made by an allocator', async () => {
    const declarations = 'type Ref is access Kept.Object; P : Ref := new Kept.Object;';
    expect(await verdict(program(declarations, 'pragma Assert (Made = 1 and P.V = 3);'))).toBe('holds');
    expect(await verdict(program(declarations, 'pragma Assert (Made = 0);'))).toBe('violated');
  });

  it('is left when the main program has waited for its tasks', async () => {
    const declarations = 'X : Kept.Object; task T; task body T is begin Left := 1; end T;';
    expect(await verdict(program(declarations, 'null;', 'pragma Assert (Left = 1);'))).toBe('holds');
    expect(await verdict(program(declarations, 'null;', 'pragma Assert (Left = 0);'))).toBe('violated');
  });

  it('of a library package is left when all tasks have ended', async () => {
    const units = (expected: number): string[] => [
      `with Ada.Finalization;
package Kept is
   Count : Integer := 0;
   type Object is new Ada.Finalization.Limited_Controlled with null record;
   overriding procedure Finalize (X : in out Object);
   X : Object;
   task Server is entry Serve; end Server;
end Kept;`,
      `package body Kept is
   overriding procedure Finalize (X : in out Object) is begin pragma Assert (Count = ${expected}); end Finalize;
   task body Server is begin loop select accept Serve; or terminate; end select; end loop; end Server;
end Kept;`,
      `with Kept;
procedure Main is
   task User;
   task body User is begin Kept.Server.Serve; Kept.Count := 1; end User;
begin
   Kept.Server.Serve;
end Main;`,
    ];
    expect(await verdict(...units(1))).toBe('holds');
    expect(await verdict(...units(0))).toBe('violated');
  });

  it('is left once by a task that is aborted, whatever it does then', async () => {
    const task = `task T is entry Go; end T;
      task body T is X : Kept.Object; Y : Two; begin accept Go; delay 1.0; end T;`;
    const used = (left: number): string =>
      `declare ${task} begin T.Go; abort T; end; pragma Assert (Left = ${left});`;
    expect(await verdict(program('', used(3)))).toBe('holds');
    expect(await verdict(program('', used(2)))).toBe('violated');
  });

  it('is left at most once by the abortable part of an asynchronous select', async () => {
    const part = (left: string): string => `select delay 1.0; then abort
      declare X : Kept.Object; begin delay 1.0; end; end select; pragma Assert (Left ${left});`;
    expect(await verdict(program('', part('<= 1')))).toBe('holds');
    expect(await verdict(program('', part('= 0')))).toBe('violated');
  });

  it('gives Program_Error where Finalize raises an exception', async () => {
    const block = (exception: string): string =>
      `begin declare X : Kept.Object; begin null; end; exception when ${exception} => null; end;`;
    expect(await verdict(program('', block('Program_Error'), 'raise Constraint_Error;'))).toBe('holds');
    expect(await verdict(program('', block('Constraint_Error'), 'raise Constraint_Error;'))).toBe('violated');
  });
});
