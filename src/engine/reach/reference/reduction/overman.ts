/**
 * Overman's method, refined by location: a set of processes such that nothing the others can ever do
 * from where they stand depends on what the processes of the set can do next. The transitions of such a
 * set are enough.
 */
import type { Interpreter } from '../../../../model/interpreter.js';
import type { ProcessType, Step } from '../../../../model/system.js';
import type { Transition } from '../../../../model/transition.js';
import type { Independence } from './independence.js';

/** What each process may still do, by type and location, and who can disturb whom. */
export class Support {
  private readonly futures = new Map<ProcessType, [ProcessType, Step][][]>();
  private readonly disturbing = new Map<string, boolean>();

  constructor(
    interpreter: Interpreter,
    private readonly independence: Independence,
  ) {
    const { types } = interpreter.system;
    for (const type of types) {
      this.futures.set(
        type,
        type.locations.map((_, location) => futureSteps(types, type, location)),
      );
    }
  }

  /** May a process at one place ever do something that depends on the next step of one at another place? */
  disturbs(other: ProcessType, from: number, type: ProcessType, location: number): boolean {
    const key = `${other.name} ${from} ${type.name} ${location}`;
    const known = this.disturbing.get(key);
    if (known !== undefined) return known;
    const next = type.steps.filter((step) => step.from === location);
    const result = this.futures
      .get(other)!
      [from].some(([owner, future]) =>
        next.some((step) => !this.independence.stepsIndependent(owner, future, type, step)),
      );
    this.disturbing.set(key, result);
    return result;
  }
}

/** The steps that can come, including those of processes that this one may start. */
function futureSteps(types: ProcessType[], type: ProcessType, location: number): [ProcessType, Step][] {
  const found: [ProcessType, Step][] = [];
  const seen = new Set<string>();
  const work: [ProcessType, number][] = [[type, location]];
  for (let at = work.pop(); at; at = work.pop()) {
    const [owner, place] = at;
    const key = `${types.indexOf(owner)} ${place}`;
    if (seen.has(key)) continue;
    seen.add(key);
    for (const step of owner.steps) {
      if (step.from !== place) continue;
      found.push([owner, step]);
      work.push([owner, step.to]);
      for (const effect of step.effects) {
        if (effect.kind === 'spawn') work.push([types[effect.type], types[effect.type].initial]);
      }
    }
  }
  return found;
}

/** The set with the fewest enabled transitions, or undefined where only all processes will do. */
export function persistentProcesses(
  interpreter: Interpreter,
  support: Support,
  state: Int32Array,
  enabled: Transition[],
): Set<number> | undefined {
  const living = interpreter.living(state);
  const type = (process: number) => interpreter.typeOf(state, process);
  const place = (process: number) => interpreter.locationOf(state, process);
  let best: { processes: Set<number>; transitions: number } | undefined;
  for (const seed of living) {
    const chosen = new Set([seed]);
    for (const member of chosen) {
      for (const other of living) {
        if (chosen.has(other)) continue;
        if (support.disturbs(type(other), place(other), type(member), place(member))) chosen.add(other);
      }
    }
    if (chosen.size === living.length) continue;
    const transitions = enabled.filter((t) => t.participants.every((p) => chosen.has(p.process))).length;
    if (transitions > 0 && (!best || transitions < best.transitions))
      best = { processes: chosen, transitions };
  }
  return best?.processes;
}
