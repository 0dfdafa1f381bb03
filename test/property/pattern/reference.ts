/**
 * What the patterns mean, said directly on the list of events of a complete execution: find the
 * segments that are scopes, and look at each.
 */
import type { Pattern, PatternProperty } from '../../../src/property/pattern/index.js';

export type Reading = 'every-Q' | 'first-Q';

export function satisfies(property: PatternProperty, word: readonly string[], reading: Reading): boolean {
  return scopesOf(property, word, reading).every(({ from, to }) =>
    property.kind === 'universality'
      ? isTrueThroughout(property, word, from, to)
      : holdsIn(property, word.slice(from, to)),
  );
}

function scopesOf(
  { scope }: PatternProperty,
  word: readonly string[],
  reading: Reading,
): { from: number; to: number }[] {
  if (scope.kind === 'globally') return [{ from: 0, to: word.length }];
  if (scope.kind === 'before') {
    const to = word.indexOf(scope.R);
    return to < 0 ? [] : [{ from: 0, to }];
  }
  if (scope.kind === 'after') {
    const from = word.indexOf(scope.Q);
    return from < 0 ? [] : [{ from, to: word.length }];
  }
  const scopes: { from: number; to: number }[] = [];
  let busyUntil = 0;
  for (let from = 0; from < word.length; from++) {
    if (word[from] !== scope.Q || (reading === 'first-Q' && from < busyUntil)) continue;
    const closing = word.indexOf(scope.R, from);
    busyUntil = closing < 0 ? word.length : closing;
    if (closing >= 0 || scope.kind === 'after-until') scopes.push({ from, to: busyUntil });
  }
  return scopes;
}

/** The fact after each event: true at the start, true after P, false after N. */
function isTrueThroughout(
  { P, N }: { P: string; N: string },
  word: readonly string[],
  from: number,
  to: number,
): boolean {
  let fact = true;
  for (let position = 0; position < to; position++) {
    if (word[position] === P) fact = true;
    if (word[position] === N) fact = false;
    if (position >= from && !fact) return false;
  }
  return true;
}

function holdsIn(pattern: Exclude<Pattern, { kind: 'universality' }>, segment: readonly string[]): boolean {
  const places = (event: string) => segment.flatMap((other, i) => (other === event ? [i] : []));
  const before = (event: string, place: number) => segment.slice(0, place).includes(event);
  const after = (event: string, place: number) => segment.slice(place + 1).includes(event);
  const next = (event: string, place: number) => segment.indexOf(event, place + 1);
  const { P } = pattern;
  switch (pattern.kind) {
    case 'absence':
      return places(P).length === 0;
    case 'existence':
      return places(P).length > 0;
    case 'bounded-existence':
      return places(P).length <= pattern.most;
    case 'precedence':
      return places(P).every((p) => before(pattern.S, p));
    case 'response':
      return places(P).every((p) => after(pattern.S, p));
    case 'precedence-2-1':
      return places(P).every((p) => places(pattern.T).some((t) => t < p && before(pattern.S, t)));
    case 'precedence-1-2':
      return places(pattern.S).every((s) => !after(pattern.T, s) || before(P, s));
    case 'response-2-1':
      return places(pattern.S).every((s) => !after(pattern.T, s) || after(P, next(pattern.T, s)));
    case 'response-1-2':
      return places(P).every((p) =>
        places(pattern.S).some(
          (s) =>
            s > p &&
            places(pattern.T).some(
              (t) => t > s && (pattern.Z === undefined || !segment.slice(s, t).includes(pattern.Z)),
            ),
        ),
      );
  }
}
