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

export function matchesEvent(pattern: EventPattern, event: Occurrence): boolean {
  switch (pattern.kind) {
    case 'name':
      return event.text === pattern.name || event.name === pattern.name;
    case 'glob':
      return globExpression(pattern.glob).test(event.text);
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
  return Number.isInteger(value) && value >= pattern.low && value <= pattern.high;
}

function globExpression(glob: string): RegExp {
  const escaped = glob.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/\*\*|\*/g, (stars) => (stars === '**' ? '.*' : '[^.]*'))}$`);
}
