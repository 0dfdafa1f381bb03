/**
 * Which events a property means. A transition may show several events (both halves of a meeting);
 * a pattern matches the transition if it matches one of them.
 */
import type { Occurrence } from '../model/transition.js';

export type EventPattern =
  /** Exactly this text, or this name with any arguments. */
  | { kind: 'name'; name: string }
  /** `*` stands for any text without a dot, `**` for any text. */
  | { kind: 'glob'; glob: string }
  | { kind: 'call'; name: string; arguments: ArgumentPattern[] }
  | { kind: 'prefix'; text: string }
  | { kind: 'contains'; text: string }
  | { kind: 'and'; parts: EventPattern[] }
  | { kind: 'or'; parts: EventPattern[] }
  | { kind: 'not'; part: EventPattern };

export type ArgumentPattern =
  | { kind: 'any' }
  | { kind: 'text'; text: string }
  | { kind: 'range'; low: number; high: number };

/** What a quoted or bare name stands for: with a star in it, a glob. */
export function patternOfName(name: string): EventPattern {
  return name.includes('*') ? { kind: 'glob', glob: name } : { kind: 'name', name };
}

export function matchesEvent(pattern: EventPattern, event: Occurrence): boolean {
  switch (pattern.kind) {
    case 'name':
      return event.text === pattern.name || event.name === pattern.name;
    case 'glob':
      return matchesGlob(pattern.glob, event.text);
    case 'call':
      return (
        event.name === pattern.name &&
        event.arguments.length === pattern.arguments.length &&
        pattern.arguments.every((argument, i) => matchesArgument(argument, event.arguments[i]))
      );
    case 'prefix':
      return event.text.startsWith(pattern.text);
    case 'contains':
      return event.text.includes(pattern.text);
    case 'and':
      return pattern.parts.every((part) => matchesEvent(part, event));
    case 'or':
      return pattern.parts.some((part) => matchesEvent(part, event));
    case 'not':
      return !matchesEvent(pattern.part, event);
  }
}

function matchesArgument(pattern: ArgumentPattern, argument: string): boolean {
  if (pattern.kind === 'any') return true;
  if (pattern.kind === 'text') return pattern.text === argument;
  const value = Number(argument);
  return argument !== '' && Number.isInteger(value) && value >= pattern.low && value <= pattern.high;
}

/**
 * Globs come from users and event names from models, so no regular expression engine that backtracks:
 * all positions of the glob that the text read so far can have reached are carried along.
 */
function matchesGlob(glob: string, text: string): boolean {
  const pieces = glob.split(/(\*+)/).flatMap((piece, i) => (i % 2 === 1 ? [piece] : [...piece]));
  const last = pieces.length;
  let reached = passStars(pieces, new Uint8Array(last + 1).fill(1, 0, 1));
  for (const character of text) {
    const next = new Uint8Array(last + 1);
    for (let i = 0; i < last; i++) {
      if (reached[i] === 0) continue;
      const piece = pieces[i];
      if (isStar(piece)) {
        if (piece.length > 1 || character !== '.') next[i] = 1;
      } else if (piece === character) next[i + 1] = 1;
    }
    reached = passStars(pieces, next);
  }
  return reached[last] === 1;
}

const isStar = (piece: string) => piece[0] === '*';

/** A star may stand for nothing. */
function passStars(pieces: readonly string[], reached: Uint8Array): Uint8Array {
  for (let i = 0; i < pieces.length; i++) if (reached[i] === 1 && isStar(pieces[i])) reached[i + 1] = 1;
  return reached;
}
