/** Code that is never reached: the same of both engines, and known to be so. */
import { describe, expect, it } from 'vitest';
import { reachCompiled } from '../../../src/engine/reach/compiled/index.js';
import { reach } from '../../../src/engine/reach/reference/index.js';
import { check } from '../../../src/index.js';
import { tellUnreached } from '../../../src/report/unreached.js';
import { promela } from '../../language/promela/reading.js';
import { randomSystem } from '../../model/random-system.js';
import { wideSystem } from './compiled/wide-system.js';

const question = {
  name: 'd',
  text: '',
  ask: { kind: 'invariant', predicate: { kind: 'constant', value: 1 } },
} as const;

/** Line 6 is never enabled, so 7 is never reached; the third alternative of `Q` is behind a false guard in a d_step. */
const TEXT = `byte x;
active proctype P() {
  do
  :: x < 3 -> x++
  :: x == 3 -> x = 0
  :: x > 3 -> x = 7;
     assert(false)
  od
}
active proctype Q() {
  d_step {
    if
    :: x < 9 -> skip
    :: x > 9 ->
       x = 1
    fi
  }
}
`;

describe('unreached code', () => {
  it.each(['reach', 'reference'] as const)('by line, engine %s', async (engine) => {
    const program = promela(TEXT);
    const loaded = { file: 'u.pml', program, diagnostics: [], sources: [] };
    const results = await check(loaded as never, { engine });
    const told = results.flatMap((r) => (r.verdict === 'holds' && r.unreached ? [r.unreached] : []));
    expect(told).toHaveLength(1);
    expect(tellUnreached(told[0])).toEqual([
      'never reached: P lines 6-7; Q line 15',
      'never possible where it stands: P line 6; Q line 14',
    ]);
  });

  it('is the same in both engines and with a reduction, on random systems', async () => {
    let compared = 0;
    let some = 0;
    for (let seed = 0; seed < 100; seed++) {
      for (const make of [randomSystem, wideSystem]) {
        const model = make(40_000 + seed);
        const expected = await reach(model, question, { now: () => 0, states: 300 });
        if (expected.verdict !== 'holds') continue;
        const found = await reachCompiled(model, question, { now: () => 0 });
        if (found.verdict !== 'holds') continue;
        const reduced = await reachCompiled(model, question, { now: () => 0 }, 'breadth', undefined, 'auto');
        expect({ seed, unreached: reduced.verdict === 'holds' && reduced.unreached }).toEqual({
          seed,
          unreached: expected.unreached,
        });
        compared++;
        if (expected.unreached!.length > 0) some++;
        expect({ seed, unreached: found.unreached }).toEqual({ seed, unreached: expected.unreached });
      }
    }
    expect(compared).toBeGreaterThan(120);
    expect(some).toBeGreaterThan(20);
  });
});
