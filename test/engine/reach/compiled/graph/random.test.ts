/** Weak fairness and progress: the verdict of the reference engine, and every run is judged to violate. */
import { expect, it } from 'vitest';
import { reachCompiled } from '../../../../../src/engine/reach/compiled/index.js';
import { DEFAULT_SETTINGS } from '../../../../../src/engine/reach/compiled/store/settings.js';
import { reach } from '../../../../../src/engine/reach/reference/index.js';
import { violates } from '../../../../../src/evidence/judge.js';
import { Interpreter } from '../../../../../src/model/interpreter.js';
import type { Ask } from '../../../../../src/property/question.js';
import { busySystem } from '../../../../model/busy-system.js';
import { randomSystem } from '../../../../model/random-system.js';
import { randomObserver } from '../random-observer.js';
import { wideSystem } from '../wide-system.js';

const named = (name: string) => ({ kind: 'name', name }) as const;

const ASKS: ((seed: number) => Ask)[] = [
  (seed) => ({ kind: 'order', observers: [randomObserver(seed, 'infinite')], fairness: 'weak' }),
  (seed) => ({ kind: 'progress', events: named(seed % 2 ? 'e' : 'f') }),
  (seed) => ({ kind: 'progress', events: named('e'), when: named(seed % 2 ? 's' : 'f') }),
];

/** How many states are looked at as a graph: all, none, or a few before the rest is searched for components. */
const GRAPHED = [undefined, 0, 5];

it.each(
  GRAPHED.flatMap(
    (graphed) =>
      [
        ['with every action', graphed, randomSystem, 120],
        ['of the rarer parts of the model', graphed, wideSystem, 60],
        ['that mostly mind their own business', graphed, busySystem, 120],
      ] as const,
  ),
)('random systems %s, %s states as a graph', async (_, graphed, make, seeds) => {
  const seen = new Map<string, number>();
  for (let seed = 1; seed <= seeds; seed++) {
    const model = make(seed);
    const question = { name: 'q', text: '', ask: ASKS[seed % ASKS.length](seed) };
    const budget = { now: () => 0, states: 600 };
    const expected = await reach(model, question, budget);
    if (expected.verdict === 'inconclusive') continue;
    const settings = { ...DEFAULT_SETTINGS, graphed };
    const found = await reachCompiled(model, question, { now: () => 0 }, 'breadth', settings);
    if (found.verdict === 'unsupported') continue;
    expect(`${seed} ${found.verdict}`).toBe(`${seed} ${expected.verdict}`);
    if (found.verdict === 'violated') {
      expect(violates(new Interpreter(model), question.ask, found.run), `${seed}`).toBe(true);
      if (found.statistics.states! < expected.statistics.states!)
        seen.set('early', (seen.get('early') ?? 0) + 1);
    } else expect(found.statistics.states).toBe(expected.statistics.states);
    const kind = `${question.ask.kind} ${found.verdict}`;
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
  }
  for (const kind of ['order holds', 'order violated', 'progress holds', 'progress violated', 'early'])
    expect(seen.get(kind), kind).toBeGreaterThan(0);
});
