import { describe, expect, it } from 'vitest';
import { dependent, type Footprint, footprintOf } from '../../src/model/footprint.js';
import { Interpreter } from '../../src/model/interpreter.js';
import type { Transition } from '../../src/model/transition.js';
import { randomSystem } from './random-system.js';

/** A joint step touches what each of its steps touches. */
function footprint(interpreter: Interpreter, state: Int32Array, transition: Transition): Footprint {
  const all = transition.participants.map((p) => footprintOf(interpreter.stepOf(state, p)));
  return {
    tests: all.flatMap((f) => f.tests),
    reads: all.flatMap((f) => f.reads),
    writes: all.flatMap((f) => f.writes),
    mayBlock: all.some((f) => f.mayBlock),
  };
}

const show = (t: Transition) => JSON.stringify(t);

describe('steps that are not dependent can be exchanged', () => {
  it('on random systems, for every pair of enabled transitions of different processes', () => {
    let pairs = 0;
    for (let seed = 1; seed <= 400; seed++) {
      const system = randomSystem(seed);
      // Atomic regions and priorities make enabledness depend on more than the step itself.
      const plain = system.types.every(
        (type) => type.locations.every((l) => !l.region) && type.steps.every((s) => !s.priority),
      );
      if (!plain) continue;
      const interpreter = new Interpreter(system);
      const queue = interpreter.initialStates();
      const seen = new Set(queue.map(String));
      for (const state of queue) {
        if (seen.size > 60) break;
        for (const t of interpreter.transitions(state)) {
          const { state: next, fault } = interpreter.successor(state, t);
          if (fault || seen.has(String(next))) continue;
          seen.add(String(next));
          queue.push(next);
        }
      }
      for (const state of queue) {
        const enabled = interpreter.transitions(state);
        for (const a of enabled) {
          for (const b of enabled) {
            const apart = a.participants.every((p) => b.participants.every((q) => q.process !== p.process));
            if (!apart || dependent(footprint(interpreter, state, a), footprint(interpreter, state, b)))
              continue;
            const afterA = interpreter.successor(state, a);
            const afterB = interpreter.successor(state, b);
            if (afterA.fault || afterB.fault) continue;
            expect(interpreter.transitions(afterA.state).map(show)).toContain(show(b));
            const ab = interpreter.successor(afterA.state, b);
            const ba = interpreter.successor(afterB.state, a);
            expect(ab.state).toEqual(ba.state);
            pairs++;
          }
        }
      }
    }
    expect(pairs).toBeGreaterThan(500);
  });
});
