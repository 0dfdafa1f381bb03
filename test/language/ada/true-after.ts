/** A condition that is true after a statement of an Ada program, which an assertion there shows both ways. */
import { expect } from 'vitest';
import { check } from '../../../src/verify/check.js';
import { loadText } from '../../../src/verify/load.js';

export async function expectTrueAfter(
  program: (statements: string) => string,
  statement: string,
  condition: string,
): Promise<void> {
  for (const [asserted, verdict] of [
    [condition, 'holds'],
    [`not (${condition})`, 'violated'],
  ]) {
    const text = program(`${statement} pragma Assert (${asserted});`);
    const results = await check(loadText({ file: 'main.adb', text }, 'ada'), {});
    expect(results.find(({ property }) => property === 'assertions')?.verdict ?? 'holds').toBe(verdict);
  }
}
