/** Code that no execution reaches, in the words of the source. */
import type { UnreachedStep } from '../engine/answer.js';
import type { Span } from '../model/source.js';
import type { System } from '../model/system.js';

export interface UnreachedCode {
  /** Name of the process type. */
  process: string;
  /** The statement in the words of its language. */
  text?: string;
  span: Span;
  /** Its place is reached, but it can never be taken there; otherwise no execution gets there. */
  neverEnabled: boolean;
}

/**
 * A statement may have become several steps, of several processes that share its text: it is unreached if all
 * of them are.
 */
export function unreachedCode({ types }: System, unreached: readonly UnreachedStep[]): UnreachedCode[] {
  const neverOf = types.map(
    (_, t) => new Set(unreached.filter((one) => one.type === t).map(({ step }) => step)),
  );
  const reached = new Set(
    types.flatMap((type, t) =>
      type.steps.flatMap(({ span }, s) => (span && !neverOf[t].has(s) ? [place(span)] : [])),
    ),
  );
  return types.flatMap((type, t) => {
    const never = neverOf[t];
    const visited = new Set([type.initial]);
    type.steps.forEach(({ to }, s) => {
      if (!never.has(s)) visited.add(to);
    });
    const found = new Map<string, UnreachedCode>();
    for (const s of never) {
      const { span, text, from, implied } = type.steps[s];
      if (!span || implied || reached.has(place(span))) continue;
      const neverEnabled = visited.has(from) || found.get(place(span))?.neverEnabled === true;
      found.set(place(span), { process: type.name, text, span, neverEnabled });
    }
    return [...found.values()].sort((a, b) => a.span.line - b.span.line || a.span.column - b.span.column);
  });
}

const place = ({ file, line, column }: Span): string => `${file}:${line}:${column}`;
