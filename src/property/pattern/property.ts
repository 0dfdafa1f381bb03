/**
 * Property patterns: eleven common requirements on the order of events, each in five scopes (Dwyer,
 * Avrunin, Corbett). Events are names here; the letters are those of the pattern library.
 *
 * What they mean on a complete execution, with Q, R the events that delimit the scope:
 *
 * - globally: the whole execution is the scope. before R: all before the first R; no R, no scope.
 *   after Q: from the first Q on. between Q and R: from a Q up to the next R; no R, no scope. after Q
 *   until R: the same, but without R up to the end. A scope has its opening event and not its closing.
 * - **every-Q** reading (LTL and interval queries): each Q opens a scope, also inside another one.
 *   **first-Q** reading (regular expressions): a Q inside a scope is an event like others. They
 *   differ only for existence, precedence and the two precedence chains, in the last two scopes: `Q P Q R`
 *   has no P between the second Q and R.
 * - absence: no P in the scope. existence: some P. at most: no more than k occurrences of P.
 * - universality of P ended by N: a fact that is true at the start, made true by P and false by N, is
 *   true at every position of the scope; so N does not occur in it, nor does the scope open after an
 *   N that no P followed.
 * - S precedes P: an S before each P of the scope, in the scope. S responds to P: an S after each P.
 * - S, T precede P: before each P an S and, after it, a T. P precedes S, T: before each S that a T
 *   follows, a P. P responds to S, T: after each S and the next T, a P. S, T respond to P: after each P an S and,
 *   after it, a T; `without Z`: with no Z between those two.
 *
 * Each event of the execution is at most one of the pattern's. Where one transition is two of them,
 * the notations may judge it differently.
 */
import { isPlainName, quote } from '../interval/words.js';

export type PatternProperty = Pattern & { scope: Scope };

export type Pattern =
  | { kind: 'absence' | 'existence'; P: string }
  | { kind: 'bounded-existence'; P: string; most: number }
  | { kind: 'universality'; P: string; N: string }
  | { kind: 'precedence' | 'response'; S: string; P: string }
  /** S, T precede P; P precedes S, T; P responds to S, T; S, T respond to P. */
  | { kind: 'precedence-2-1' | 'precedence-1-2' | 'response-2-1'; S: string; T: string; P: string }
  | { kind: 'response-1-2'; S: string; T: string; P: string; Z?: string };

export type Scope =
  | { kind: 'globally' }
  | { kind: 'before'; R: string }
  | { kind: 'after'; Q: string }
  | { kind: 'between' | 'after-until'; Q: string; R: string };

/** Words that name no event unless they are quoted. */
export const PATTERN_WORDS: ReadonlySet<string> = new Set(
  'absence existence bounded universality at of precedes precede responds respond without globally before after between'.split(
    ' ',
  ),
);

/** The names of a property's events, each once. */
export function patternEvents(property: PatternProperty): string[] {
  const names = new Set<string>();
  mapPatternEvents(property, (name) => {
    names.add(name);
    return name;
  });
  return [...names];
}

/** The same property of other events. */
export function mapPatternEvents(
  property: PatternProperty,
  rename: (name: string) => string,
): PatternProperty {
  const scope = { ...property.scope };
  if ('Q' in scope) scope.Q = rename(scope.Q);
  if ('R' in scope) scope.R = rename(scope.R);
  const mapped = { ...property, scope };
  mapped.P = rename(mapped.P);
  if ('S' in mapped) mapped.S = rename(mapped.S);
  if ('T' in mapped) mapped.T = rename(mapped.T);
  if ('N' in mapped) mapped.N = rename(mapped.N);
  if ('Z' in mapped && mapped.Z !== undefined) mapped.Z = rename(mapped.Z);
  return mapped;
}

/** The property in the words that `parsePattern` reads. */
export function showPattern(property: PatternProperty): string {
  const words = mapPatternEvents(property, (name) =>
    isPlainName(name) && !PATTERN_WORDS.has(name) ? name : quote(name),
  );
  return `${showRequirement(words)} ${showScope(words.scope)}`;
}

function showRequirement(pattern: Pattern): string {
  switch (pattern.kind) {
    case 'absence':
    case 'existence':
      return `${pattern.kind} of ${pattern.P}`;
    case 'bounded-existence':
      return `at most ${pattern.most} of ${pattern.P}`;
    case 'universality':
      return `universality of ${pattern.P} ended by ${pattern.N}`;
    case 'precedence':
      return `${pattern.S} precedes ${pattern.P}`;
    case 'response':
      return `${pattern.S} responds to ${pattern.P}`;
    case 'precedence-2-1':
      return `${pattern.S}, ${pattern.T} precede ${pattern.P}`;
    case 'precedence-1-2':
      return `${pattern.P} precedes ${pattern.S}, ${pattern.T}`;
    case 'response-2-1':
      return `${pattern.P} responds to ${pattern.S}, ${pattern.T}`;
    case 'response-1-2':
      return `${pattern.S}, ${pattern.T}${pattern.Z === undefined ? '' : ` without ${pattern.Z}`} respond to ${pattern.P}`;
  }
}

function showScope(scope: Scope): string {
  switch (scope.kind) {
    case 'globally':
      return 'globally';
    case 'before':
      return `before ${scope.R}`;
    case 'after':
      return `after ${scope.Q}`;
    case 'between':
      return `between ${scope.Q} and ${scope.R}`;
    case 'after-until':
      return `after ${scope.Q} until ${scope.R}`;
  }
}
