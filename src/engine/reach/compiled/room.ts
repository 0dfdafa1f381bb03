/**
 * Room for processes that are started on the way. Room for every type of process under every number makes states
 * large and the code of a step long, and most of it is never used. So a few executions are followed first, and a
 * search has room for what they started; it begins again with more where a process is started that has none. No
 * execution is cut short by it: a search that ends had room for all.
 */
import { Interpreter } from '../../../model/interpreter.js';
import { PROCESS_LOCATION, PROCESS_TYPE } from '../../../model/layout.js';
import type { ProcessType, System } from '../../../model/system.js';
import type { Budget } from '../../budget.js';
import { OutOfSlots, type TentativeSlots } from './program/scene.js';

const FIRST_ROOM = 16;
const WALKS = 8;
const MOST_STEPS = 120;
/** So often a search may begin again before there is room for everything. */
const MOST_MISSES = 8;
/** Fewer than this many places for processes are not worth looking at. */
const FEW_PLACES = 4;
/** Seconds between two looks at whether there is time to go on. */
const PAUSE = 0.05;

/** `tentative`: processes may be started that there is no room for; `OutOfSlots` says so. */
export async function withRoom<T>(
  system: System,
  budget: Budget,
  search: (system: System, tentative?: TentativeSlots) => Promise<T>,
): Promise<T> {
  const { processBound } = system;
  const started = startedTypes(system);
  const places = started.size * (processBound - system.instances.length);
  if (started.size === 0 || (system.boundIsKept && places < FEW_PLACES)) return search(system);
  let roomy = suffices.get(system) ?? withResidents(system, await residentsSeen(system, budget));
  for (let misses = 0; ; misses++) {
    suffices.set(system, roomy);
    try {
      return await search(roomy, roomy.processBound < processBound ? 'numbers' : 'types');
    } catch (error) {
      if (!(error instanceof OutOfSlots)) throw error;
      if (misses >= MOST_MISSES) return search(system);
      const more = withMore(roomy.residents, error, 2 << misses).slice(0, processBound);
      roomy = withResidents(system, more);
    }
  }
}

type Roomy = System & { residents: number[][] };

/** What sufficed a search, or was made after it did not: where the next one begins. */
const suffices = new WeakMap<System, Roomy>();

const withResidents = (system: System, residents: number[][]): Roomy => ({
  ...system,
  processBound: residents.length,
  residents,
});

function startedTypes({ types }: System): Set<number> {
  const started = new Set<number>();
  for (const { steps } of types)
    for (const { effects } of steps)
      for (const effect of effects) if (effect.kind === 'spawn') started.add(effect.type);
  return started;
}

/** Where a process was started under one number, others of its type will be started under numbers near it. */
function withMore(residents: number[][], { type, slot }: OutOfSlots, near: number): number[][] {
  const count = Math.max(residents.length, slot + near);
  return Array.from({ length: count }, (_, p) => [
    ...new Set([...(residents[p] ?? []), ...(Math.abs(p - slot) < near ? [type] : [])]),
  ]);
}

/** The types that processes of each number had in some executions. */
async function residentsSeen(system: System, budget: Budget): Promise<number[][]> {
  let room = Math.min(system.processBound, Math.max(FIRST_ROOM, 2 * system.instances.length));
  for (;;) {
    const seen = await walked({ ...system, processBound: room }, room < system.processBound, budget);
    if (seen) return seen;
    room = Math.min(system.processBound, 2 * room);
  }
}

/**
 * Undefined where there was no room for a process, and there might have been more. What was seen has to do where there
 * is no time left: the search will say so.
 */
async function walked(system: System, tentative: boolean, budget: Budget): Promise<number[][] | undefined> {
  const interpreter = new Interpreter(system);
  const seen = system.instances.map(({ type }) => new Set([type]));
  const starting = system.types.map(startingLocations);
  /** True where some process may still start another. */
  const look = (state: Int32Array): boolean => {
    let more = false;
    interpreter.layout.processes.forEach((start, p) => {
      const type = state[start + PROCESS_TYPE] - 1;
      if (type < 0) return;
      while (seen.length <= p) seen.push(new Set());
      seen[p].add(type);
      more ||= starting[type].has(state[start + PROCESS_LOCATION]);
    });
    return more;
  };
  const found = (): number[][] => seen.map((types) => [...types]);
  let paused = budget.now();
  let random = 1;
  const [start] = interpreter.initialStates();
  for (let walk = 0; walk < WALKS; walk++) {
    let state = start;
    for (let step = 0; step < MOST_STEPS; step++) {
      const now = budget.now();
      if (now - paused > PAUSE) {
        await budget.pause?.();
        if (budget.interrupted?.() || (budget.deadline !== undefined && now > budget.deadline))
          return found();
        paused = now;
      }
      const transitions = interpreter.transitions(state);
      if (transitions.length === 0) break;
      random = (Math.imul(random, 1_103_515_245) + 12_345) & 0x7fffffff;
      const next = interpreter.successor(state, transitions[(random >> 8) % transitions.length]);
      if (tentative && next.fault?.code === 'process-bound') return undefined;
      if (next.fault && next.fault.code !== 'assertion') break;
      state = next.state;
      if (!look(state)) break;
    }
  }
  return found();
}

/** Where a process of a type may be that starts another one, now or later. */
function startingLocations({ steps }: ProcessType): Set<number> {
  const found = new Set<number>();
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const { from, to, effects } of steps)
      if (found.has(to) || effects.some(({ kind }) => kind === 'spawn')) found.add(from);
  }
  return found;
}
