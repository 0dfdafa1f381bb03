/**
 * Every reduction, in both engines and both orders, gives the verdict of the reference engine without
 * reduction; what is found replays and is judged to violate.
 */
import { describe, expect, it } from 'vitest';
import { reachCompiled } from '../../../../../src/engine/reach/compiled/index.js';
import { DEFAULT_SETTINGS } from '../../../../../src/engine/reach/compiled/store/settings.js';
import { type Reduction, reach, type SearchOrder } from '../../../../../src/engine/reach/reference/index.js';
import { violates } from '../../../../../src/evidence/judge.js';
import { binary, constant, read, shared } from '../../../../../src/model/expression.js';
import { Interpreter } from '../../../../../src/model/interpreter.js';
import type { System } from '../../../../../src/model/system.js';
import { bindProperties, parseProperties } from '../../../../../src/property/index.js';
import type { Atom, Observer } from '../../../../../src/property/observer.js';
import type { Ask } from '../../../../../src/property/question.js';
import { busySystem } from '../../../../model/busy-system.js';
import { Chance, randomSystem } from '../../../../model/random-system.js';

const WAYS: [Reduction, SearchOrder][] = [
  ['local', 'breadth'],
  ['local', 'depth'],
  ['conflict', 'depth'],
  ['local+conflict', 'depth'],
  ['overman', 'breadth'],
  ['overman', 'depth'],
  ['auto', 'breadth'],
  ['auto', 'depth'],
];

const ATOMS: Atom[] = ['e', 's'].map((name) => ({ kind: 'event', name, pattern: { kind: 'name', name } }));

/** A random deterministic automaton that only events move. */
function randomObserver(chance: Chance): Observer {
  const table = Array.from({ length: 3 * 4 }, (_, i) => (i % 4 === 0 ? i / 4 : chance.below(3)));
  const end = chance.below(3);
  return {
    acceptance: 'finite',
    atoms: ATOMS,
    initial: [0],
    successors: (state, letter) => [table[state * 4 + letter]],
    bad: (state) => state === 2,
    badAtEnd: (state) => state === end,
    accepting: () => false,
  };
}

const ASKS: ((chance: Chance) => Ask)[] = [
  () => ({ kind: 'deadlock-free' }),
  () => ({ kind: 'assertions' }),
  (chance) => ({
    kind: 'invariant',
    predicate: binary('unequal', read(shared(0)), constant(chance.below(3))),
  }),
  (chance) => ({ kind: 'order', observers: [randomObserver(chance)] }),
];

const budget = { now: () => 0, states: 1500 };
const question = (ask: Ask) => ({ name: 'q', text: '', ask });

async function compare(model: System, ask: Ask, reduction: Reduction, order: SearchOrder) {
  const full = await reach(model, question(ask), budget);
  if (full.verdict === 'inconclusive') return undefined;
  const interpreted = await reach(model, question(ask), budget, { reduction });
  const compiled = await reachCompiled(model, question(ask), budget, order, DEFAULT_SETTINGS, reduction);
  const name = `${model.name} ${ask.kind} ${reduction} ${order}`;
  if (compiled.verdict === 'unsupported') {
    expect(compiled.reason).toBe('receives of different priority compete for one message');
    return undefined;
  }
  for (const answer of [interpreted, compiled]) {
    expect(`${name} ${answer.verdict}`).toBe(`${name} ${full.verdict}`);
    if (answer.verdict === 'violated')
      expect(violates(new Interpreter(model), ask, answer.run), name).toBe(true);
  }
  const fewer = compiled.verdict === 'holds' && compiled.statistics.states! < full.statistics.states!;
  return { verdict: full.verdict, fewer };
}

describe('questions about single states and steps', () => {
  it.each([
    { of: 'systems with every action', make: randomSystem, first: 1, seeds: 600, least: 5 },
    { of: 'systems that mostly mind their own business', make: busySystem, first: 1, seeds: 600, least: 100 },
  ])('$seeds random $of', async ({ make, first, seeds, least }) => {
    const seen = { holds: 0, violated: 0, fewer: 0 };
    for (let seed = first; seed < first + seeds; seed++) {
      const [reduction, order] = WAYS[seed % WAYS.length];
      const ask = ASKS[Math.floor(seed / WAYS.length) % ASKS.length](new Chance(seed));
      const found = await compare(make(seed), ask, reduction, order);
      if (!found) continue;
      seen[found.verdict]++;
      if (found.fewer) seen.fewer++;
    }
    expect(seen.holds).toBeGreaterThan(seeds / 6);
    expect(seen.violated).toBeGreaterThan(seeds / 6);
    expect(seen.fewer).toBeGreaterThanOrEqual(least);
  });
});

/** A formula over the variables and events of the busy systems. */
function formula(chance: Chance, depth: number): string {
  const part = () => formula(chance, depth - 1);
  const atom = () => chance.pick(['(x == 0)', '(x == 1)', '(y == 2)', '(y == 0)', '(z == 1)', 'e', 'f']);
  if (depth === 0) return chance.is(0.3) ? `! ${atom()}` : atom();
  switch (chance.below(7)) {
    case 0:
      return `[] (${part()})`;
    case 1:
      return `<> (${part()})`;
    case 2:
      return `((${part()}) U (${part()}))`;
    case 3:
      return `((${part()}) -> (${part()}))`;
    case 4:
      return `((${part()}) && (${part()}))`;
    case 5:
      return `X (${part()})`;
    default:
      return `[] <> (${part()})`;
  }
}

describe('linear temporal logic', () => {
  it('400 formulas, of which many leave nothing to leave out', async () => {
    const seen = { holds: 0, violated: 0, fewer: 0 };
    for (let seed = 1; seed <= 400; seed++) {
      const model = busySystem(seed);
      const parsed = parseProperties({ file: 'f', text: `ltl ${formula(new Chance(seed), 2)}` });
      const bound = parsed.ok ? bindProperties(parsed.value, model) : parsed;
      // Some systems do not have these events.
      if (!bound.ok) continue;
      const [{ ask }] = bound.value;
      const full = await reach(model, question(ask), budget);
      if (full.verdict === 'inconclusive') continue;
      const found = await reachCompiled(model, question(ask), budget, 'breadth', DEFAULT_SETTINGS, 'auto');
      expect(`${seed} ${found.verdict}`).toBe(`${seed} ${full.verdict}`);
      seen[full.verdict]++;
      if (found.verdict === 'violated')
        expect(violates(new Interpreter(model), ask, found.run), `${seed}`).toBe(true);
      if (found.verdict === 'holds' && found.statistics.states! < full.statistics.states!) seen.fewer++;
    }
    expect(seen.holds).toBeGreaterThan(50);
    expect(seen.violated).toBeGreaterThan(50);
    expect(seen.fewer).toBeGreaterThan(10);
  });
});
