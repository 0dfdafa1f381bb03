/** An event shows the values that were passed, also where the caller goes on to change or forget them at once. */
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/index.js';
import { loadText } from '../../../src/verify/load.js';

const program = (declarations: string, calls: string): string => `
with Ada.Numerics.Discrete_Random;
procedure Shown is
   type Number is range 0 .. 3;
   task Server is
      entry Put (Value : in Number);
   end Server;
   task Client;
   task body Server is
   begin
      loop
         select
            accept Put (Value : in Number);
         or
            terminate;
         end select;
      end loop;
   end Server;
   task body Client is
      ${declarations}
   begin
      ${calls}
   end Client;
begin
   null;
end Shown;
`;

const put = (value: number): string => `"client->server.put(${value})"`;

const CASES = [
  {
    what: 'a loop parameter that goes on',
    declarations: '',
    calls: 'for I in Number range 1 .. 2 loop Server.Put (I); end loop;',
    events: `${put(1)}; ${put(2)}`,
  },
  {
    what: 'a variable that is changed behind the call',
    declarations: 'X : Number := 1;',
    calls: 'Server.Put (X); X := X + 2; Server.Put (X);',
    events: `${put(1)}; ${put(3)}`,
  },
  {
    what: 'a value that is not needed any more',
    declarations:
      'package Dice is new Ada.Numerics.Discrete_Random (Number); Cup : Dice.Generator; X : Number := 2;',
    calls: 'X := Dice.Random (Cup); if X >= 2 then Server.Put (X); end if;',
    events: `(${put(2)} | ${put(3)})?`,
  },
];

describe('values that events show', () => {
  it.each(CASES)('$what', async ({ declarations, calls, events }) => {
    const text = `for events {${[0, 1, 2, 3].map(put).join(', ')}} show all executions satisfy ${events}`;
    const loaded = loadText({ file: 'shown.adb', text: program(declarations, calls) }, 'ada', {
      asked: [text],
    });
    const [result] = await check(loaded, { properties: [{ file: 'shown.prop', text }] });
    expect(result.verdict).toBe('holds');
  });

  it('the name of a value, however many others its type has', async () => {
    const names = Array.from({ length: 200 }, (_, i) => `Colour_${i + 1}`);
    const ada = program('', 'Server.Put (Colour_150);').replace('range 0 .. 3', `(${names.join(', ')})`);
    const shown = '"client->server.put(Colour_150)"';
    const text = `for events {${shown}} show all executions satisfy ${shown}`;
    const loaded = loadText({ file: 'shown.adb', text: ada }, 'ada', { asked: [text] });
    const [result] = await check(loaded, { properties: [{ file: 'shown.prop', text }] });
    expect(result.verdict).toBe('holds');
  });
});
