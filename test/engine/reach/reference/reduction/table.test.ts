import { describe, expect, it } from 'vitest';
import { type CompiledAnswer, reachCompiled } from '../../../../../src/engine/reach/compiled/index.js';
import { DEFAULT_SETTINGS } from '../../../../../src/engine/reach/compiled/store/settings.js';
import { reach } from '../../../../../src/engine/reach/reference/index.js';
import { REDUCTIONS, type Reduction } from '../../../../../src/engine/reach/reference/reduction/index.js';
import { constant, shared } from '../../../../../src/model/expression.js';
import type { Effect, System } from '../../../../../src/model/system.js';
import { byte, process, step, system } from '../../../../model/small-system.js';

const touch: Effect[] = [{ kind: 'assign', place: shared(0), value: constant(0) }];

/** n processes with m states each: a chain or a cycle, independent or all touching one variable. */
function chains(n: number, m: number, shape: 'chain' | 'cycle', effects: Effect[] = []): System {
  const steps = Array.from({ length: shape === 'chain' ? m - 1 : m }, (_, i) =>
    step(i, (i + 1) % m, { effects }),
  );
  const types = Array.from({ length: n }, (_, i) => process(`P${i}`, steps));
  return system(types, { variables: [{ name: 'g', type: byte }] });
}

/**
 * The published measurements for n = 5, m = 10, without the extra state and the two extra transitions
 * that the start-up process of that tool adds.
 */
const TABLE: [
  string,
  System,
  Record<Exclude<Reduction, 'overman' | 'symmetry' | 'auto'>, [number, number]>,
][] = [
  [
    'test 1, independent chains',
    chains(5, 10, 'chain'),
    { none: [100000, 450000], local: [46, 45], conflict: [100000, 99999], 'local+conflict': [46, 45] },
  ],
  [
    'test 2, independent cycles',
    chains(5, 10, 'cycle'),
    {
      none: [100000, 500000],
      local: [100000, 111110],
      conflict: [100000, 111110],
      'local+conflict': [46, 50],
    },
  ],
  [
    'test 3, dependent chains',
    chains(5, 10, 'chain', touch),
    {
      none: [100000, 450000],
      local: [100000, 450000],
      conflict: [100000, 450000],
      'local+conflict': [100000, 450000],
    },
  ],
];

const question = { name: 'd', text: '', ask: { kind: 'deadlock-free' } } as const;
const unlimited = { now: () => 0 };

describe.each(TABLE)('%s', (_, s, rows) => {
  it.each(Object.entries(rows) as [Reduction, [number, number]][])('%s: %j', async (reduction, expected) => {
    const compiled = await reachCompiled(s, question, unlimited, 'depth', DEFAULT_SETTINGS, reduction);
    expect(counts(compiled)).toEqual(['holds', ...expected]);
    // The whole table takes the interpreter a minute; what is searched there is the same, see below.
    if (expected[0] > 1000) return;
    const reference = await reach(s, question, unlimited, { order: 'depth', reduction });
    expect(counts(reference)).toEqual(['holds', ...expected]);
  });
});

function counts(answer: CompiledAnswer): unknown[] {
  if (answer.verdict === 'unsupported') throw new Error(answer.reason);
  return [answer.verdict, answer.statistics.states, answer.statistics.transitions];
}

describe.each([
  ['independent chains', chains(4, 6, 'chain')],
  ['independent cycles', chains(4, 6, 'cycle')],
  ['dependent chains', chains(4, 6, 'chain', touch)],
])('both engines count the same: %s', (_, s) => {
  it.each(REDUCTIONS.filter((reduction) => reduction !== 'auto'))('%s', async (reduction) => {
    const reference = await reach(s, question, unlimited, { order: 'depth', reduction });
    const compiled = await reachCompiled(s, question, unlimited, 'depth', DEFAULT_SETTINGS, reduction);
    expect(counts(compiled)).toEqual(counts(reference));
  });

  it('auto, which the compiled engine prepares the system for', async () => {
    const reference = await reach(s, question, unlimited, { order: 'depth', reduction: 'auto' });
    const compiled = await reachCompiled(s, question, unlimited, 'depth', DEFAULT_SETTINGS, 'auto');
    if (compiled.verdict === 'unsupported') throw new Error(compiled.reason);
    expect(compiled.verdict).toBe(reference.verdict);
    expect(compiled.statistics.states).toBeLessThan(reference.statistics.states!);
  });
});
