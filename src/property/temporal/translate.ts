/**
 * From a formula to a small Büchi automaton that accepts exactly the words satisfying it:
 * simplify the formula, unfold it into an automaton with promises, reduce that, turn promises into
 * accepting states, reduce again. Several variants are built and the smallest is given.
 */
import type { Buchi, BuchiEdge } from './buchi.js';
import { degeneralise, PUT_OFF } from './degeneralise.js';
import type { Formula } from './formula.js';
import { componentFacts, components, type Generalised, trim } from './generalised.js';
import { Simplifier } from './simplify.js';
import { edgesPassing, reduce } from './simulation.js';
import { type TableauOptions, tableau } from './tableau.js';

const VARIANTS: readonly TableauOptions[] = [
  { exclusive: true, apart: false },
  { exclusive: false, apart: false },
  { exclusive: true, apart: true },
  { exclusive: false, apart: true },
];

/** With more states than this the first variant is good enough. */
const LARGE = 200;

/** Throws an `InputError` of code `too-large` where the automaton would not be of a usable size. */
export function translate(formula: Formula): Buchi {
  const simplifier = new Simplifier();
  const simplified = simplifier.read(formula);
  const isChoice = simplifier.dag.shape(simplified) === 'or';
  const variants = VARIANTS.filter(({ apart }) => isChoice || !apart);
  let best: Buchi | undefined;
  for (const options of variants) {
    const unfolded = trim(tableau(simplifier, simplified, options));
    if (unfolded === undefined) return { states: 0, initial: [], accepting: new Uint8Array(0), edges: [] };
    const reduced = reduce(unfolded, edgesPassing);
    for (const reverse of [false, true]) {
      const candidate = buchiOf(reduced, reverse);
      if (best === undefined || isBetter(candidate, best)) best = candidate;
      if (best.states > LARGE) return best;
    }
  }
  return best as Buchi;
}

function buchiOf(automaton: Generalised, reverse: boolean): Buchi {
  return withFewestInitial(stateBased(reduce(degeneralise(automaton, reverse), statesPassing)));
}

/**
 * For promises that belong to states: all edges of a state keep the same. States on no cycle may
 * choose; those whose cycles accept nothing put off for ever.
 */
function statesPassing(automaton: Generalised, promises: bigint): Generalised {
  const component = components(automaton.edges);
  const facts = componentFacts(automaton, component);
  const edges = automaton.edges.map((list, state) => {
    const { cyclic, accepting } = facts[component[state]];
    if (accepting) return list;
    return list.map((edge) => ({ ...edge, promises: cyclic ? PUT_OFF : promises }));
  });
  return { ...automaton, edges };
}

function stateBased(automaton: Generalised): Buchi {
  const component = components(automaton.edges);
  const facts = componentFacts(automaton, component);
  const accepting = automaton.edges.map((edges, state) =>
    facts[component[state]].accepting && edges.every((edge) => edge.promises === 0n) ? 1 : 0,
  );
  return {
    states: automaton.edges.length,
    initial: automaton.initial,
    accepting: Uint8Array.from(accepting),
    edges: automaton.edges.map((edges) =>
      edges.map(({ positive, negative, target }) => ({ positive, negative, target })),
    ),
  };
}

function isBetter(a: Buchi, b: Buchi): boolean {
  if (a.states !== b.states) return a.states < b.states;
  return choices(a) < choices(b);
}

function choices(buchi: Buchi): number {
  return buchi.edges.reduce((sum, edges) => sum + edges.length, 0);
}

/** Where no edge leads back to the initial state, states that share out its edges take its place. */
function withFewestInitial(buchi: Buchi): Buchi {
  if (buchi.initial.length !== 1) return buchi;
  const [initial] = buchi.initial;
  if (buchi.edges.some((edges) => edges.some((edge) => edge.target === initial))) return buchi;
  const wanted = new Set(buchi.edges[initial].map(keyOf));
  const taken = new Set<string>();
  const replacing: number[] = [];
  const byEdges = buchi.edges.map((_, state) => state).filter((state) => state !== initial);
  byEdges.sort((a, b) => buchi.edges[b].length - buchi.edges[a].length);
  for (const state of byEdges) {
    const keys = buchi.edges[state].map(keyOf);
    if (!keys.every((key) => wanted.has(key)) || keys.every((key) => taken.has(key))) continue;
    for (const key of keys) taken.add(key);
    replacing.push(state);
  }
  if (taken.size < wanted.size) return buchi;
  const number = (state: number) => (state > initial ? state - 1 : state);
  return {
    states: buchi.states - 1,
    initial: replacing.map(number).sort((a, b) => a - b),
    accepting: buchi.accepting.filter((_, state) => state !== initial),
    edges: buchi.edges
      .filter((_, state) => state !== initial)
      .map((edges) => edges.map((edge) => ({ ...edge, target: number(edge.target) }))),
  };
}

function keyOf(edge: BuchiEdge): string {
  return `${edge.positive},${edge.negative},${edge.target}`;
}
