/** The ways in which a question could be answered "no", each as inequalities of its own. */
import type { Ask } from '../../property/question.js';
import type { Arrangement } from './arrangement.js';
import type { Features } from './coverage.js';
import { deadlockInequalities, edgeCounts, offerGroups } from './deadlock.js';
import type { Fairness } from './endless.js';
import { alongIntervals, casesOf, type Sought } from './intervals.js';
import { meaningOf } from './meaning.js';
import { Abstention } from './network.js';
import { type Possibility, startsOf } from './possibility.js';
import { realise } from './realise.js';
import { ANYTHING } from './segment.js';

export function possibilities(
  arrangement: Arrangement,
  ask: Ask,
  features: Features,
  bundleFrom?: number,
): Possibility[] {
  switch (ask.kind) {
    case 'deadlock-free':
      if (features.jointPriority) throw new Abstention('steps that others take part in have priorities');
      return [deadlock(arrangement, bundleFrom)];
    case 'assertions':
      return [
        alongIntervals({
          name: 'something goes wrong',
          reason: 'this goes wrong',
          arrangement,
          sequence: [ANYTHING],
          options: { tail: 'none', wrong: { observer: ask.observer } },
        }),
      ];
    case 'order': {
      if (!ask.queries) throw new Abstention('the property is not written as intervals');
      return ask.queries.flatMap(({ name, fairness, sequences }, query) =>
        sequences.flatMap((sequence, i) =>
          ways(
            {
              name: sequences.length === 1 ? name : `${name}, sequence ${i + 1}`,
              arrangement,
              sequence,
              origin: { query, sequence: i },
            },
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

function ways(asked: Omit<Sought, 'reason' | 'options'>, fair: boolean, features: Features): Possibility[] {
  if (!asked.sequence.at(-1)?.perpetual)
    return [
      alongIntervals({ ...asked, reason: 'this order of events is not allowed', options: { tail: 'none' } }),
    ];
  if (features.jointPriority) throw new Abstention('steps that others take part in have priorities');
  return [
    alongIntervals({
      ...asked,
      name: `${asked.name}, the execution ends`,
      reason: 'the execution ends here, and then the property is false',
      options: { tail: 'dead' },
    }),
    alongIntervals({
      ...asked,
      name: `${asked.name}, for ever`,
      reason: 'this can go on for ever, and then the property is false',
      options: {
        tail: 'endless',
        ...(fair ? { fairness: fairnessWith(features) } : {}),
      },
    }),
  ];
}

function fairnessWith({ heldUp, restricted }: Features): Fairness {
  if (heldUp) return 'unsaid';
  return restricted ? 'meetings' : 'whoever can move';
}

function deadlock(arrangement: Arrangement, bundleFrom: number | undefined): Possibility {
  const { network } = arrangement;
  const system = deadlockInequalities(network, bundleFrom);
  const { inequalities, edges, ends, bundles, begins } = system;
  const costs = new Float64Array(inequalities.columns.length);
  for (const columns of edges) for (const column of columns) if (column >= 0) costs[column] = 1;
  for (const { passages } of bundles.flat()) for (const column of passages) costs[column] = 1;
  const reason = 'deadlock: nobody can go on';
  const asIntervals: Sought = {
    name: 'deadlock',
    reason,
    arrangement,
    sequence: [ANYTHING],
    options: { tail: 'dead', unfinished: true },
    origin: { query: 0, sequence: 0 },
  };
  return {
    name: 'deadlock',
    reason,
    arrangement,
    problem: { inequalities, decisive: ends.flat(), blocks: offerGroups(network, system), costs },
    meaning: meaningOf(network, system),
    realise: (interpreter, values) => {
      const plan = {
        inside: [edgeCounts(system, values)],
        ending: [edges.map((columns) => columns.map(() => 0))],
      };
      return realise(interpreter, arrangement, plan, startsOf(network, begins, values));
    },
    standing: (values) => [ends.map((columns) => columns.findIndex((column) => values[column] > 0))],
    withTrap: (trap) =>
      alongIntervals({ ...asIntervals, options: { ...asIntervals.options, traps: [trap] } }),
    refine: ({ action }) => casesOf(asIntervals, { interval: 0, action }),
    arranged: (other) => alongIntervals({ ...asIntervals, arrangement: other }),
  };
}
