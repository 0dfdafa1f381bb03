import { expect, it } from 'vitest';
import { exploreCompiled } from '../../../../src/engine/reach/compiled/index.js';
import { explore } from '../../../../src/engine/reach/reference/index.js';
import { promela } from '../../../language/promela/reading.js';

const SENDER = 'active proctype Sender() { c ! 1 }';
const RECEIVER = 'active proctype Receiver() { c ? 1 }';

// Whoever is met is enabled too: the question can be answered before or after the two have met, or not at all.
it.each([
  { met: 'before', processes: [SENDER, RECEIVER], asked: 1 },
  { met: 'after', processes: [RECEIVER, SENDER], asked: 0 },
])(
  'who is met by a process that comes $met it is enabled, compiled and interpreted',
  async ({ processes, asked }) => {
    const text = `chan c = [0] of { byte }; ${processes.join(' ')} active proctype Looks() { enabled(${asked}) }`;
    const { system } = promela(text);
    const interpreted = await explore(system, { now: () => 0 });
    expect(interpreted.states).toBeGreaterThan(2);
    expect(await exploreCompiled(system, { now: () => 0 })).toMatchObject(interpreted);
  },
);
