/**
 * A variable that is used for one thing after another is kept as several: each assertion must still see the value
 * that was assigned last. `S` grows in a loop, so that nothing bounds all its values together.
 */
import { describe, expect, it } from 'vitest';
import { readAda } from '../../../src/language/ada/index.js';
import { check } from '../../../src/verify/check.js';

const program = (statements: string): string => `procedure Main is
   task T is entry Put (I : Integer); end T;
   task body T is
      S : Integer := 7;
      Twice : Boolean := False;
   begin
      ${statements}
   end T;
begin
   T.Put (3);
   T.Put (4);
end Main;
`;

const put = 'accept Put (I : Integer) do S := I; end Put;';
const grow = 'for K in 1 .. 3 loop S := S + S; end loop;';

async function verdictOf(statements: string, simplified: boolean): Promise<string> {
  const reading = readAda([{ file: 'main.adb', text: program(statements) }], { simplified });
  if (!reading.ok) throw new Error(reading.diagnostics[0].message);
  const loaded = { file: 'main.adb', language: 'ada' as const, program: reading.value, diagnostics: [] };
  const results = await check(loaded, {});
  return results.find(({ property }) => property === 'assertions')!.verdict;
}

describe('a variable that is used for several things', () => {
  it.each([
    ['its first value', `pragma Assert (S = 7); ${put} ${grow} ${put}`, 'holds'],
    ['what was put', `${put} ${grow} pragma Assert (S = 24); ${put} pragma Assert (S = 4);`, 'holds'],
    ['what it grew to', `${put} ${grow} ${put} ${grow} pragma Assert (S = 32);`, 'holds'],
    ['not what it was before', `${put} ${grow} ${put} pragma Assert (S = 24);`, 'violated'],
    [
      'either of two values where ways meet',
      `${put} ${grow} if S = 24 then S := 1; Twice := True; end if; ${put}
       if Twice then S := S + 1; end if; pragma Assert (S = 5);`,
      'holds',
    ],
    [
      'the value from round to round',
      `${put} for R in 1 .. 2 loop ${grow} S := S - 20; end loop; pragma Assert (S = 12); ${put}`,
      'holds',
    ],
    [
      'the value of the round before where it is not put anew',
      `for R in 1 .. 3 loop
          if R < 3 then ${put} ${grow} end if;
       end loop;
       pragma Assert (S = 32);`,
      'holds',
    ],
  ])('has %s', async (_, statements, verdict) => {
    expect(await verdictOf(statements, true)).toBe(verdict);
    expect(await verdictOf(statements, false)).toBe(verdict);
  });
});
