/**
 * Protected actions inside each other. Who holds an object and waits for another may wait for ever; an entry call
 * inside an action and a call of the same object from outside are bounded errors (Ada Reference Manual, 9.5.1).
 * Executables of GNAT 12 hang in programs of each kind that is not told to hold here.
 */
import { describe, expect, it } from 'vitest';
import { readAda } from '../../../src/language/ada/index.js';
import { check } from '../../../src/verify/check.js';

async function answer(first: string, second: string, rest = ''): Promise<string> {
  const text = `procedure Main is
   protected First is procedure Go; procedure Leaf; end First;
   protected Second is procedure Go; procedure Leaf; end Second;
   task Server is entry Serve; end Server;
   procedure Helper;
   protected body First is
      procedure Go is begin ${first} end Go;
      procedure Leaf is begin null; end Leaf;
   end First;
   protected body Second is
      procedure Go is begin ${second} end Go;
      procedure Leaf is begin null; end Leaf;
   end Second;
   procedure Helper is begin First.Leaf; end Helper;
   task body Server is
   begin
      ${rest}
      select accept Serve; or terminate; end select;
   end Server;
   task Other;
   task body Other is begin Second.Go; end Other;
begin
   First.Go;
end Main;
`;
  const reading = readAda([{ file: 'main.adb', text }]);
  if (!reading.ok) throw new Error(reading.diagnostics[0].message);
  const loaded = { file: 'main.adb', language: 'ada' as const, program: reading.value, diagnostics: [] };
  const [result] = await check(loaded, {});
  return result.verdict === 'inconclusive' ? `inconclusive: ${result.reason}` : result.verdict;
}

describe('a protected action', () => {
  it('may call other objects, in one order', async () => {
    expect(await answer('Second.Leaf;', 'null;')).toMatch(/^holds/);
    expect(await answer('Leaf; First.Leaf; Second.Leaf;', 'Leaf;')).toMatch(/^holds/);
  });

  it.each([
    [
      'an object whose actions call this one',
      'Second.Leaf;',
      'First.Leaf;',
      'calls Second, which may wait for First',
    ],
    ['its own object from outside', 'Helper;', 'null;', 'First that calls First from outside'],
    ['its own object through another', 'Second.Go;', 'First.Leaf;', 'First that calls First from outside'],
    ['an entry', 'Server.Serve;', 'null;', 'the entry Serve inside a protected action of First'],
  ])('is followed no further where it calls %s', async (_, first, second, reason) => {
    const found = await answer(first, second, 'First.Leaf;');
    expect(found).toMatch(/^inconclusive/);
    expect(found).toContain(reason);
  });
});
