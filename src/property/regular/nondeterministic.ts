/**
 * Thompson's construction, from the end backwards: `enter(expression, next)` makes the states that
 * read the expression and then go on at `next`, and says which of them comes first. So no state is
 * ever made only to glue two parts together.
 */
import type { RegularExpression } from './expression.js';

/** Each state reads one letter of a set and goes to its target, or goes to up to two states at once. */
export interface Nondeterministic {
  /** Index into `letterSets`, or one of the two below. */
  kind: Int32Array;
  target: Int32Array;
  other: Int32Array;
  letterSets: number[][];
  starts: number[];
}

export const SPLIT = -1;
export const FINAL = -2;

const MOST_POSITIONS = 200_000;

/** Undefined where the expression, with its repetitions written out, is too long. */
export function nondeterministic(expression: RegularExpression): Nondeterministic | undefined {
  const kind: number[] = [];
  const target: number[] = [];
  const other: number[] = [];
  const letterSets: number[][] = [];
  const setNumbers = new Map<string, number>();
  let tooLong = false;

  function state(itsKind: number, first: number, second = -1): number {
    if (kind.length >= MOST_POSITIONS) tooLong = true;
    target.push(first);
    other.push(second);
    return kind.push(itsKind) - 1;
  }

  function setNumber(letters: number[]): number {
    const key = letters.join();
    let found = setNumbers.get(key);
    if (found === undefined) {
      found = letterSets.push(letters) - 1;
      setNumbers.set(key, found);
    }
    return found;
  }

  function enter(part: RegularExpression, next: number): number {
    if (tooLong) return next;
    switch (part.kind) {
      case 'letters':
        return state(setNumber(part.letters), next);
      case 'sequence':
        return part.parts.reduceRight((after, each) => enter(each, after), next);
      case 'choice':
        return part.parts
          .map((each) => enter(each, next))
          .reduceRight((rest, entry) => state(SPLIT, entry, rest));
      case 'repeat': {
        let entry = next;
        if (part.most === Number.POSITIVE_INFINITY) {
          entry = state(SPLIT, -1, next);
          target[entry] = enter(part.part, entry);
        } else {
          for (let i = part.least; i < part.most && !tooLong; i++) {
            entry = state(SPLIT, enter(part.part, entry), next);
          }
        }
        for (let i = 0; i < part.least && !tooLong; i++) entry = enter(part.part, entry);
        return entry;
      }
    }
  }

  const start = enter(expression, state(FINAL, -1));
  if (tooLong) return undefined;
  const pack = (list: number[]) => Int32Array.from(list);
  return { kind: pack(kind), target: pack(target), other: pack(other), letterSets, starts: [start] };
}
