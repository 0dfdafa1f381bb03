/**
 * May one transition show events of two of these patterns? A meeting shows the events of all who take part,
 * and one event may match several patterns. A formula then reads both at one position, while intervals have
 * one event after the other: the two mean the same only where this cannot happen.
 */
import type { Step, System } from '../../model/system.js';
import { type EventPattern, matchesEvent } from '../event.js';

export function mayCoincide(system: System, patterns: readonly EventPattern[]): boolean {
  const bySymbol = new Map<number, number>();
  const sides = new Map<number | undefined, { send: Set<number>; receive: Set<number> }>();
  let all = 0;
  let inside = false;
  for (const type of system.types) {
    for (const step of type.steps) {
      const shown = shownBy(system, step, patterns);
      if (isSeveral(shown)) return true;
      all |= shown;
      // One step with what came before it.
      inside ||= shown !== 0 && type.locations[step.from].region === 'indivisible';
      const { action } = step;
      if (action.kind === 'synchronise')
        bySymbol.set(action.symbol, (bySymbol.get(action.symbol) ?? 0) | shown);
      if (action.kind !== 'send' && action.kind !== 'receive') continue;
      const channel = action.channel.kind === 'constant' ? action.channel.value : undefined;
      if (channel !== undefined && system.channels[channel - 1]?.capacity > 0) continue;
      const side = sides.get(channel) ?? { send: new Set<number>(), receive: new Set<number>() };
      sides.set(channel, side);
      side[action.kind].add(shown);
    }
  }
  if (inside && isSeveral(all)) return true;
  if ([...bySymbol.values()].some(isSeveral)) return true;
  // A channel that is known only when it runs may be any of them.
  for (const [channel, { send }] of sides)
    for (const [other, { receive }] of sides) {
      if (channel !== other && channel !== undefined && other !== undefined) continue;
      for (const one of send) for (const two of receive) if (isSeveral(one | two)) return true;
    }
  return false;
}

const isSeveral = (patterns: number): boolean => (patterns & (patterns - 1)) !== 0;

/** The patterns that the step's events may match, as a bit set. */
function shownBy(system: System, { action, event }: Step, patterns: readonly EventPattern[]): number {
  const symbol = action.kind === 'synchronise' ? system.symbols[action.symbol] : undefined;
  return patterns.reduce((found, pattern, i) => {
    const bySymbol =
      symbol &&
      !symbol.hidden &&
      matchesEvent(pattern, { name: symbol.name, arguments: [], text: symbol.name });
    const byEvent =
      event &&
      (event.arguments === undefined
        ? matchesEvent(pattern, { name: event.name, arguments: [], text: event.name })
        : couldMatch(pattern, event.name));
    return bySymbol || byEvent ? found | (1 << i) : found;
  }, 0);
}

/** Whether an event of this name can match with some arguments; assumed where that is not plain to see. */
function couldMatch(pattern: EventPattern, name: string): boolean {
  switch (pattern.kind) {
    case 'name':
      return pattern.name === name || pattern.name.startsWith(`${name}(`);
    case 'call':
      return pattern.name === name;
    case 'or':
      return pattern.parts.some((part) => couldMatch(part, name));
    case 'and':
      return pattern.parts.every((part) => couldMatch(part, name));
    default:
      return true;
  }
}
