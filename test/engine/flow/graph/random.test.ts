/**
 * Soundness, against the interpreter: every two places that are occupied together are in the relation, and
 * every execution is a path of the graph. HEDDLE_FLOW_PROGRAMS sets the number of random programs.
 */
import { describe, expect, it } from 'vitest';
import { FlowSource } from '../../../../src/engine/flow/graph/index.js';
import type { System } from '../../../../src/model/system.js';
import { randomSystem } from '../../../model/random-system.js';
import { missingPairs, wayOff } from './executions.js';
import { randomRendezvous } from './random-rendezvous.js';

const PROGRAMS = Number(process.env.HEDDLE_FLOW_PROGRAMS ?? 80);
const MOST = 1500;

const kinds: [string, (seed: number) => System][] = [
  ['random rendezvous programs', randomRendezvous],
  ['random systems with everything there is', randomSystem],
];

type Visible = (process: number, step: number) => boolean;
const watchings: [string, (system: System, seed: number) => Visible][] = [
  ['nothing', () => () => false],
  [
    'the steps with event e',
    (system) => (process, step) =>
      system.types[system.instances[process].type].steps[step].event?.name === 'e',
  ],
  ['all steps', () => () => true],
];

describe.each(kinds)('%s', (_, make) => {
  it.each(watchings)('watching %s: pairs and paths are all there', (_, watching) => {
    let refused = 0;
    for (let seed = 1; seed <= PROGRAMS; seed++) {
      const system = make(seed);
      const visible = watching(system, seed);
      const source = new FlowSource(system);
      const places = source.places(visible);
      if ('reason' in places) {
        refused++;
        continue;
      }
      expect(missingPairs(system, places, MOST), `pairs of seed ${seed}`).toEqual([]);
      for (const detail of ['steps', 'places', 'statements'] as const) {
        const graph = source.graph(visible, { detail });
        if ('reason' in graph) throw new Error(graph.reason);
        expect(wayOff(system, graph, visible, MOST), `seed ${seed} ${detail}`).toBeUndefined();
      }
    }
    // Only those that start processes are refused.
    expect(refused).toBeLessThan(PROGRAMS / 4);
  });
});
