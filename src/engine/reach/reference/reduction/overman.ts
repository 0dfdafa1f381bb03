/**
 * Overman's method, refined by location: a set of processes such that nothing the others can ever do
 * from where they stand depends on what the processes of the set can do next. The transitions of such a
 * set are enough.
 *
 * A step that waits until nothing else is possible cannot come before a transition of the set, so it and
 * what comes after it do not count.
 */
import type { Interpreter } from '../../../../model/interpreter.js';
import type { ProcessType, System } from '../../../../model/system.js';
import type { Transition } from '../../../../model/transition.js';
import type { Independence } from './independence.js';
import type { Profile } from './profile.js';

/** What each process may still do, by type and location, and who can disturb whom. */
export class Support {
  /** Of each type and location: the profiles of steps that can come, and of those that can come next. */
  private readonly futures: ReadonlySet<Profile>[][];
  private readonly next: ReadonlySet<Profile>[][];
  private readonly queueSteps: number[][];
  private readonly disturbing = new Map<string, boolean>();

  constructor(
    readonly system: System,
    private readonly independence: Independence,
  ) {
    const { types } = system;
    const { profiles } = independence;
    const leaving = (type: ProcessType, location: number) =>
      type.steps.flatMap((step) => (step.from === location ? [profiles.of(type, step)] : []));
    const each = <T>(use: (type: number, location: number) => T): T[][] =>
      types.map((type, t) => type.locations.map((_, location) => use(t, location)));
    this.futures = each((t, location) => this.futureSteps(t, location));
    this.next = each((t, l) => new Set(leaving(types[t], l).filter(({ waits }) => !waits)));
    this.queueSteps = each((t, l) => leaving(types[t], l).filter(({ queue }) => queue).length);
  }

  /** How many plain moves on queues there are from here. */
  queueStepsAt(type: number, location: number): number {
    return this.queueSteps[type][location];
  }

  /** Can nothing come any more? */
  isOver(type: number, location: number): boolean {
    return this.futures[type][location].size === 0;
  }

  /**
   * May a process at one place ever do something that depends on the next step of one at another place?
   * `ready`: all plain moves on queues of the latter are enabled now.
   */
  disturbs(other: number, from: number, type: number, location: number, ready: boolean): boolean {
    const key = `${other} ${from} ${type} ${location} ${ready}`;
    const known = this.disturbing.get(key);
    if (known !== undefined) return known;
    const next = [...this.next[type][location]];
    const harmless = (a: Profile, b: Profile) =>
      ready ? this.independence.exchangeable(a, b) : this.independence.unrelated(a, b);
    const result = [...this.futures[other][from]].some((future) =>
      next.some((step) => !harmless(future, step)),
    );
    this.disturbing.set(key, result);
    return result;
  }

  /** The steps that can come, including those of processes that this one may start. */
  private futureSteps(type: number, location: number): Set<Profile> {
    const { types } = this.system;
    const found = new Set<Profile>();
    const seen = new Set<string>();
    const work: [number, number][] = [[type, location]];
    for (let at = work.pop(); at; at = work.pop()) {
      const [owner, place] = at;
      const key = `${owner} ${place}`;
      if (seen.has(key)) continue;
      seen.add(key);
      for (const step of types[owner].steps) {
        const profile = this.independence.profiles.of(types[owner], step);
        if (step.from !== place || profile.waits) continue;
        found.add(profile);
        work.push([owner, step.to]);
        for (const effect of step.effects) {
          if (effect.kind === 'spawn') work.push([effect.type, types[effect.type].initial]);
        }
      }
    }
    return found;
  }
}

/** The set with the fewest enabled transitions, or undefined where only all processes will do. */
export function persistentProcesses(
  interpreter: Interpreter,
  independence: Independence,
  support: Support,
  state: Int32Array,
  enabled: Transition[],
): Set<number> | undefined {
  const { types } = support.system;
  const living = interpreter.living(state);
  const waiting = enabled.some(({ participants }) =>
    participants.some(
      (p) =>
        independence.profiles.of(interpreter.typeOf(state, p.process), interpreter.stepOf(state, p)).waits,
    ),
  );
  if (waiting) return undefined;
  const places = new Map(
    living.map((process) => {
      const type = interpreter.typeOf(state, process);
      const location = interpreter.locationOf(state, process);
      const moved = new Set(
        enabled.flatMap(({ participants: [first] }) => (first.process === process ? [first.step] : [])),
      );
      const queued = [...moved].filter((step) => independence.profiles.of(type, type.steps[step]).queue);
      const number = types.indexOf(type);
      return [
        process,
        { type: number, location, ready: queued.length === support.queueStepsAt(number, location) },
      ];
    }),
  );
  let best: { processes: Set<number>; transitions: number } | undefined;
  for (const seed of living) {
    const chosen = new Set([seed]);
    for (const member of chosen) {
      const { type, location, ready } = places.get(member)!;
      for (const other of living) {
        if (chosen.has(other)) continue;
        const theirs = places.get(other)!;
        if (support.disturbs(theirs.type, theirs.location, type, location, ready)) chosen.add(other);
      }
    }
    if (chosen.size === living.length) continue;
    const transitions = enabled.filter((t) => t.participants.every((p) => chosen.has(p.process))).length;
    if (transitions > 0 && (!best || transitions < best.transitions))
      best = { processes: chosen, transitions };
  }
  return best?.processes;
}
