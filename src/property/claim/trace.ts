/**
 * What a program's text says of the sends and receives on some channels, as an observer of the events
 * that they show. Watched are all events of a kind (sending to, or receiving from, a channel) that the
 * text mentions; others may happen at any time.
 */
import { scalarsOf, showValue } from '../../model/data.js';
import type { Pattern } from '../../model/expression.js';
import type { Declared, TraceEdge } from '../../model/program.js';
import type { System } from '../../model/system.js';
import type { ArgumentPattern, EventPattern } from '../event.js';
import type { Atom, Observer } from '../observer.js';

export function observerOfTrace(declared: Extract<Declared, { kind: 'trace' }>, system: System): Observer {
  const { locations, edges, initial } = declared.trace;
  const atoms: Atom[] = [];
  const bitOf = (name: string, pattern: EventPattern): number => {
    const known = atoms.findIndex((atom) => atom.name === name);
    if (known >= 0) return 1 << known;
    atoms.push({ kind: 'event', name, pattern });
    return 1 << (atoms.length - 1);
  };
  let watched = 0;
  const leaving: { bit: number; to: number }[][] = locations.map(() => []);
  for (const edge of edges) {
    const { name, index, fields } = channelOf(edge, system);
    const any: EventPattern =
      index === undefined ? { kind: 'name', name } : firstArgument(name, index, fields.length);
    watched |= bitOf(`any ${name}${index ?? ''}`, any);
    const exact: EventPattern = {
      kind: 'call',
      name,
      arguments: [
        ...(index === undefined ? [] : [text(index)]),
        ...edge.patterns.map((p, i) => argument(p, fields[i])),
      ],
    };
    leaving[edge.from].push({ bit: bitOf(JSON.stringify(exact), exact), to: edge.to });
  }
  const failed = locations.length;
  const { negated } = declared;
  return {
    acceptance: 'finite',
    atoms,
    initial: [initial],
    successors: (state, letter) => {
      if ((letter & watched) === 0) return [state];
      const next =
        state === failed ? [] : leaving[state].filter(({ bit }) => letter & bit).map(({ to }) => to);
      return next.length > 0 || negated ? next : [failed];
    },
    bad: (state) => (negated ? (locations[state]?.marks?.includes('end') ?? false) : state === failed),
    badAtEnd: () => false,
    accepting: () => false,
  };
}

/** The event name of the edge's channel and side; for an element of an array, its index comes first. */
function channelOf(edge: TraceEdge, system: System) {
  if (edge.channel.kind !== 'constant') throw new Error('a trace names its channels');
  const channel = system.channels[edge.channel.value - 1];
  const element = /^(.*)\[(\d+)\]$/.exec(channel.name);
  const name = `${element?.[1] ?? channel.name}${edge.side === 'send' ? '!' : '?'}`;
  return { name, index: element?.[2], fields: channel.fields.flatMap(scalarsOf) };
}

const text = (value: string): ArgumentPattern => ({ kind: 'text', text: value });

function firstArgument(name: string, index: string, fields: number): EventPattern {
  const rest = Array.from({ length: fields }, (): ArgumentPattern => ({ kind: 'any' }));
  return { kind: 'call', name, arguments: [text(index), ...rest] };
}

function argument(pattern: Pattern, type: Parameters<typeof showValue>[0]): ArgumentPattern {
  if (pattern.kind !== 'match' || pattern.value.kind !== 'constant') return { kind: 'any' };
  return text(showValue(type, pattern.value.value));
}
