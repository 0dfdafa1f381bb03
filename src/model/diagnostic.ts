import type { Span } from './source.js';

/** Every way an input can be wrong. Codes are stable: they appear in reports and are never reused. */
export type DiagnosticCode =
  | 'syntax' // the text does not follow the grammar
  | 'unknown-name' // a name that nothing declares
  | 'duplicate-name' // a name declared twice
  | 'wrong-kind' // a name or value of another kind than the place needs
  | 'bad-value' // a number out of range, a division by zero in a constant …
  | 'bad-structure' // well-formed, but not a meaningful program (an unguarded recursion, say)
  | 'unsupported' // a construct of the language that is not modelled
  | 'unknown-event' // a property names an event that the model does not have
  | 'too-large' // a size, depth or expansion limit of the reader was passed
  | 'unreadable' // the file is missing, not text, or of an unknown language
  | 'bad-option'; // the command line or the library options

export interface Diagnostic {
  code: DiagnosticCode;
  severity: 'error' | 'warning' | 'notice';
  message: string;
  span?: Span;
  hint?: string;
}

/** What reading an input gives: a value, or at least one error; notices in both cases. */
export type Reading<T> =
  | { ok: true; value: T; diagnostics: Diagnostic[] }
  | { ok: false; diagnostics: Diagnostic[] };

/** Carries diagnostics across a call that cannot return them (the library's `load`, the command line). */
export class InputError extends Error {
  constructor(readonly diagnostics: Diagnostic[]) {
    super(diagnostics.map((d) => d.message).join('\n'));
    this.name = 'InputError';
  }
}

/** A comparison takes time that grows with the square of the length; nobody misspells what is longer. */
const LONGEST_MISSPELT = 200;

/** The names nearest to a misspelt one, best first, for "did you mean". */
export function nearestNames(wrong: string, names: Iterable<string>, most = 3): string[] {
  if (wrong.length > LONGEST_MISSPELT) return [];
  const limit = Math.max(2, Math.floor(wrong.length / 3));
  const close: { name: string; distance: number }[] = [];
  for (const name of names) {
    if (Math.abs(name.length - wrong.length) > limit) continue;
    const distance = editDistance(wrong.toLowerCase(), name.toLowerCase(), limit);
    if (distance <= limit) close.push({ name, distance });
  }
  close.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  return close.slice(0, most).map((c) => c.name);
}

function editDistance(a: string, b: string, limit: number): number {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    let best = i;
    for (let j = 1; j <= b.length; j++) {
      const substitution = previous[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      current[j] = Math.min(substitution, previous[j] + 1, current[j - 1] + 1);
      best = Math.min(best, current[j]);
    }
    if (best > limit) return limit + 1;
    previous = current;
  }
  return previous[b.length];
}
