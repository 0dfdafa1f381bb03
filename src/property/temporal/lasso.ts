/**
 * What a formula means, on words that go round for ever: stem, then cycle again and again. Written
 * as the definition reads, so that everything cleverer can be compared with it. Letters are sets of
 * atoms as bits.
 */
import type { Buchi } from './buchi.js';
import type { Formula } from './formula.js';

/** Does the formula hold at the first position of stem cycle cycle cycle …? */
export function evaluateOnLasso(
  formula: Formula,
  stem: readonly number[],
  cycle: readonly number[],
): boolean {
  const letters = [...stem, ...cycle];
  const count = letters.length;
  const after = (position: number) => (position + 1 < count ? position + 1 : stem.length);

  /** Least (from all false) or greatest (from all true) solution of truth[i] = step(i, truth[after i]). */
  const fixedPoint = (start: boolean, step: (position: number, next: boolean) => boolean): boolean[] => {
    const truth = letters.map(() => start);
    for (let changed = true; changed; ) {
      changed = false;
      for (let i = count - 1; i >= 0; i--) {
        const value = step(i, truth[after(i)]);
        if (value !== truth[i]) changed = true;
        truth[i] = value;
      }
    }
    return truth;
  };

  const known = new Map<Formula, boolean[]>();
  const truthOf = (f: Formula): boolean[] => {
    const old = known.get(f);
    if (old !== undefined) return old;
    const truth = compute(f);
    known.set(f, truth);
    return truth;
  };
  const compute = (f: Formula): boolean[] => {
    switch (f.kind) {
      case 'true':
        return letters.map(() => true);
      case 'false':
        return letters.map(() => false);
      case 'atom':
        return letters.map((letter) => ((letter >> f.atom) & 1) === 1);
      case 'not':
        return truthOf(f.operand).map((value) => !value);
      case 'next': {
        const operand = truthOf(f.operand);
        return letters.map((_, i) => operand[after(i)]);
      }
      case 'always': {
        const operand = truthOf(f.operand);
        return fixedPoint(true, (i, next) => operand[i] && next);
      }
      case 'eventually': {
        const operand = truthOf(f.operand);
        return fixedPoint(false, (i, next) => operand[i] || next);
      }
    }
    const left = truthOf(f.left);
    const right = truthOf(f.right);
    switch (f.kind) {
      case 'and':
        return letters.map((_, i) => left[i] && right[i]);
      case 'or':
        return letters.map((_, i) => left[i] || right[i]);
      case 'implies':
        return letters.map((_, i) => !left[i] || right[i]);
      case 'equivalent':
        return letters.map((_, i) => left[i] === right[i]);
      case 'until':
        return fixedPoint(false, (i, next) => right[i] || (left[i] && next));
      case 'weakUntil':
        return fixedPoint(true, (i, next) => right[i] || (left[i] && next));
      case 'release':
        return fixedPoint(true, (i, next) => right[i] && (left[i] || next));
    }
  };
  return truthOf(formula)[0];
}

/** Has the automaton a run over stem cycle cycle … that meets an accepting state again and again? */
export function acceptsLasso(buchi: Buchi, stem: readonly number[], cycle: readonly number[]): boolean {
  const letters = [...stem, ...cycle];
  const count = letters.length;
  const after = (position: number) => (position + 1 < count ? position + 1 : stem.length);
  /** Configurations: automaton state times position, as one number. */
  const successors = (configuration: number): number[] => {
    const state = Math.floor(configuration / count);
    const position = configuration % count;
    const letter = letters[position];
    return buchi.edges[state]
      .filter((edge) => (letter & edge.positive) === edge.positive && (letter & edge.negative) === 0)
      .map((edge) => edge.target * count + after(position));
  };
  const reachableFrom = (starts: number[]): Set<number> => {
    const seen = new Set(starts);
    const open = [...starts];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const successor of successors(next)) {
        if (!seen.has(successor)) {
          seen.add(successor);
          open.push(successor);
        }
      }
    }
    return seen;
  };
  for (const configuration of reachableFrom(buchi.initial.map((state) => state * count))) {
    if (buchi.accepting[Math.floor(configuration / count)] === 0) continue;
    if (reachableFrom(successors(configuration)).has(configuration)) return true;
  }
  return false;
}
