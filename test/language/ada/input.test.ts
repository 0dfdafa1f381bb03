/**
 * What comes from outside may be anything: the standard input may end or hold no number, there may be no arguments,
 * and a file may be missing. All that can be, so what then happens does happen. What a file holds may be what the
 * program has written, which is not kept.
 */
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/verify/check.js';
import { loadText } from '../../../src/verify/load.js';

/** T waits for ever wherever Go is not called. */
const program = (statements: string): string => `with Ada.Text_IO; use Ada.Text_IO;
with Ada.Integer_Text_IO; use Ada.Integer_Text_IO;
with Ada.Command_Line; use Ada.Command_Line;
procedure Main is
   task T is entry Go; end T;
   task body T is begin accept Go; end T;
   C : Character;
   N : Integer;
   F : File_Type;
begin
   ${statements}
end Main;
`;

async function expectVerdict(statements: string, verdict: string, open: string): Promise<void> {
  const loaded = loadText({ file: 'main.adb', text: program(statements) }, 'ada');
  const [result] = await check(loaded, { deadlock: true });
  expect(result).toMatchObject({ property: 'deadlock-free', verdict });
  if (result.verdict === 'inconclusive') expect(result.reason).toContain(`leaves open: ${open}`);
}

describe('the standard input', () => {
  it.each([
    ['may end', 'Get (C); T.Go;', 'violated'],
    ['that ends is handled', 'begin Get (C); exception when End_Error => null; end; T.Go;', 'holds'],
    ['may end where the width is given', 'Get (N, 5); T.Go;', 'violated'],
    [
      'that ends where the width is given is handled',
      'begin Get (N, Width => 5); exception when End_Error | Data_Error => null; end; T.Go;',
      'holds',
    ],
    ['may be no number', 'begin Get (N); exception when End_Error => null; end; T.Go;', 'violated'],
    [
      'that is no number is handled',
      'begin Get (N); exception when End_Error | Data_Error => null; end; T.Go;',
      'holds',
    ],
    ['is handled with all else', 'begin Get (N); exception when others => null; end; T.Go;', 'holds'],
    ['may end where a line is skipped', 'Skip_Line; T.Go;', 'violated'],
    [
      'that has ended gives no more, but on a terminal',
      `begin Get (C); T.Go; exception when End_Error =>
         begin Get (C); exception when End_Error => T.Go; end; end;`,
      'inconclusive',
    ],
    [
      'may be a line that is no number',
      "begin N := Integer'Value (Get_Line); exception when End_Error => null; end; T.Go;",
      'violated',
    ],
    [
      'may be a line with any number',
      `declare
          type Small is range 1 .. 4;
          S : Small;
       begin
          S := Small'Value (Get_Line);
          if S = 3 then T.Go; end if;
       exception
          when others => T.Go;
       end;`,
      'violated',
    ],
    [
      'is a line that is handled',
      "begin N := Integer'Value (Get_Line); exception when others => null; end; T.Go;",
      'holds',
    ],
    ['may be a file', 'Set_Input (F); Get (C); T.Go;', 'inconclusive'],
  ])('%s', (_, statements, verdict) => expectVerdict(statements, verdict, 'input'));
});

describe('a file', () => {
  it.each([
    ['may be missing', 'Open (F, In_File, "x"); T.Go;', 'violated'],
    [
      'that is missing is handled',
      'begin Open (F, In_File, "x"); exception when Name_Error | Use_Error => null; end; T.Go;',
      'holds',
    ],
    ['holds what is not kept', 'Get (F, C); T.Go;', 'inconclusive'],
  ])('%s', (_, statements, verdict) => expectVerdict(statements, verdict, 'input'));
});

describe('the command line', () => {
  it.each([
    ['may be empty', 'for I in 1 .. Argument_Count loop T.Go; exit; end loop;', 'violated'],
    [
      'is empty for all loops or for none',
      `for I in 1 .. Argument_Count loop T.Go; exit; end loop;
       for I in 1 .. Argument_Count loop null; end loop;
       for I in 1 .. 1 - Argument_Count loop T.Go; end loop;`,
      'inconclusive',
    ],
    ['is not looked at', 'for I in 1 .. Argument_Count / 2 loop null; end loop; T.Go;', 'holds'],
  ])('%s', (_, statements, verdict) => expectVerdict(statements, verdict, 'the bounds of a loop'));

  it.each([
    ['may be empty', 'if Argument_Count > 0 then T.Go; end if;', 'violated'],
    ['decides between the same', 'if Argument_Count = 0 then T.Go; else T.Go; end if;', 'holds'],
    [
      'is not empty and then empty',
      'if Argument_Count > 0 or else Argument_Count = 0 then T.Go; end if;',
      'inconclusive',
    ],
    ['of some length is not known', 'if Argument_Count /= 2 then T.Go; end if;', 'inconclusive'],
  ])('%s', (_, statements, verdict) => expectVerdict(statements, verdict, 'the command line'));
});
