import { describe, expect, it } from 'vitest';
import { reachCompiled } from '../../../../../src/engine/reach/compiled/index.js';
import { DEFAULT_SETTINGS } from '../../../../../src/engine/reach/compiled/store/settings.js';
import { reach } from '../../../../../src/engine/reach/reference/index.js';
import type { Reduction } from '../../../../../src/engine/reach/reference/reduction/index.js';
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
const TABLE: [string, System, Record<Exclude<Reduction, 'overman' | 'auto'>, [number, number]>][] = [
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
    const reference = await reach(s, question, unlimited, { order: 'depth', reduction });
    const compiled = await reachCompiled(s, question, unlimited, 'depth', DEFAULT_SETTINGS, reduction);
    for (const answer of [reference, compiled]) {
      if (answer.verdict === 'unsupported') throw new Error(answer.reason);
      const { states, transitions } = answer.statistics;
      expect([answer.verdict, states, transitions]).toEqual(['holds', ...expected]);
    }
  });
});
