/** Whoever starts a process reads what the variables of that process start with. Expected: SPIN 6.5.2. */
import { describe, expect, it } from 'vitest';
import { reachCompiled } from '../../../../../src/engine/reach/compiled/index.js';
import { DEFAULT_SETTINGS } from '../../../../../src/engine/reach/compiled/store/settings.js';
import { REDUCTIONS } from '../../../../../src/engine/reach/reference/reduction/index.js';
import { promela } from '../../../../language/promela/reading.js';

const MODELS = [
  { what: 'a shared variable, late', started: 'byte c = x; assert(c == 0)', run: 'run W(0)' },
  { what: 'a shared variable, early', started: 'byte c = x; assert(c == 1)', run: 'run W(0)' },
  { what: 'a queue', started: 'byte c = len(q); assert(c == 0)', run: 'run W(0)' },
  {
    what: 'a parameter',
    started: 'byte b = k; byte c = b + x; assert(c != 3)',
    run: 'byte i; if :: i = 1 :: i = 2 fi; run W(i)',
  },
];

describe.each(MODELS)('$what', ({ started, run }) => {
  const { system } = promela(`
      byte x;
      chan q = [1] of { byte };
      proctype W(byte k) { ${started} }
      active proctype R() { x = 1; q ! 1 }
      init { ${run} }`);

  it.each(REDUCTIONS.filter((reduction) => reduction !== 'symmetry'))('%s', async (reduction) => {
    const question = { name: 'q', text: '', ask: { kind: 'assertions' } } as const;
    for (const order of ['breadth', 'depth'] as const) {
      const answer = await reachCompiled(
        system,
        question,
        { now: () => 0 },
        order,
        DEFAULT_SETTINGS,
        reduction,
      );
      expect({ order, verdict: answer.verdict }).toEqual({ order, verdict: 'violated' });
    }
  });
});
