/**
 * Programs that are well-known families have as many states as these: nothing is added and nothing lost on the
 * way from the text. The closed forms are those of Corbett's benchmark of deadlock checkers, as automata; there
 * the host and the manager take one step of their own first, which makes one state more.
 */
import { describe, expect, it } from 'vitest';
import { familyNamed } from '../../../bench/ada-programs/index.js';
import { check } from '../../../src/index.js';
import { loadText } from '../../../src/verify/load.js';

async function states(name: string, size: number): Promise<number> {
  const { program } = familyNamed(name)!.write(size);
  // What the events of the annotations need would be more steps.
  const text = program.replaceAll(/--@ event \w+/g, '');
  const loaded = loadText({ file: 'counted.adb', text }, 'ada');
  const everything = { file: 'counted.prop', text: 'property all: invariant true' };
  const [result] = await check(loaded, { engine: 'reach', reduction: 'none', properties: [everything] });
  expect(result.verdict).toBe('holds');
  return result.statistics.states!;
}

const lucas = (n: number): number => (n === 1 ? 1 : n === 2 ? 3 : lucas(n - 1) + lucas(n - 2));

const COUNTS: [name: string, form: string, sizes: number[], count: (n: number) => number][] = [
  ['philosophers-stuck', '3^n - 1', [2, 3, 4, 5], (n) => 3 ** n - 1],
  ['philosophers-manager', 'Lucas(n)', [2, 3, 4, 5, 6], lucas],
  ['philosophers-host', '512 - 1 and 3,112 - 1', [4, 5], (n) => ({ 4: 511, 5: 3111 })[n]!],
  // Readers inside, or a writer; and before that nobody, or the first writer.
  ['readers-writers', '2^n + n + 1 + n', [1, 2, 3, 4], (n) => 2 ** n + 2 * n + 1],
];

describe.each(COUNTS)('%s: %s states', (name, _, sizes, count) => {
  it.each(sizes)('n = %i', async (n) => {
    expect(await states(name, n)).toBe(count(n));
  });
});
