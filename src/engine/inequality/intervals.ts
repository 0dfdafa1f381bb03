/**
 * One sequence of intervals as a way to answer "no". What is refined is said here: cases of a segment,
 * traps, states from which nothing goes on, other automata.
 */
import type { Interpreter } from '../../model/interpreter.js';
import type { Interval } from '../../property/interval/query.js';
import { type Arrangement, edgesInBase } from './arrangement.js';
import { type Flowgraph, type FlowgraphOptions, flowgraphOf } from './flowgraph.js';
import { closeCycle } from './lasso.js';
import type { Network } from './network.js';
import type { Plan } from './ordering.js';
import { partOf } from './part.js';
import { type Possibility, startsOf } from './possibility.js';
import { type Realised, realise } from './realise.js';
import type { SearchProblem } from './search.js';
import type { Cut } from './segment.js';

export interface Sought {
  name: string;
  reason: string;
  arrangement: Arrangement;
  sequence: Interval[];
  options: FlowgraphOptions;
  cuts?: readonly Cut[];
  /** Which sequence of which query it is; absent where the question is of another kind. */
  origin?: { query: number; sequence: number };
}

/** The action never happens in that segment, or there is a first time. */
export function casesOf(
  sought: Sought,
  { interval, action }: { interval: number; action: number },
): Possibility[] {
  const { name, arrangement, cuts = [] } = sought;
  const shown = `${arrangement.network.actions[action].name} in segment ${interval + 1}`;
  return (['never', 'first'] as const).map((how) =>
    alongIntervals({
      ...sought,
      name: `${name}, ${how === 'never' ? 'no' : 'some'} ${shown}`,
      cuts: [...cuts, { segment: interval, action, how }],
    }),
  );
}

export function alongIntervals(sought: Sought): Possibility {
  const { name, reason, arrangement, sequence, options, cuts } = sought;
  const { network } = arrangement;
  const graph = flowgraphOf(network, sequence, options, cuts);
  const again = (changed: FlowgraphOptions) => alongIntervals({ ...sought, options: changed });
  return {
    name,
    reason,
    problem: problemOf(graph),
    flowgraph: graph,
    arrangement,
    part: partOf(sought, graph),
    realise: (interpreter, values) => realised(interpreter, sought, graph, values),
    refine: (blocked) => casesOf(sought, blocked),
    standing: (values) => standingAt(graph, network, values),
    withTrap: (trap) => again({ ...options, traps: [...(options.traps ?? []), trap] }),
    without: (states) => again({ ...options, barren: [...(options.barren ?? []), states] }),
    // Traps and barren states are those of the automata as they were.
    arranged: (other) =>
      alongIntervals({
        ...sought,
        arrangement: other,
        options: { ...options, traps: undefined, barren: undefined },
      }),
  };
}

function realised(
  interpreter: Interpreter,
  { arrangement, options }: Sought,
  graph: Flowgraph,
  values: number[],
): Realised {
  const { network, base, states } = arrangement;
  const { inner, endless, begins } = graph;
  const found = realise(interpreter, arrangement, planOf(graph, values), startsOf(network, begins, values));
  if (!found.run || options.tail !== 'endless') return found;
  // On the way to the cycle, what the last segment admits may happen as well.
  const last = inner[inner.length - 1];
  const usable = endless.map((columns, c) => columns.map((column, e) => column >= 0 || last[c][e] >= 0));
  const fair = options.fairness !== undefined;
  const closed = closeCycle(interpreter, base, found.run, edgesInBase(arrangement, usable), fair);
  if (closed.run) return { run: closed.run, blocked: [] };
  // The network may allow more than the system: only a state that was really reached counts.
  const reached = base.components.every(({ states: all, offset }, c) =>
    all[found.end![c]].every((value, i) => closed.end[offset + i] === value),
  );
  if (!closed.complete || !reached) return { blocked: [] };
  const barren = endOf(graph, values);
  const single = barren.every((state, c) => states[c][state]?.length === 1);
  return { blocked: [], ...(single ? { barren } : { crowded: true }) };
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

function planOf({ inner, crossing }: Flowgraph, values: number[]): Plan {
  const counts = (columns: number[][][]) =>
    columns.map((components) =>
      components.map((edges) => edges.map((column) => (column < 0 ? 0 : values[column]))),
    );
  return { inside: counts(inner), ending: counts(crossing) };
}
