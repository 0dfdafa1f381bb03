/** From a system and what is asked of it to a machine that can search. */
import type { Interpreter } from '../../../model/interpreter.js';
import { usesTimeout } from '../../../model/timeout.js';
import type { Observer } from '../../../property/observer.js';
import type { AtomicStates } from '../reference/product.js';
import { Machine } from './machine.js';
import { Trust } from './packing/narrow.js';
import { Surveyed } from './packing/survey.js';
import { Reweighed } from './packing/weigh.js';
import { Observation } from './program/observation.js';
import { Outgrown, Scene } from './program/scene.js';
import type { Method } from './reduction/tables.js';
import type { Purpose } from './search/checks.js';
import { DEFAULT_SETTINGS, type StoreSettings } from './store/settings.js';

export interface Plan {
  observer?: Observer;
  order: 'breadth' | 'depth';
  purpose: Purpose;
  /** How interleavings are left out. */
  method?: Method;
  /** Whether states inside atomic sequences are states of their own. */
  atomic?: AtomicStates;
  /** Most bytes of memory to use. */
  bytes?: number;
  settings?: StoreSettings;
}

/**
 * Compiles and lets `use` work with the machine and the keys of the states an execution may start in;
 * again with more bits where a value outgrew its own, or with a better tree. Throws `Unsupported`.
 */
export async function withMachine<T>(
  interpreter: Interpreter,
  plan: Plan,
  use: (machine: Machine, keys: bigint[]) => Promise<T>,
): Promise<T> {
  const trust = new Trust();
  for (;;) {
    try {
      const { machine, keys } = await compile(interpreter, plan, trust);
      return await use(machine, keys);
    } catch (error) {
      if (error instanceof Outgrown) trust.outgrown(error.cell, error.kind, error.seen);
      else if (error instanceof Reweighed) trust.weights = error.weights;
      else if (error instanceof Surveyed) trust.seen = error.seen;
      else throw error;
    }
  }
}

async function compile(
  interpreter: Interpreter,
  plan: Plan,
  trust: Trust,
): Promise<{ machine: Machine; keys: bigint[] }> {
  const settings = plan.settings ?? DEFAULT_SETTINGS;
  const observation = plan.observer && new Observation(plan.observer);
  const initial = interpreter.initialStates();
  const scene = new Scene(
    interpreter,
    initial,
    observation,
    usesTimeout(interpreter.system),
    trust,
    plan.atomic ?? 'passed',
    settings.compression,
  );
  const machine = await Machine.build(scene, plan.order, plan.purpose, settings, plan.bytes, plan.method);
  const observed = plan.observer ? plan.observer.initial.map((state) => observation!.numberOf(state)) : [0];
  const keys = initial.flatMap((state) => observed.map((o) => machine.pack(state, o)));
  return { machine, keys };
}
