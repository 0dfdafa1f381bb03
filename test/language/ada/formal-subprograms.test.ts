/**
 * What a formal subprogram of a generic stands for, and what is given to a subprogram by its new name: the actual, or
 * else what its declaration says (Ada Reference Manual, 12.6, 8.5.4). GNAT 12 passes every assertion here.
 */
import { describe, expect, it } from 'vitest';
import { readAda } from '../../../src/language/ada/index.js';
import { check } from '../../../src/verify/check.js';

async function verdictOf(statements: string, property: string): Promise<string | undefined> {
  const text = `procedure Main is
   R : Integer := 0;
   task Server is entry Serve (X, Y : Integer); end Server;
   protected Store is procedure Put (X, Y : Integer); function Get return Integer; private V : Integer := 0; end Store;
   protected body Store is
      procedure Put (X, Y : Integer) is begin V := 10 * X + Y; end Put;
      function Get return Integer is (V);
   end Store;
   procedure Act (A, B : Integer) is begin R := 100; end Act;
   procedure Usual (A, B : Integer) is begin R := 10 * A + B; end Usual;
   procedure Again (First : Integer; Second : Integer := 7) renames Usual;
   procedure Ask (First, Second : Integer) renames Server.Serve;
   generic with procedure Act (M, N : Integer) is Usual; procedure With_Name;
   procedure With_Name is begin Act (N => 1, M => 2); end With_Name;
   generic with procedure Act (M, N : Integer) is null; procedure With_Null;
   procedure With_Null is begin Act (N => 1, M => 2); end With_Null;
   generic with procedure Act (M, N : Integer) is <>; procedure With_Box;
   procedure With_Box is begin Act (N => 1, M => 2); end With_Box;
   procedure Named is new With_Name;
   procedure Nothing is new With_Null;
   procedure Visible is new With_Box;
   procedure Given is new With_Box (Usual);
   procedure Entered is new With_Box (Server.Serve);
   procedure Stored is new With_Box (Store.Put);
   task body Server is
   begin
      accept Serve (X, Y : Integer) do R := 10 * X + Y; end Serve;
   end Server;
begin
   ${statements}
end Main;
`;
  const reading = readAda([{ file: 'main.adb', text }]);
  if (!reading.ok) throw new Error(reading.diagnostics[0].message);
  const loaded = { file: 'main.adb', language: 'ada' as const, program: reading.value, diagnostics: [] };
  const results = await check(loaded, {});
  return results.find((result) => result.property === property)?.verdict;
}

describe('a call', () => {
  it.each([
    ['of a formal with a default', 'Named; pragma Assert (R = 21);'],
    ['of a formal that is null', 'Nothing; pragma Assert (R = 0);'],
    ['of a formal that is what is visible', 'Visible; pragma Assert (R = 100);'],
    ['of a formal whose actual names its parameters otherwise', 'Given; pragma Assert (R = 21);'],
    ['of a protected operation', 'Stored; pragma Assert (Store.Get = 21);'],
    ['by other names of the parameters', 'Again (Second => 1, First => 3); pragma Assert (R = 31);'],
    ['with the default of the new name', 'Again (3); pragma Assert (R = 37);'],
  ])('%s does what it should', async (_, statements) => {
    expect(await verdictOf(`Server.Serve (1, 1); R := 0; ${statements}`, 'assertions')).toBe('holds');
  });

  it.each([
    ['of a formal that is an entry', 'Entered; pragma Assert (R = 21);'],
    [
      'of an entry by other names of the parameters',
      'Ask (Second => 1, First => 3); pragma Assert (R = 31);',
    ],
  ])('%s meets the task', async (_, statements) => {
    expect(await verdictOf(statements, 'assertions')).toBe('holds');
    expect(await verdictOf(statements, 'deadlock-free')).toBe('holds');
  });
});
