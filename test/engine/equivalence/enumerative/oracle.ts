/**
 * The relations as their definitions have them, for systems of a few states: relations on pairs shrunk
 * until nothing changes, languages as sets of words. Slow, and shares nothing with the engine.
 */
import { type Edge, type Lts, ltsOf } from '../../../../src/engine/equivalence/enumerative/lts.js';
import { Chance } from '../../../model/random-system.js';

const TAU = 'tau';

export interface Small {
  states: number;
  edges: Edge[];
}

export function randomSmall(chance: Chance, most: { states: number; labels: string[]; tau: number }): Small {
  const states = 1 + chance.below(most.states);
  const count = chance.below(states * 2 + 1);
  const edges = Array.from({ length: count }, () => ({
    from: chance.below(states),
    label: chance.below(100) < most.tau ? TAU : most.labels[chance.below(most.labels.length)],
    to: chance.below(states),
  }));
  return reachable({ states, edges });
}

/** Only what can be reached from state 0, numbered again. */
function reachable({ states, edges }: Small): Small {
  const number = new Array<number>(states).fill(-1);
  const order = [0];
  number[0] = 0;
  for (const s of order) {
    for (const { from, to } of edges) {
      if (from === s && number[to] < 0) number[to] = order.push(to) - 1;
    }
  }
  const kept = edges.filter(({ from }) => number[from] >= 0);
  return {
    states: order.length,
    edges: kept.map(({ from, label, to }) => ({ from: number[from], label, to: number[to] })),
  };
}

/** A system that is like another, or nearly: states doubled, internal steps put in, an edge changed. */
export function similar(chance: Chance, small: Small, labels: string[]): Small {
  const edges = small.edges.map((edge) => ({ ...edge }));
  let { states } = small;
  for (let i = chance.below(3); i > 0; i--) {
    const doubled = chance.below(states);
    const copy = states++;
    for (const edge of [...edges]) if (edge.from === doubled) edges.push({ ...edge, from: copy });
    for (const edge of edges) if (edge.to === doubled && chance.below(2) === 0) edge.to = copy;
  }
  if (chance.below(2) === 0 && edges.length > 0) {
    const edge = edges[chance.below(edges.length)];
    const middle = states++;
    edges.push({ from: middle, label: edge.label, to: edge.to });
    edge.label = TAU;
    edge.to = middle;
  }
  if (chance.below(3) === 0 && edges.length > 0) {
    const edge = edges[chance.below(edges.length)];
    if (chance.below(2) === 0) edge.label = labels[chance.below(labels.length)];
    else edge.to = chance.below(states);
  }
  return reachable({ states, edges });
}

export function toLts({ states, edges }: Small, labels: string[]): Lts {
  const lts = ltsOf(states, 0, edges);
  const missing = labels.filter((label) => !lts.labels.includes(label));
  return { ...lts, labels: [...lts.labels, ...missing] };
}

function moves(small: Small, s: number, label: string): number[] {
  return small.edges.filter((edge) => edge.from === s && edge.label === label).map((edge) => edge.to);
}

function closure(small: Small, states: number[]): number[] {
  const found = [...new Set(states)];
  for (const s of found) for (const t of moves(small, s, TAU)) if (!found.includes(t)) found.push(t);
  return found;
}

function weakMoves(small: Small, s: number, label: string): number[] {
  const before = closure(small, [s]);
  if (label === TAU) return before;
  return closure(
    small,
    before.flatMap((t) => moves(small, t, label)),
  );
}

const beside = (left: Small, right: Small): Small => ({
  states: left.states + right.states,
  edges: [
    ...left.edges,
    ...right.edges.map(({ from, label, to }) => ({ from: from + left.states, label, to: to + left.states })),
  ],
});

/** Shrinks the full relation by a test of what one state's step needs of the other. */
function greatest(
  small: Small,
  answers: (s: number, edge: Edge, t: number, related: Related) => boolean,
): Related {
  const size = small.states;
  const table = Array.from({ length: size }, () => new Array<boolean>(size).fill(true));
  const related: Related = (a, b) => table[a][b];
  for (let changed = true; changed; ) {
    changed = false;
    for (let s = 0; s < size; s++) {
      for (let t = 0; t < size; t++) {
        if (!table[s][t]) continue;
        const fine = small.edges.every((edge) => edge.from !== s || answers(s, edge, t, related));
        if (fine) continue;
        table[s][t] = table[t][s] = false;
        changed = true;
      }
    }
  }
  return related;
}

type Related = (a: number, b: number) => boolean;

export function strong(left: Small, right: Small): boolean {
  const both = beside(left, right);
  const related = greatest(both, (_, { label, to }, t, same) =>
    moves(both, t, label).some((u) => same(to, u)),
  );
  return related(0, left.states);
}

export function weak(left: Small, right: Small): boolean {
  const both = beside(left, right);
  const related = greatest(both, (_, { label, to }, t, same) =>
    weakMoves(both, t, label).some((u) => same(to, u)),
  );
  return related(0, left.states);
}

/** Van Glabbeek and Weijland's definition: t moves internally to a t' related to s, then does the action. */
export function branching(left: Small, right: Small): boolean {
  const both = beside(left, right);
  const related = greatest(
    both,
    (s, { label, to }, t, same) =>
      (label === TAU && same(to, t)) ||
      closure(both, [t]).some((u) => same(s, u) && moves(both, u, label).some((v) => same(to, v))),
  );
  return related(0, left.states);
}

/** All words up to a length, as text; with refusals, each with all that a stable state may then offer. */
export function language(small: Small, length: number, refusals: boolean, labels: string[]): Set<string> {
  const found = new Set<string>();
  let level: { word: string; states: number[] }[] = [{ word: '', states: closure(small, [0]) }];
  for (let n = 0; n <= length; n++) {
    const next: typeof level = [];
    for (const { word, states } of level) {
      found.add(word);
      if (refusals) {
        for (const s of states) {
          if (moves(small, s, TAU).length > 0) continue;
          const offers = labels.filter((label) => moves(small, s, label).length > 0);
          for (const refused of subsets(labels.filter((label) => !offers.includes(label)))) {
            found.add(`${word} refusing ${refused.join()}`);
          }
        }
      }
      for (const label of labels) {
        const after = closure(
          small,
          states.flatMap((s) => moves(small, s, label)),
        );
        if (after.length > 0) next.push({ word: word === '' ? label : `${word} ${label}`, states: after });
      }
    }
    level = next;
  }
  return found;
}

function subsets(items: string[]): string[][] {
  const all: string[][] = [[]];
  for (const item of items) all.push(...all.map((some) => [...some, item]));
  return all;
}

export function includes(large: Set<string>, small: Set<string>): boolean {
  return [...small].every((word) => large.has(word));
}

export { Chance };
