/**
 * Smaller automata by direct simulation. State t simulates s if, letter by letter, t can do what s
 * can, with no more promises, and reach a state that simulates again. States that simulate each
 * other become one; an edge goes away when its state has another one that can do all it can.
 * Both keep the language (Bustan and Grumberg, "Simulation-based minimization", 2003).
 */
import { components, type Generalised, type PromisingEdge, renumbered } from './generalised.js';
import { covered, joined, within } from './label.js';

/** Automata larger than this are only searched for states with equal edges. */
const MOST_STATES = 300;
const MOST_EDGES = 1500;

/**
 * The same automaton with other promises where they do not matter: no run takes an edge twice that
 * leaves its component. Giving such edges all promises, and giving them none, lets different states
 * look alike; both are tried until nothing changes.
 */
export type Passing = (automaton: Generalised, promises: bigint) => Generalised;

export function reduce(automaton: Generalised, passing: Passing): Generalised {
  let current = mergeEqual(automaton);
  if (current.edges.length > MOST_STATES || sizeOf(current) > MOST_EDGES) return current;
  const { promises } = automaton;
  for (let size = Number.POSITIVE_INFINITY; sizeOf(current) < size; ) {
    size = sizeOf(current);
    for (const given of [promises, 0n])
      current = simulationQuotient(passing({ ...current, promises }, given));
  }
  return current;
}

function sizeOf(automaton: Generalised): number {
  return automaton.edges.reduce((sum, edges) => sum + edges.length, automaton.edges.length);
}

/** For promises that belong to single edges. */
export function edgesPassing(automaton: Generalised, promises: bigint): Generalised {
  const component = components(automaton.edges);
  const edges = automaton.edges.map((list, state) =>
    list.map((edge) => (component[edge.target] === component[state] ? edge : { ...edge, promises })),
  );
  return { ...automaton, edges };
}

/** States with the same edges are one, again and again. */
function mergeEqual(automaton: Generalised): Generalised {
  for (let current = automaton; ; ) {
    const byEdges = new Map<string, number>();
    const representative = current.edges.map((edges, state) => {
      const key = edges.map(keyOf).sort().join(' ');
      if (!byEdges.has(key)) byEdges.set(key, state);
      return byEdges.get(key) as number;
    });
    const merged = withTidyEdges(
      renumbered(
        current,
        () => true,
        (state) => representative[state],
      ),
    );
    if (merged.edges.length === current.edges.length) return merged;
    current = merged;
  }
}

function keyOf(edge: PromisingEdge): string {
  return `${edge.positive},${edge.negative},${edge.target},${edge.promises}`;
}

/** simulates[s * n + t] = 1 when t simulates s: the greatest relation that its own definition confirms. */
function directSimulation(automaton: Generalised): Uint8Array {
  const { edges } = automaton;
  const count = edges.length;
  const simulates = new Uint8Array(count * count).fill(1);
  const confirmed = (s: number, t: number): boolean =>
    edges[s].every((edge) =>
      covered(
        edge,
        edges[t].filter(
          (other) =>
            simulates[edge.target * count + other.target] === 1 &&
            (other.promises & edge.promises) === other.promises,
        ),
      ),
    );
  for (let changed = true; changed; ) {
    changed = false;
    // targets mostly have higher numbers, so what changes there is seen in the same pass
    for (let s = count - 1; s >= 0; s--) {
      for (let t = count - 1; t >= 0; t--) {
        if (s === t || simulates[s * count + t] === 0 || confirmed(s, t)) continue;
        simulates[s * count + t] = 0;
        changed = true;
      }
    }
  }
  return simulates;
}

function simulationQuotient(automaton: Generalised): Generalised {
  const count = automaton.edges.length;
  const simulates = directSimulation(automaton);
  const below = (s: number, t: number) => simulates[s * count + t] === 1;
  const representative = automaton.edges.map((_, s) => {
    for (let t = 0; t < s; t++) if (below(s, t) && below(t, s)) return t;
    return s;
  });
  const pruned = automaton.edges.map((list) => {
    const redirected = list.map((edge) => ({ ...edge, target: representative[edge.target] }));
    return redirected.filter(
      (edge, i) => !redirected.some((other, j) => i !== j && outdone(edge, i, other, j)),
    );
  });
  /** Of two edges that outdo each other the first stays. */
  function outdone(edge: PromisingEdge, i: number, other: PromisingEdge, j: number): boolean {
    const better = (a: PromisingEdge, b: PromisingEdge) =>
      within(b, a) && below(b.target, a.target) && (a.promises & b.promises) === a.promises;
    return better(other, edge) && (j < i || !better(edge, other));
  }
  const starts = automaton.initial.map((state) => representative[state]);
  const initial = starts.filter(
    (s, i) => !starts.some((t, j) => i !== j && below(s, t) && (j < i || !below(t, s))),
  );
  return withTidyEdges(
    renumbered(
      { ...automaton, initial, edges: pruned },
      () => true,
      (state) => representative[state],
    ),
  );
}

/** More edges than this between two states are left as they are. */
const MOST_JOINED = 200;

/** Edges alike but for their label are joined where two labels make one. */
function withTidyEdges(automaton: Generalised): Generalised {
  return { ...automaton, edges: automaton.edges.map(tidyEdges) };
}

function tidyEdges(edges: readonly PromisingEdge[]): PromisingEdge[] {
  const groups = new Map<string, PromisingEdge[]>();
  for (const edge of edges) {
    const key = `${edge.target},${edge.promises}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [edge]);
    else group.push(edge);
  }
  return [...groups.values()].flatMap(joinLabels);
}

function joinLabels(group: PromisingEdge[]): PromisingEdge[] {
  if (group.length > MOST_JOINED) return group;
  const kept: PromisingEdge[] = [];
  const open = [...group];
  for (let edge = open.pop(); edge !== undefined; edge = open.pop()) {
    const wide = edge;
    if (kept.some((other) => within(wide, other))) continue;
    for (let i = kept.length - 1; i >= 0; i--) if (within(kept[i], wide)) kept.splice(i, 1);
    const partner = kept.findIndex((other) => joined(wide, other) !== undefined);
    if (partner < 0) {
      kept.push(wide);
      continue;
    }
    const [other] = kept.splice(partner, 1);
    open.push({ ...wide, ...joined(wide, other) });
  }
  return kept.sort((a, b) => a.positive - b.positive || a.negative - b.negative);
}
