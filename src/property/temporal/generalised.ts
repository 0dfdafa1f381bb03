/**
 * Automata with generalised acceptance on edges, the form between tableau and Büchi automaton.
 *
 * An edge carries promises (a set of bits): things that it puts off. A run is accepting if every
 * promise is absent from infinitely many of its edges.
 */
export interface Generalised {
  initial: number[];
  edges: PromisingEdge[][];
  /** All promises that occur. */
  promises: bigint;
}

export interface PromisingEdge {
  positive: number;
  negative: number;
  target: number;
  promises: bigint;
}

/** Of every state the number of its strongly connected component; successors never have a higher one. */
export function components(edges: readonly { target: number }[][]): Int32Array {
  const count = edges.length;
  const component = new Int32Array(count).fill(-1);
  const order = new Int32Array(count).fill(-1);
  const low = new Int32Array(count);
  const path: number[] = [];
  const calls: { state: number; edge: number }[] = [];
  let visited = 0;
  let found = 0;
  const enter = (state: number) => {
    order[state] = low[state] = visited++;
    path.push(state);
    calls.push({ state, edge: 0 });
  };
  for (let start = 0; start < count; start++) {
    if (order[start] >= 0) continue;
    enter(start);
    while (calls.length > 0) {
      const call = calls[calls.length - 1];
      const { state } = call;
      if (call.edge < edges[state].length) {
        const { target } = edges[state][call.edge++];
        if (order[target] < 0) enter(target);
        else if (component[target] < 0) low[state] = Math.min(low[state], order[target]);
        continue;
      }
      calls.pop();
      if (calls.length > 0) {
        const caller = calls[calls.length - 1].state;
        low[caller] = Math.min(low[caller], low[state]);
      }
      if (low[state] !== order[state]) continue;
      for (let member = -1; member !== state; ) {
        member = path.pop() as number;
        component[member] = found;
      }
      found++;
    }
  }
  return component;
}

export interface ComponentFacts {
  /** Has an edge inside. */
  cyclic: boolean;
  /** Some run that stays inside is accepting. */
  accepting: boolean;
  /** Promises on edges inside. */
  relevant: bigint;
}

export function componentFacts(automaton: Generalised, component: Int32Array): ComponentFacts[] {
  const facts: ComponentFacts[] = [];
  const always: bigint[] = [];
  automaton.edges.forEach((edges, state) => {
    const c = component[state];
    facts[c] ??= { cyclic: false, accepting: false, relevant: 0n };
    always[c] ??= automaton.promises;
    for (const edge of edges) {
      if (component[edge.target] !== c) continue;
      facts[c].cyclic = true;
      facts[c].relevant |= edge.promises;
      always[c] &= edge.promises;
    }
  });
  facts.forEach((fact, c) => {
    fact.accepting = fact.cyclic && always[c] === 0n;
  });
  return facts;
}

/** Without the states that cannot be reached, or from which nothing is accepted; undefined: empty language. */
export function trim(automaton: Generalised): Generalised | undefined {
  const component = components(automaton.edges);
  const facts = componentFacts(automaton, component);
  const useful = facts.map((fact) => fact.accepting);
  // components are numbered from the sinks up, so one pass over them in order is enough
  const states = automaton.edges.map((_, state) => state).sort((a, b) => component[a] - component[b]);
  for (const state of states) {
    if (automaton.edges[state].some((edge) => useful[component[edge.target]]))
      useful[component[state]] = true;
  }
  const keep = (state: number) => useful[component[state]];
  const initial = automaton.initial.filter(keep);
  if (initial.length === 0) return undefined;
  return renumbered({ ...automaton, initial }, keep, (state) => state);
}

/** The part reachable from the initial states through kept states, every target replaced as told. */
export function renumbered(
  automaton: Generalised,
  keep: (state: number) => boolean,
  replacement: (state: number) => number,
): Generalised {
  const numbers = new Map<number, number>();
  const order: number[] = [];
  const numberOf = (state: number): number => {
    let number = numbers.get(state);
    if (number === undefined) {
      number = order.length;
      numbers.set(state, number);
      order.push(state);
    }
    return number;
  };
  const initial = [...new Set(automaton.initial.map((state) => numberOf(replacement(state))))];
  const edges: PromisingEdge[][] = [];
  let promises = 0n;
  for (let i = 0; i < order.length; i++) {
    edges.push([]);
    for (const edge of automaton.edges[order[i]]) {
      if (!keep(edge.target)) continue;
      edges[i].push({ ...edge, target: numberOf(replacement(edge.target)) });
      promises |= edge.promises;
    }
  }
  return { initial, edges, promises };
}
