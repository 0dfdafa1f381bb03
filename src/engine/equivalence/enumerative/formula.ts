/**
 * Formulas of Hennessy and Milner's logic, which tell apart what is not bisimilar: a label is possible
 * and leads to a state where further formulas are true. Weak ones disregard internal steps before and after.
 */
import { incoming, type Lts, TAU, TAU_NAME } from './lts.js';

export type Formula =
  | { kind: 'can'; label: string; weak: boolean; after: Formula[] }
  | { kind: 'not'; part: Formula };

export function showFormula(formula: Formula): string {
  if (formula.kind === 'not') return `not ${showFormula(formula.part)}`;
  const { label, weak, after } = formula;
  const box = weak ? `<<${label === TAU_NAME ? '' : label}>>` : `<${label}>`;
  if (after.length === 0) return `${box} true`;
  const parts = after.map(showFormula);
  return parts.length === 1 ? `${box} ${parts[0]}` : `${box} (${parts.join(' and ')})`;
}

/** The states (1) in which a formula is true. */
export function truth(formula: Formula, lts: Lts): Uint8Array {
  if (formula.kind === 'not') return truth(formula.part, lts).map((value) => 1 - value);
  let here: Uint8Array = new Uint8Array(lts.states).fill(1);
  for (const part of formula.after) {
    const there = truth(part, lts);
    here = here.map((value, s) => value & there[s]);
  }
  const label = lts.labels.indexOf(formula.label);
  if (formula.weak) here = beforeInternal(lts, here);
  if (!formula.weak || label !== TAU) here = before(lts, here, label);
  return formula.weak ? beforeInternal(lts, here) : here;
}

function before(lts: Lts, set: Uint8Array, label: number): Uint8Array {
  const found = new Uint8Array(lts.states);
  for (let s = 0; s < lts.states; s++) {
    for (let e = lts.first[s]; e < lts.first[s + 1]; e++) {
      if (lts.label[e] === label && set[lts.target[e]] === 1) found[s] = 1;
    }
  }
  return found;
}

function beforeInternal(lts: Lts, set: Uint8Array): Uint8Array {
  const found = set.slice();
  const into = incoming(lts);
  const open: number[] = [];
  for (let s = 0; s < lts.states; s++) if (found[s] === 1) open.push(s);
  for (let s = open.pop(); s !== undefined; s = open.pop()) {
    for (let e = into.first[s]; e < into.first[s + 1]; e++) {
      const source = into.source[e];
      if (into.label[e] !== TAU || found[source] === 1) continue;
      found[source] = 1;
      open.push(source);
    }
  }
  return found;
}

const MOST_PARTS = 500;
const MOST_WORK = 20_000_000;

/**
 * A formula that is true in `p` and false in `q`; undefined where it would be long. For a weak one the
 * system must be saturated.
 */
export function distinguish(lts: Lts, p: number, q: number, weak: boolean): Formula | undefined {
  const rounds = roundsUntilApart(lts, p, q);
  if (!rounds) return undefined;
  let parts = 0;
  const known = new Map<number, Formula | undefined>();
  const targets = (s: number, label: number): number[] => {
    const found: number[] = [];
    for (let e = lts.first[s]; e < lts.first[s + 1]; e++)
      if (lts.label[e] === label) found.push(lts.target[e]);
    return found;
  };
  const tell = (a: number, b: number): Formula | undefined => {
    const key = a * lts.states + b;
    if (known.has(key)) return known.get(key);
    if (++parts > MOST_PARTS) return undefined;
    const formula = told(a, b) ?? negated(told(b, a));
    known.set(key, formula);
    return formula;
  };
  /** A move of `a` into a block of the round before, into which no move of `b` leads. */
  const told = (a: number, b: number): Formula | undefined => {
    const before = rounds[rounds.findIndex((of) => of[a] !== of[b]) - 1];
    for (let e = lts.first[a]; e < lts.first[a + 1]; e++) {
      const [label, target] = [lts.label[e], lts.target[e]];
      const answers = [...new Set(targets(b, label))];
      if (answers.some((answer) => before[answer] === before[target])) continue;
      const parts = answers.map((answer) => tell(target, answer));
      if (parts.some((part) => part === undefined)) return undefined;
      const distinct = new Map(parts.map((part) => [showFormula(part!), part!]));
      return { kind: 'can', label: lts.labels[label], weak, after: [...distinct.values()] };
    }
    return undefined;
  };
  return tell(p, q);
}

function negated(formula: Formula | undefined): Formula | undefined {
  return formula && { kind: 'not', part: formula };
}

/** Partitions by what can be done in 0, 1, 2 … steps, until the two states are apart. */
function roundsUntilApart(lts: Lts, p: number, q: number): Int32Array[] | undefined {
  const rounds = [new Int32Array(lts.states)];
  let count = 1;
  for (let of = rounds[0]; of[p] === of[q]; of = rounds[rounds.length - 1]) {
    if (rounds.length * (lts.states + lts.label.length) > MOST_WORK) return undefined;
    const numbers = new Map<string, number>();
    const next = new Int32Array(lts.states);
    for (let s = 0; s < lts.states; s++) {
      const moves = new Set<number>();
      for (let e = lts.first[s]; e < lts.first[s + 1]; e++) {
        moves.add(lts.label[e] * lts.states + of[lts.target[e]]);
      }
      const key = `${of[s]}:${[...moves].sort((a, b) => a - b).join()}`;
      if (!numbers.has(key)) numbers.set(key, numbers.size);
      next[s] = numbers.get(key)!;
    }
    if (numbers.size === count) return undefined;
    count = numbers.size;
    rounds.push(next);
  }
  return rounds;
}
