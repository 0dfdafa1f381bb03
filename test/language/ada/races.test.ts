/** A protected operation is one step of the model; where that hides something the answer must not be `holds`. */
import { expect, it } from 'vitest';
import { check } from '../../../src/index.js';
import { loadText } from '../../../src/verify/load.js';

const program = (reader: string): string => `
procedure Race is
   Level : Integer range 0 .. 3 := 0;
   protected Guard is
      procedure Twice;
   private
      Count : Integer range 0 .. 3 := 0;
   end Guard;
   protected body Guard is
      procedure Twice is
      begin
         Count := 1;
         Level := 1;
         Level := 2;
         Count := 2;
      end Twice;
   end Guard;
   task Writer;
   task Reader;
   task body Writer is
   begin
      Guard.Twice;
   end Writer;
   task body Reader is
   begin
      ${reader}
   end Reader;
begin
   null;
end Race;
`;

const verdict = async (reader: string): Promise<string> => {
  const loaded = loadText({ file: 'race.adb', text: program(reader) }, 'ada');
  const [result] = await check(loaded, { deadlock: true });
  return result.verdict;
};

it('another task reads what the operation changes, without protection', async () => {
  expect(await verdict('if Level = 1 then Guard.Twice; end if;')).toBe('inconclusive');
});

it('nobody else looks at it', async () => {
  expect(await verdict('Guard.Twice;')).toBe('holds');
});
