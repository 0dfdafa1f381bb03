/**
 * Two systems side by side, in step on what is visible: one network whose executions are the pairs of
 * executions with the same visible actions. No product is built; the network is as large as the two
 * together.
 */
import type { Component, Edge, Network } from '../../inequality/network.js';
import { labelOf } from '../enumerative/explore.js';
import type { Side } from '../enumerative/index.js';
import type { Visible } from '../enumerative/visibility.js';

/** One of the two, as it stands in the pair. */
export interface Half {
  side: Side;
  network: Network;
  /** The number of its first component in the pair. */
  offset: number;
  /** What each of its actions shows; '' for those that do not count. */
  labels: string[];
  /** For each of its actions, the states (by its own components) in which a participant can take it. */
  offers: Map<number, number[]>[];
}

export interface Pair {
  network: Network;
  /** For each component of the pair and each of its edges, the action by the number it has on its own side. */
  origins: number[][];
  halves: Record<Side, Half>;
}

export const otherSide = (side: Side): Side => (side === 'spec' ? 'impl' : 'spec');

export function sideBySide(spec: Network, impl: Network, visible: Visible): Pair {
  const halves = {
    spec: halfOf('spec', spec, 0, visible),
    impl: halfOf('impl', impl, spec.components.length, visible),
  };
  return { ...joined(halves), halves };
}

function halfOf(side: Side, network: Network, offset: number, visible: Visible): Half {
  const offers = network.actions.map(() => new Map<number, number[]>());
  const known = new Set<string>();
  network.components.forEach(({ edges }, c) => {
    for (const { action, from } of edges) {
      const states = offers[action].get(c) ?? [];
      offers[action].set(c, states);
      const key = `${action} ${c} ${from}`;
      if (!known.has(key)) states.push(from);
      known.add(key);
    }
  });
  const labels = network.actions.map(({ events }) => labelOf(events, visible));
  return { side, network, offset, labels, offers };
}

/** Actions that can happen at all: an execution does not go on after a fault, so one that faults does not count. */
export function isPossible({ network, offers }: Half, action: number): boolean {
  const { fault, participants } = network.actions[action];
  return fault !== 'fatal' && participants.every((c) => offers[action].has(c));
}

/** The actions of a side by what they show. */
export function byLabel(half: Half): Map<string, number[]> {
  const found = new Map<string, number[]>();
  half.labels.forEach((label, action) => {
    if (label === '' || !isPossible(half, action)) return;
    found.set(label, [...(found.get(label) ?? []), action]);
  });
  return found;
}

function joined({ spec, impl }: Record<Side, Half>): Pick<Pair, 'network' | 'origins'> {
  const actions: Network['actions'] = [];
  /** For each half and action, its numbers in the pair: a visible one has one for each partner. */
  const numbers = { spec: spec.labels.map((): number[] => []), impl: impl.labels.map((): number[] => []) };
  for (const half of [spec, impl]) {
    half.network.actions.forEach((action, a) => {
      if (half.labels[a] !== '' || !isPossible(half, a)) return;
      const participants = action.participants.map((c) => c + half.offset);
      numbers[half.side][a].push(actions.push({ ...action, participants, symbol: undefined }) - 1);
    });
  }
  const partners = byLabel(impl);
  for (const [label, ours] of byLabel(spec)) {
    for (const a of ours) {
      for (const b of partners.get(label) ?? []) {
        const participants = [
          ...spec.network.actions[a].participants,
          ...impl.network.actions[b].participants.map((c) => c + impl.offset),
        ];
        const number =
          actions.push({ name: label, participants, events: spec.network.actions[a].events }) - 1;
        numbers.spec[a].push(number);
        numbers.impl[b].push(number);
      }
    }
  }
  const components = [spec, impl].flatMap((half) =>
    half.network.components.map(
      (component): Component => ({
        ...component,
        name: `${half.side} ${component.name}`,
        edges: component.edges.flatMap((edge): Edge[] =>
          numbers[half.side][edge.action].map((action) => ({ ...edge, action })),
        ),
      }),
    ),
  );
  const origins = [spec, impl].flatMap((half) =>
    half.network.components.map(({ edges }) =>
      edges.flatMap(({ action }) => numbers[half.side][action].map(() => action)),
    ),
  );
  return { network: { components, actions }, origins };
}
