/** Texts that nobody wrote: the parser ends, and says why it gave up. */
import { describe, expect, it } from 'vitest';
import { parseAda } from '../../../src/language/ada/parse.js';

const procedure = (statements: string): string => `procedure P is\nbegin\n${statements}\nend P;\n`;
const many = 100_000;

// biome-ignore format: a table
const hostile = [
  { text: procedure(`X := ${'('.repeat(many)}1;`), told: 'the text is nested more than 250 levels deep' },
  { text: procedure('if A then '.repeat(many)), told: 'the text is nested more than 250 levels deep' },
  { text: 'procedure P is '.repeat(many), told: 'the text is nested more than 250 levels deep' },
  { text: `package P is type T is ${'access procedure (X : '.repeat(many)}`, told: 'the text is nested more than 250 levels deep' },
  { text: `package P is type T is record ${'case A is when B => '.repeat(many)}`, told: 'the text is nested more than 250 levels deep' },
  { text: procedure(`X := 1${' + 1'.repeat(many)};`), told: 'an expression has more than 1000 operators in a row' },
  { text: procedure(`X${'.Y'.repeat(many)};`), told: 'a name has more than 200 parts' },
  { text: procedure('X := 1E999999999;'), told: "this number is too large; found '1E999999999'" },
  { text: ';'.repeat(10_000_000), told: 'this file has more than 4000000 words' },
];

describe('a hostile Ada text', () => {
  it.each(hostile)('is refused: $told', ({ text, told }) => {
    const reading = parseAda([{ file: 'hostile.adb', text }]);
    expect(reading.ok).toBe(false);
    expect(reading.diagnostics.map(({ message }) => message)).toEqual([told]);
  });

  it('of ten million random characters gets at most twenty messages', () => {
    let state = 1;
    const random = (): number => {
      state = Math.imul(state, 1664525) + 1013904223;
      return (state >>> 16) & 0xff;
    };
    const text = String.fromCharCode(...Array.from({ length: 10_000 }, random)).repeat(1000);
    const reading = parseAda([{ file: 'noise.adb', text }]);
    expect(reading.ok).toBe(false);
    expect(reading.diagnostics.length).toBeLessThanOrEqual(20);
  });

  it('with long chains that people do write is read', () => {
    const text = procedure(
      `X := A${' & A'.repeat(900)};\nif A then null;${' elsif A then null;'.repeat(5000)} end if;`,
    );
    expect(parseAda([{ file: 'long.adb', text }]).diagnostics).toEqual([]);
  });
});
