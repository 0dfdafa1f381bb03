/**
 * Does a system come to rest when nothing visible happens? Internal steps that go on for ever are a
 * closed flow: in every automaton as much into each state as out of it, with equal counts wherever they
 * meet. If there is none, the system is free of divergence. If there may be one, some of its actions are
 * left out until what remains cannot go on for ever: by these alone the system still comes to rest, and
 * that is all the proof of equivalence needs.
 */
import type { Highs } from 'highs';
import type { Case } from '../../../evidence/certificate/certificate.js';
import type { PairCase } from '../../../evidence/certificate/equivalence.js';
import type { Interval } from '../../../property/interval/query.js';
import { atLeast, equals, InequalityBuilder, Terms } from '../../inequality/builder.js';
import { stronglyConnected } from '../../inequality/connected.js';
import { communication } from '../../inequality/deadlock.js';
import { flowgraphOf } from '../../inequality/flowgraph.js';
import type { Network } from '../../inequality/network.js';
import { type SearchOptions, search } from '../../inequality/search.js';
import { ANYTHING } from '../../inequality/segment.js';
import { meaningOfRest } from './meaning.js';
import { type Half, isPossible } from './pair.js';

export interface Rest {
  /** Invisible actions that cannot go on for ever by themselves. */
  progress: Set<number>;
  /** Why not: part of the certificate. */
  proof: Case;
  /** For the independent check of its rows, where that is possible. */
  meaning?: PairCase;
  /** The names of the actions that had to be left out: with them it may go on for ever. */
  leftOut: string[];
}

/** Larger systems than this are not drawn a second time with the way to the cycle. */
const MOST_EDGES = 20_000;

/** So many choices of what to leave out are tried. */
const MOST_CHOICES = 6;
/** Of the actions on a closed flow, so many are tried as the one to leave out. */
const MOST_CANDIDATES = 3;

/** Ways to come to rest, the strongest first: all invisible actions if these do, otherwise all but some. */
export async function* restsOf(highs: Highs, half: Half, options: SearchOptions): AsyncGenerator<Rest> {
  const all: number[] = [];
  half.labels.forEach((label, action) => {
    if (label === '' && isPossible(half, action)) all.push(action);
  });
  const waiting: number[][] = [[]];
  const known = new Set(['']);
  let found = 0;
  for (let leftOut = waiting.pop(); leftOut; leftOut = waiting.pop()) {
    const missing = new Set(leftOut);
    const progress = new Set(all.filter((action) => !missing.has(action)));
    const closed = await closedFlow(highs, half, progress, options);
    if (closed.kind === 'undecided') return;
    if (closed.kind === 'none') {
      const names = leftOut.map((action) => half.network.actions[action].name);
      yield { progress, proof: closed.proof, meaning: closed.meaning, leftOut: names };
      if (leftOut.length === 0 || ++found >= MOST_CHOICES) return;
      continue;
    }
    const more: number[][] = [];
    for (const action of leastMissed(half, progress, closed.actions).slice(0, MOST_CANDIDATES)) {
      const choice = [...leftOut, action];
      const key = [...choice].sort((a, b) => a - b).join();
      if (!known.has(key)) more.push(choice);
      known.add(key);
    }
    waiting.push(...more.reverse());
  }
}

type Closed =
  | { kind: 'none'; proof: Case; meaning?: PairCase }
  | { kind: 'some'; actions: number[] }
  | { kind: 'undecided' };

async function closedFlow(
  highs: Highs,
  half: Half,
  progress: ReadonlySet<number>,
  options: SearchOptions,
): Promise<Closed> {
  const name = `${half.side} comes to rest`;
  const { inequalities, columns } = cycles(half.network, progress);
  const costs = new Float64Array(inequalities.columns.length).fill(1);
  const found = await search(highs, { inequalities, decisive: [], costs }, options);
  if (found.kind === 'undecided') return found;
  if (found.kind === 'proved') {
    const meaning = meaningOfRest(half, progress, columns);
    return { kind: 'none', proof: { name, inequalities, proof: found.proof }, meaning };
  }
  const used = usedActions(half.network, columns, found.values);
  const size = half.network.components.reduce((sum, { edges }) => sum + edges.length, 0);
  if (size > MOST_EDGES) return { kind: 'some', actions: used };
  return reachedCycle(highs, half, progress, options, name);
}

/** The same with the way to the cycle: the flow must begin at the start and be connected. */
async function reachedCycle(
  highs: Highs,
  half: Half,
  progress: ReadonlySet<number>,
  options: SearchOptions,
  name: string,
): Promise<Closed> {
  const other = { name: 'other', arguments: [], text: 'other' };
  const marked: Network = {
    ...half.network,
    actions: half.network.actions.map((action, a) => ({ ...action, events: progress.has(a) ? [] : [other] })),
  };
  const forEver: Interval = {
    ...ANYTHING,
    initial: false,
    perpetual: true,
    forbid: { kind: 'name', name: 'other' },
  };
  const graph = flowgraphOf(marked, [ANYTHING, forEver], { tail: 'endless' });
  const { inequalities, endless, inner, staying, crossing } = graph;
  const costs = new Float64Array(inequalities.columns.length);
  for (const column of [...inner.flat(2), ...endless.flat()]) if (column >= 0) costs[column] = 1;
  const decisive = [...crossing.flat(2), ...staying.flat(2)].filter((column) => column >= 0);
  const found = await search(highs, { inequalities, decisive, costs }, options);
  if (found.kind === 'undecided') return found;
  if (found.kind === 'proved') return { kind: 'none', proof: { name, inequalities, proof: found.proof } };
  return { kind: 'some', actions: usedActions(half.network, endless, found.values) };
}

function usedActions({ components }: Network, columns: number[][], values: number[]): number[] {
  const used = new Set<number>();
  components.forEach(({ edges }, c) => {
    edges.forEach(({ action }, e) => {
      if (columns[c][e] >= 0 && values[columns[c][e]] > 0) used.add(action);
    });
  });
  return [...used];
}

/** Rather a step of one process, and one that it has an alternative to. */
function leastMissed({ network, offers }: Half, progress: ReadonlySet<number>, actions: number[]): number[] {
  const hasAlternative = (action: number): boolean => {
    const [c] = network.actions[action].participants;
    const states = new Set(offers[action].get(c));
    return network.components[c].edges.some(
      ({ from, action: other }) => other !== action && states.has(from) && progress.has(other),
    );
  };
  const price = new Map(
    actions.map((action) => [
      action,
      2 * network.actions[action].participants.length + (hasAlternative(action) ? 0 : 1),
    ]),
  );
  return [...actions].sort((a, b) => price.get(a)! - price.get(b)!);
}

/** Closed flow of these actions, somewhere. */
function cycles(
  network: Network,
  progress: ReadonlySet<number>,
): { inequalities: InequalityBuilder; columns: number[][] } {
  const builder = new InequalityBuilder();
  const anything = new Terms();
  const columns = network.components.map(({ name, states, edges }) => {
    const part = stronglyConnected(
      states.length,
      edges.filter(({ action }) => progress.has(action)),
    );
    return edges.map(({ from, to, action }) => {
      if (!progress.has(action) || part[from] !== part[to]) return -1;
      const column = builder.count(`for ever ${name}: ${from} -> ${to} ${network.actions[action].name}`);
      anything.add(column);
      return column;
    });
  });
  network.components.forEach(({ name, states, edges }, c) => {
    const balance = states.map(() => new Terms());
    edges.forEach(({ from, to }, e) => {
      if (columns[c][e] < 0) return;
      balance[from].add(columns[c][e], -1);
      balance[to].add(columns[c][e]);
    });
    balance.forEach((terms, state) => {
      if (terms.sums.size > 0) builder.row(`${name} at ${state}`, terms, equals(0));
    });
  });
  communication(network, builder, columns, '');
  builder.row('something happens for ever', anything, atLeast(1));
  return { inequalities: builder, columns };
}
