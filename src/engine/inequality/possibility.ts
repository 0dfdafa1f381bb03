/** The ways in which a question could be answered "no", each as inequalities of its own. */
import type { ColumnMeaning } from '../../evidence/certificate/certificate.js';
import type { Interpreter } from '../../model/interpreter.js';
import { PROCESS_LOCATION } from '../../model/layout.js';
import type { Interval } from '../../property/interval/query.js';
import type { Ask } from '../../property/question.js';
import type { Features } from './coverage.js';
import {
  type Begins,
  type DeadlockInequalities,
  deadlockInequalities,
  edgeCounts,
  offerGroups,
} from './deadlock.js';
import { ANYTHING, type Cut, type Flowgraph, type FlowgraphOptions, flowgraphOf } from './flowgraph.js';
import { closeCycle } from './lasso.js';
import { Abstention, type Network } from './network.js';
import { type Realised, realise } from './realise.js';
import type { SearchProblem } from './search.js';
import type { Trap } from './traps.js';

export interface Possibility {
  name: string;
  /** What a run of this kind shows. */
  reason: string;
  problem: SearchProblem;
  /** Where the inequalities are those of a flowgraph. */
  flowgraph?: Flowgraph;
  /** For the independent check that the rows follow from the system. */
  meaning?: ColumnMeaning[];
  realise(interpreter: Interpreter, values: number[]): Realised;
  /** The two cases of a distinction on what blocked a solution. */
  refine?(blocked: { interval: number; action: number }): Possibility[];
  /** Where the components stand at the end of each interval of a solution. */
  standing?(values: number[]): number[][];
  /** The same without solutions that empty this trap. */
  withTrap?(trap: Trap): Possibility;
  /** The same without solutions that end in these states of the components. */
  without?(barren: number[]): Possibility;
}

export function possibilities(
  network: Network,
  ask: Ask,
  features: Features,
  bundleFrom?: number,
): Possibility[] {
  switch (ask.kind) {
    case 'deadlock-free':
      if (features.jointPriority) throw new Abstention('steps that others take part in have priorities');
      return [deadlock(network, bundleFrom)];
    case 'assertions':
      return [
        flow('something goes wrong', 'this goes wrong', network, [ANYTHING], {
          tail: 'none',
          wrong: { observer: ask.observer },
        }),
      ];
    case 'order': {
      if (!ask.queries) throw new Abstention('the property is not written as intervals');
      return ask.queries.flatMap(({ name, fairness, sequences }) =>
        sequences.flatMap((sequence, i) =>
          ways(
            network,
            sequences.length === 1 ? name : `${name}, sequence ${i + 1}`,
            sequence,
            fairness === 'fair',
            features,
          ),
        ),
      );
    }
    default:
      throw new Abstention(`the question '${ask.kind}'`);
  }
}

function ways(
  network: Network,
  name: string,
  sequence: Interval[],
  fair: boolean,
  features: Features,
): Possibility[] {
  const reason = 'this order of events is not allowed';
  if (!sequence.at(-1)?.perpetual) return [flow(name, reason, network, sequence, { tail: 'none' })];
  if (features.jointPriority) throw new Abstention('steps that others take part in have priorities');
  return [
    flow(
      `${name}, the execution ends`,
      'the execution ends here, and then the property is false',
      network,
      sequence,
      { tail: 'dead' },
    ),
    flow(`${name}, for ever`, 'this can go on for ever, and then the property is false', network, sequence, {
      tail: 'endless',
      ...(fair ? { fairness: features.restricted ? 'meetings' : 'whoever can move' } : {}),
    }),
  ];
}

function deadlock(network: Network, bundleFrom: number | undefined): Possibility {
  const system = deadlockInequalities(network, bundleFrom);
  const { inequalities, edges, ends, bundles, begins } = system;
  const costs = new Float64Array(inequalities.columns.length);
  for (const columns of edges) for (const column of columns) if (column >= 0) costs[column] = 1;
  for (const { passages } of bundles.flat()) for (const column of passages) costs[column] = 1;
  return {
    name: 'deadlock',
    reason: 'deadlock: nobody can go on',
    problem: { inequalities, decisive: ends.flat(), blocks: offerGroups(network, system), costs },
    meaning: meaningOf(network, system),
    realise: (interpreter, values) => {
      const plan = {
        inside: [edgeCounts(system, values)],
        ending: [edges.map((columns) => columns.map(() => 0))],
      };
      return realise(interpreter, network, plan, startsOf(network, begins, values));
    },
    standing: (values) => [ends.map((columns) => columns.findIndex((column) => values[column] > 0))],
    withTrap: (trap) =>
      flow('deadlock', 'deadlock: nobody can go on', network, [ANYTHING], {
        tail: 'dead',
        unfinished: true,
        traps: [trap],
      }),
    refine: ({ action }) => {
      const options: FlowgraphOptions = { tail: 'dead', unfinished: true };
      return cases('deadlock', 'deadlock: nobody can go on', network, [ANYTHING], options, [], {
        interval: 0,
        action,
      });
    },
  };
}

/** Where the network is made of processes whose state is their location. */
function meaningOf(
  network: Network,
  { inequalities, edges, ends, bundles }: DeadlockInequalities,
): ColumnMeaning[] | undefined {
  const meaning: ColumnMeaning[] = [];
  for (const [c, { kind, process, states, edges: all }] of network.components.entries()) {
    if (kind !== 'process' || process === undefined || states.some((state) => state.length > 2))
      return undefined;
    const location = (state: number) => states[state][PROCESS_LOCATION];
    all.forEach(({ from, to, action }, e) => {
      const { symbol } = network.actions[action];
      if (edges[c][e] < 0) return;
      meaning[edges[c][e]] = {
        kind: 'edge',
        process,
        from: location(from),
        to: location(to),
        ...(symbol === undefined ? {} : { symbol }),
      };
    });
    states.forEach((_, state) => {
      meaning[ends[c][state]] = { kind: 'end', process, location: location(state) };
    });
    for (const { bundle, passages, counts, offer } of bundles[c]) {
      const symbols = bundle.actions.map((action) => network.actions[action].symbol);
      if (symbols.includes(undefined)) return undefined;
      const symbol = symbols[0]!;
      bundle.pairs.forEach(({ from, to }, i) => {
        meaning[passages[i]] = { kind: 'passage', process, from: location(from), to: location(to), symbol };
      });
      counts.forEach((column, i) => {
        meaning[column] = { kind: 'symbol', process, symbol: symbols[i]! };
      });
      meaning[offer] = { kind: 'offer', process, symbol };
    }
  }
  return meaning.length === inequalities.columns.length ? meaning : undefined;
}

/** The action never happens in that segment, or there is a first time. */
function cases(
  name: string,
  reason: string,
  network: Network,
  sequence: Interval[],
  options: FlowgraphOptions,
  cuts: readonly Cut[],
  { interval, action }: { interval: number; action: number },
): Possibility[] {
  const shown = `${network.actions[action].name} in segment ${interval + 1}`;
  return (['never', 'first'] as const).map((how) =>
    flow(`${name}, ${how === 'never' ? 'no' : 'some'} ${shown}`, reason, network, sequence, options, [
      ...cuts,
      { segment: interval, action, how },
    ]),
  );
}

function flow(
  name: string,
  reason: string,
  network: Network,
  sequence: Interval[],
  options: FlowgraphOptions,
  cuts: readonly Cut[] = [],
): Possibility {
  const graph = flowgraphOf(network, sequence, options, cuts);
  const { inner, endless, begins } = graph;
  return {
    name,
    reason,
    problem: problemOf(graph),
    flowgraph: graph,
    realise: (interpreter, values) => {
      const found = realise(interpreter, network, planOf(graph, values), startsOf(network, begins, values));
      if (!found.run || options.tail !== 'endless') return found;
      // On the way to the cycle, what the last segment admits may happen as well.
      const last = inner[inner.length - 1];
      const usable = endless.map((columns, c) => columns.map((column, e) => column >= 0 || last[c][e] >= 0));
      const fair = options.fairness !== undefined;
      const closed = closeCycle(interpreter, network, found.run, usable, fair);
      if (closed.run) return { run: closed.run, blocked: [] };
      // The network may allow more than the system: only a state that was really reached counts.
      const barren = endOf(graph, values);
      const reached = network.components.every(({ states, offset }, c) =>
        states[barren[c]]?.every((value, i) => closed.end[offset + i] === value),
      );
      return { blocked: [], ...(closed.complete && reached ? { barren } : {}) };
    },
    refine: (blocked) => cases(name, reason, network, sequence, options, cuts, blocked),
    standing: (values) => standingAt(graph, network, values),
    withTrap: (trap) => {
      const traps = [...(options.traps ?? []), trap];
      return flow(name, reason, network, sequence, { ...options, traps }, cuts);
    },
    without: (states) => {
      const barren = [...(options.barren ?? []), states];
      return flow(name, reason, network, sequence, { ...options, barren }, cuts);
    },
  };
}

/** Where the walks pass from one interval to the next is decided first; least of all steps is best. */
export function problemOf({ inequalities, inner, crossing, staying, idle }: Flowgraph): SearchProblem {
  const costs = new Float64Array(inequalities.columns.length);
  for (const column of inner.flat(2)) if (column >= 0) costs[column] = 1;
  const decisive = [...crossing.flat(2), ...staying.flat(2), ...idle.flat()].filter((column) => column >= 0);
  return { inequalities, decisive, costs };
}

function standingAt({ staying, crossing }: Flowgraph, { components }: Network, values: number[]): number[][] {
  return staying.map((all, border) =>
    components.map(({ edges }, c) => {
      const taken = crossing[border][c].findIndex((column) => column >= 0 && values[column] > 0);
      if (taken >= 0) return edges[taken].to;
      return all[c].findIndex((column) => column >= 0 && values[column] > 0);
    }),
  );
}

/** Where each component stands when the finite part ends. */
function endOf({ staying }: Flowgraph, values: number[]): number[] {
  return staying.at(-1)!.map((columns) => columns.findIndex((column) => column >= 0 && values[column] > 0));
}

function planOf(
  { inner, crossing }: Flowgraph,
  values: number[],
): { inside: number[][][]; ending: number[][][] } {
  const counts = (columns: number[][][]) =>
    columns.map((components) =>
      components.map((edges) => edges.map((column) => (column < 0 ? 0 : values[column]))),
    );
  return { inside: counts(inner), ending: counts(crossing) };
}

/** Where each component begins in this solution. */
function startsOf(network: Network, begins: Begins, values: number[]): number[] {
  return network.components.map(({ initial }, c) => {
    const chosen = begins.get(c)?.findIndex((column) => values[column] > 0) ?? 0;
    return initial[Math.max(0, chosen)];
  });
}
