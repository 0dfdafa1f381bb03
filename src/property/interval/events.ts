/** The event patterns inside a query: which there are, and the same query with others in their place. */
import type { EventPattern } from '../event.js';
import type { Interval, IntervalQuery, LinearSum } from './query.js';

/**
 * Both halves of a meeting, in INCA's spelling, or an event of exactly this text. A transition that
 * shows both halves is one letter, so a meeting counts once in `constraints`.
 */
export function rendezvous(text: string): EventPattern {
  return {
    kind: 'or',
    parts: [
      { kind: 'name', name: `call(${text})` },
      { kind: 'name', name: `accept(${text})` },
      { kind: 'name', name: text },
    ],
  };
}

/** The text of a pattern that `rendezvous` made. */
export function rendezvousText(pattern: EventPattern): string | undefined {
  if (pattern.kind !== 'or' || pattern.parts.length !== 3) return undefined;
  const last = pattern.parts[2];
  if (last.kind !== 'name') return undefined;
  return patternKey(rendezvous(last.name)) === patternKey(pattern) ? last.name : undefined;
}

export function anyOf(patterns: EventPattern[]): EventPattern {
  return patterns.length === 1 ? patterns[0] : { kind: 'or', parts: patterns };
}

/** Equal for patterns that are written the same. */
export const patternKey = (pattern: EventPattern): string => JSON.stringify(pattern);

/** The patterns that one sequence asks about, each once, in the order of their first appearance. */
export function sequenceEvents(sequence: Interval[]): EventPattern[] {
  const found = new Map<string, EventPattern>();
  const add = (pattern: EventPattern | undefined): void => {
    if (pattern !== undefined && !found.has(patternKey(pattern))) found.set(patternKey(pattern), pattern);
  };
  for (const interval of sequence) {
    add(interval.endsWith);
    add(interval.forbid);
    interval.require.forEach(add);
    for (const { left, right } of interval.constraints) {
      left.events.forEach(add);
      right.events.forEach(add);
    }
  }
  return [...found.values()];
}

/** The patterns of a query, each once, in the order of their first appearance. */
export function queryAtoms(query: IntervalQuery): EventPattern[] {
  const found = new Map<string, EventPattern>();
  for (const pattern of query.sequences.flatMap(sequenceEvents)) {
    if (!found.has(patternKey(pattern))) found.set(patternKey(pattern), pattern);
  }
  return [...found.values()];
}

/** `substitute` is asked for each simple pattern and each rendezvous; `and`, `or`, `not` around it stay. */
export function mapQueryEvents(
  query: IntervalQuery,
  substitute: (pattern: EventPattern) => EventPattern,
): IntervalQuery {
  const inside = (pattern: EventPattern): EventPattern => {
    if (rendezvousText(pattern) !== undefined) return substitute(pattern);
    if (pattern.kind === 'and' || pattern.kind === 'or')
      return { kind: pattern.kind, parts: pattern.parts.map(inside) };
    if (pattern.kind === 'not') return { kind: 'not', part: inside(pattern.part) };
    return substitute(pattern);
  };
  const sum = (value: LinearSum): LinearSum => ({ ...value, events: value.events.map(inside) });
  const interval = (value: Interval): Interval => ({
    ...value,
    ...(value.endsWith && { endsWith: inside(value.endsWith) }),
    ...(value.forbid && { forbid: inside(value.forbid) }),
    require: value.require.map(inside),
    constraints: value.constraints.map((relation) => ({
      ...relation,
      left: sum(relation.left),
      right: sum(relation.right),
    })),
  });
  return { ...query, sequences: query.sequences.map((sequence) => sequence.map(interval)) };
}
