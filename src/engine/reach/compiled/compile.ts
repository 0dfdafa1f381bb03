/** From a system and what is asked of it to a machine that can search. */
import type { Interpreter } from '../../../model/interpreter.js';
import { usesTimeout } from '../../../model/timeout.js';
import { unwatched, type Watch } from '../../../model/watch.js';
import type { Observer } from '../../../property/observer.js';
import type { AtomicStates } from '../reference/product.js';
import { Machine } from './machine.js';
import { Trust } from './packing/narrow.js';
import { Surveyed, varietySoFar } from './packing/survey.js';
import { Reweighed } from './packing/weigh.js';
import { Labels } from './program/labels.js';
import { Observation } from './program/observation.js';
import { Crowded, type Liberties, Outgrown, Scene } from './program/scene.js';
import type { Method } from './reduction/tables.js';
import type { Purpose } from './search/checks.js';
import { Overfull } from './store/dense.js';
import { leaveMemory } from './store/memories.js';
import { DEFAULT_SETTINGS, inThreads, type StoreSettings } from './store/settings.js';
import { SHARING } from './workers/control.js';
import { startThreads } from './workers/threads.js';

export interface Plan {
  observer?: Observer;
  order: 'breadth' | 'depth';
  purpose: Purpose;
  /** How interleavings are left out. */
  method?: Method;
  /** Successors come with the events they show and those who moved. */
  shows?: boolean;
  /** Whether states inside atomic sequences are states of their own. */
  atomic?: AtomicStates;
  /** Most bytes of memory to use. */
  bytes?: number;
  liberties?: Liberties;
  settings?: StoreSettings;
  /** Compiling may take long: throws where there is no time for it. */
  watch?: Watch;
}

/**
 * Compiles and lets `use` work with the machine and the keys of the states an execution may start in;
 * again with more bits where a value outgrew its own, or with a better tree. Throws `Unsupported`.
 * When `use` is done, so is the machine: its memory is for the next one.
 */
export async function withMachine<T>(
  interpreter: Interpreter,
  plan: Plan,
  use: (machine: Machine, keys: bigint[]) => Promise<T>,
): Promise<T> {
  const trust = new Trust(interpreter.system);
  let settings = plan.settings ?? DEFAULT_SETTINGS;
  if (searchesTogether(plan, settings)) startThreads(settings.workers - 1);
  for (;;) {
    let machine: Machine | undefined;
    try {
      const compiled = await compile(interpreter, plan, settings, trust);
      machine = compiled.machine;
      return await use(machine, compiled.keys);
    } catch (error) {
      if (error instanceof Outgrown) trust.outgrown(error, machine && varietySoFar(machine));
      else if (error instanceof Reweighed) trust.learn({ ...error.balance, early: false });
      else if (error instanceof Overfull) {
        if (settings.store === 'dense') settings = { ...settings, store: 'exact' };
        else trust.needHalves();
      } else if (error instanceof Surveyed) {
        const { seen, variety, balance } = error;
        trust.learn({ seen, variety, ...(balance && { ...balance, early: true }) });
      } else if (error instanceof Crowded) trust.needNumbers(error.cells, machine?.count ?? 0);
      else throw error;
    } finally {
      if (machine) leaveMemory(machine.arena);
    }
  }
}

/** Breadth-first search for everything, or for single states: the only one that several threads can make. */
const searchesTogether = ({ order, purpose }: Plan, settings: StoreSettings): boolean =>
  inThreads(settings) && order === 'breadth' && purpose.kind !== 'goal';

/** Whether the search marks states, or has to know the slot of each. */
const marksStates = ({ order, purpose, method }: Plan, { marked }: StoreSettings): boolean =>
  order === 'depth' &&
  (purpose.kind === 'cycle' || purpose.kind === 'component' || (marked === true && !method));

async function compile(
  interpreter: Interpreter,
  plan: Plan,
  settings: StoreSettings,
  trust: Trust,
): Promise<{ machine: Machine; keys: bigint[] }> {
  const observation = plan.observer && new Observation(plan.observer);
  const initial = interpreter.initialStates();
  const timeout = usesTimeout(interpreter.system);
  const scene = new Scene(interpreter, initial, observation, timeout, trust.atPresent(), {
    atomicStates: plan.atomic ?? 'passed',
    compression: settings.compression,
    store: settings.store,
    liberties: plan.liberties ?? {},
    marked: marksStates(plan, settings),
    sharing: searchesTogether(plan, settings) ? SHARING : undefined,
    watch: plan.watch ?? unwatched,
  });
  if (plan.shows) scene.labels = new Labels(scene, 'events');
  const { order, purpose, bytes, method } = plan;
  const machine = await Machine.build(scene, order, purpose, settings, bytes, method);
  const observed = plan.observer ? plan.observer.initial.map((state) => observation!.numberOf(state)) : [0];
  const keys = initial.flatMap((state) => observed.map((o) => machine.pack(state, o)));
  machine.starts = keys;
  return { machine, keys };
}
