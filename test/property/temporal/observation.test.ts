import { describe, expect, it } from 'vitest';
import { reachCompiled } from '../../../src/engine/reach/compiled/index.js';
import { reach } from '../../../src/engine/reach/reference/index.js';
import { bindProperties, parseProperties } from '../../../src/property/index.js';
import { evaluateOnLasso, observerOfLtl } from '../../../src/property/temporal/index.js';
import { promela } from '../../language/promela/reading.js';
import { Chance } from './random-formula.js';
import { propertyOf } from './reading.js';

describe('observerOfLtl', () => {
  it('looks for the negation: it accepts []!p when asked for <>p', () => {
    const observer = observerOfLtl(propertyOf('<>p'));
    expect(observer.acceptance).toBe('infinite');
    expect(observer.atoms.map((atom) => atom.name)).toEqual(['p']);
    const [start] = observer.initial;
    expect(observer.initial).toHaveLength(1);
    expect(observer.accepting(start)).toBe(true);
    expect(observer.successors(start, 0)).toEqual([start]);
    expect(observer.successors(start, 1)).toEqual([]);
    expect([observer.bad(start), observer.badAtEnd(start)]).toEqual([false, false]);
  });

  it('has nothing to look for where the formula always holds', () => {
    expect(observerOfLtl(propertyOf('p || !p')).initial).toEqual([]);
  });

  it('gives the same successors again, whatever the atoms it does not look at', () => {
    const observer = observerOfLtl(propertyOf('[](p -> <>q) && (r || !r)'));
    const [start] = observer.initial;
    expect(observer.successors(start, 0b101)).toBe(observer.successors(start, 0b001));
    expect(observer.successors(start, 0b001)).not.toEqual([]);
  });

  it('builds the automaton itself where the property has none', () => {
    const { formula, atoms } = propertyOf('[]p');
    const observer = observerOfLtl({ formula, atoms });
    const reach = observer.initial.flatMap((state) => observer.successors(state, 0));
    expect(reach.some((state) => observer.accepting(state))).toBe(true);
  });

  it('finds a violation exactly on the words that violate (by walking the observer)', () => {
    const chance = new Chance(8);
    for (let round = 0; round < 120; round++) {
      const formula = chance.formula(2 + chance.below(9), 2);
      const observer = observerOfLtl({ formula, atoms: [] });
      const stem = chance.letters(0, 3, 2);
      const cycle = chance.letters(1, 3, 2);
      // after the stem: sets of states at the start of the cycle, with "accepting seen on the way round"
      let states = new Set(observer.initial);
      for (const letter of stem) states = new Set([...states].flatMap((s) => observer.successors(s, letter)));
      const round1 = (from: number): Map<number, boolean> => {
        let now = new Map([[from, false]]);
        for (const letter of cycle) {
          const next = new Map<number, boolean>();
          for (const [state, seen] of now) {
            const accepting = seen || observer.accepting(state);
            for (const to of observer.successors(state, letter))
              next.set(to, (next.get(to) ?? false) || accepting);
          }
          now = next;
        }
        return now;
      };
      const closure = (from: number): Map<number, boolean> => {
        const best = new Map<number, boolean>();
        const open: [number, boolean][] = [...round1(from)];
        for (let item = open.pop(); item !== undefined; item = open.pop()) {
          const [state, seen] = item;
          if (best.has(state) && (best.get(state) || !seen)) continue;
          best.set(state, seen);
          for (const [to, more] of round1(state)) open.push([to, seen || more]);
        }
        return best;
      };
      const entered = [...states].flatMap((s) => [s, ...closure(s).keys()]);
      const found = entered.some((state) => closure(state).get(state) === true);
      expect(found).toBe(!evaluateOnLasso(formula, stem, cycle));
    }
  });
});

describe('a formula that only events violate', () => {
  const acceptance = (formula: string) => observerOfLtl(propertyOf(formula)).acceptance;

  it.each(['[] !p', '!q W p', '!<>(p && <>q)'])('%s: is violated by a finite execution', (formula) => {
    expect(acceptance(formula)).toBe('finite');
  });

  it.each(['<>p', 'X !p', '[] (p -> X q)', 'p', 'false'])('%s: is not', (formula) => {
    expect(acceptance(formula)).toBe('infinite');
  });

  it('is violated whatever comes after, a fault too', async () => {
    const { system } = promela(
      'chan c = [1] of { byte }; byte a[2], far = 5; active proctype P() { c ! 1; a[far] = 1 }',
    );
    const [{ name }] = system.types.flatMap(({ steps }) => steps.flatMap(({ event }) => event ?? []));
    const parsed = parseProperties({ file: 'p.prop', text: `absence of "${name}"` });
    const bound = parsed.ok ? bindProperties(parsed.value, system) : parsed;
    if (!bound.ok) throw new Error(bound.diagnostics[0].message);
    for (const search of [reach, reachCompiled])
      expect((await search(system, bound.value[0], { now: () => 0 })).verdict).toBe('violated');
  });
});
