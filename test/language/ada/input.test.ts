/** Reading may come to the end of the input, or to something else than a number; what then happens is looked at.
 * Under GNAT, with nothing or a word as input, the programs that are violated here wait for ever. */
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/verify/check.js';
import { loadText } from '../../../src/verify/load.js';

const program = (read: string): string => `with Ada.Text_IO; use Ada.Text_IO;
with Ada.Integer_Text_IO; use Ada.Integer_Text_IO;
procedure Main is
   task T is entry Go; end T;
   task body T is begin accept Go; end T;
   C : Character;
   N : Integer;
begin
   ${read}
   T.Go;
end Main;
`;

describe('text input', () => {
  it.each([
    ['that may end leaves the task waiting', 'Get (C);', 'violated'],
    ['that ends is handled', 'begin Get (C); exception when End_Error => null; end;', 'holds'],
    ['of a number may be none', 'begin Get (N); exception when End_Error => null; end;', 'violated'],
    ['of a number is handled', 'begin Get (N); exception when End_Error | Data_Error => null; end;', 'holds'],
    ['is handled with all else', 'begin Get (N); exception when others => null; end;', 'holds'],
  ])('%s', async (_, read, verdict) => {
    const loaded = loadText({ file: 'main.adb', text: program(read) }, 'ada');
    const [result] = await check(loaded, { deadlock: true });
    expect(result).toMatchObject({ property: 'deadlock-free', verdict });
  });
});
