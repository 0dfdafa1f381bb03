/** A way in which one side could show what the other cannot: whole, or cut into segments. */
import type { Inequalities } from '../../../evidence/certificate/certificate.js';
import type { Begins } from '../../inequality/deadlock.js';
import { flowgraphOf } from '../../inequality/flowgraph.js';
import type { Plan } from '../../inequality/ordering.js';
import { ANYTHING, type Cut } from '../../inequality/segment.js';
import { type BadPair, badPair, type Direction, extension } from './bad-pair.js';
import type { Pair } from './pair.js';

export interface Possibility {
  name: string;
  cuts: Cut[];
  inequalities: Inequalities;
  begins: Begins;
  extensions: BadPair['extensions'];
  /** Columns to split first, and those that a solution should have least of. */
  decisive: number[];
  counts: number[];
  /** The inequalities in full, where nothing was cut: these can be projected. */
  whole?: BadPair;
  planOf(values: number[]): Plan;
}

export function wholePossibility(pair: Pair, direction: Direction): Possibility {
  const bad = badPair(pair, direction, 'strong');
  const { inequalities, edges, ends, begins, extensions } = bad;
  return {
    name: `${direction.can} can go on`,
    cuts: [],
    inequalities,
    begins,
    extensions,
    decisive: [...[...extensions.values()].flat(), ...ends.flat()],
    counts: edges.flat(),
    whole: bad,
    planOf: (values) => ({
      inside: [edges.map((columns) => columns.map((column) => values[column]))],
      ending: [edges.map((columns) => columns.map(() => 0))],
    }),
  };
}

/** The action never happens in the segment, or there is a last time. */
export function cutPossibilities(
  pair: Pair,
  direction: Direction,
  { name, cuts }: Possibility,
  { interval, action }: { interval: number; action: number },
): Possibility[] {
  const shown = `${pair.network.actions[action].name} in segment ${interval + 1}`;
  return (['never', 'last'] as const).map((how) =>
    segmented(pair, direction, `${name}, ${how === 'never' ? 'no' : 'a last'} ${shown}`, [
      ...cuts,
      { segment: interval, action, how },
    ]),
  );
}

function segmented(pair: Pair, direction: Direction, name: string, cuts: Cut[]): Possibility {
  const graph = flowgraphOf(pair.network, [ANYTHING], { tail: 'none' }, cuts);
  const { inequalities, inner, crossing, staying, begins } = graph;
  const extensions = extension(pair, direction, inequalities, staying.at(-1)!, 'strong');
  const used = (columns: number[][][]) => columns.flat(2).filter((column) => column >= 0);
  const countsOf = (columns: number[][][], values: number[]) =>
    columns.map((components) =>
      components.map((edges) => edges.map((column) => (column < 0 ? 0 : values[column]))),
    );
  return {
    name,
    cuts,
    inequalities,
    begins,
    extensions,
    decisive: [...[...extensions.values()].flat(), ...used(crossing), ...used(staying)],
    counts: used(inner),
    planOf: (values) => ({ inside: countsOf(inner, values), ending: countsOf(crossing, values) }),
  };
}
