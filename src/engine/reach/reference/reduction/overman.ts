/**
 * Overman's method, refined by location: a set of processes such that nothing the others can ever do
 * from where they stand depends on what the processes of the set can do next. The transitions of such a
 * set are enough.
 *
 * A step that waits until nothing else is possible cannot come before a transition of the set, so it and
 * what comes after it do not count.
 */
import type { Interpreter } from '../../../../model/interpreter.js';
import type { ProcessType, Step, System } from '../../../../model/system.js';
import type { Transition } from '../../../../model/transition.js';
import type { Independence } from './independence.js';
import type { Profile } from './profile.js';

/** What the processes may do next and ever, by type and location, and who can disturb whom. */
export class Support {
  /** Of each type and location: which of the sets below it has. */
  readonly future: number[][];
  readonly next: number[][];
  /**
   * From how many ends of queues there are plain moves at each location. Where one of those at the same end is
   * enabled, the others are, or stay as they are until somebody else moves at that end: the message in front is
   * what it is, and there is room at the back.
   */
  readonly queueEnds: number[][];
  readonly futures: ReadonlySet<Profile>[] = [];
  readonly nexts: ReadonlySet<Profile>[] = [];
  private readonly disturbing = new Map<number, boolean>();

  constructor(
    readonly system: System,
    private readonly independence: Independence,
  ) {
    const { profiles } = independence;
    const leaving = (type: ProcessType, location: number) =>
      profiles.leaving(type, location).map((step) => profiles.of(step));
    const each = <T>(use: (type: ProcessType, location: number) => T): T[][] =>
      system.types.map((type) => type.locations.map((_, location) => use(type, location)));
    const wanted = each((type, l) => leaving(type, l).filter(({ waits }) => !waits));
    this.queueEnds = each((type, l) => this.endsAt(type, l).length);
    this.next = wanted.map((list) => list.map((set) => distinct(this.nexts, new Set(set))));
    this.future = this.everything(wanted).map((list) => list.map((set) => distinct(this.futures, set)));
  }

  /** Among the ends of queues at its location, that of a step which is a plain move on a queue. */
  queueEnd(type: ProcessType, step: Step): number {
    return this.endsAt(type, step.from).indexOf(endOf(this.independence.profiles.of(step)));
  }

  private endsAt(type: ProcessType, location: number): string[] {
    const { profiles } = this.independence;
    const plain = profiles.leaving(type, location).filter((step) => profiles.of(step).queue);
    return [...new Set(plain.map((step) => endOf(profiles.of(step))))];
  }

  /**
   * May a process with this future ever do something that depends on one of these next steps? `ready`:
   * at each end of a queue that they move at, one of them is enabled now.
   */
  disturbs(future: number, next: number, ready: boolean): boolean {
    const key = (future * this.nexts.length + next) * 2 + Number(ready);
    const known = this.disturbing.get(key);
    if (known !== undefined) return known;
    const steps = [...this.nexts[next]];
    const harmless = (a: Profile, b: Profile) =>
      ready ? this.independence.exchangeable(a, b) : this.independence.unrelated(a, b);
    const result = [...this.futures[future]].some((one) => steps.some((step) => !harmless(one, step)));
    this.disturbing.set(key, result);
    return result;
  }

  /** Could these next steps ever be enough while somebody else can do something? */
  canSuffice(next: number): boolean {
    if (this.nexts[next].size === 0) return false;
    return this.futures.some((steps, future) => steps.size > 0 && !this.disturbs(future, next, true));
  }

  /** The steps that can come from each location, including those of processes that are started on the way. */
  private everything(next: Profile[][][]): Set<Profile>[][] {
    const { types } = this.system;
    const found = next.map((list) => list.map((steps) => new Set(steps)));
    const before: [number, number][][][] = types.map((type) => type.locations.map(() => []));
    types.forEach((type, t) => {
      for (const step of type.steps) {
        if (this.independence.profiles.of(step).waits) continue;
        before[t][step.to].push([t, step.from]);
        for (const effect of step.effects)
          if (effect.kind === 'spawn') before[effect.type][types[effect.type].initial].push([t, step.from]);
      }
    });
    const work = types.flatMap((type, t) => type.locations.map((_, l): [number, number] => [t, l]));
    for (let at = work.pop(); at; at = work.pop()) {
      const [type, location] = at;
      for (const [t, l] of before[type][location]) {
        const set = found[t][l];
        const size = set.size;
        for (const profile of found[type][location]) set.add(profile);
        if (set.size > size) work.push([t, l]);
      }
    }
    return found;
  }
}

const endOf = ({ queue }: Profile): string => `${queue?.side} ${queue?.channel}`;

/** The number of a set in a list of different sets. */
function distinct(list: ReadonlySet<Profile>[], set: ReadonlySet<Profile>): number {
  const same = list.findIndex((other) => other.size === set.size && [...set].every((one) => other.has(one)));
  return same >= 0 ? same : list.push(set) - 1;
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
    participants.some((p) => independence.profiles.of(interpreter.stepOf(state, p)).waits),
  );
  if (waiting) return undefined;
  const places = new Map(
    living.map((process) => {
      const type = interpreter.typeOf(state, process);
      const [t, l] = [types.indexOf(type), interpreter.locationOf(state, process)];
      const moved = new Set(
        enabled.flatMap(({ participants: [first] }) => (first.process === process ? [first.step] : [])),
      );
      const queued = [...moved].filter((step) => independence.profiles.of(type.steps[step]).queue);
      const ends = new Set(queued.map((step) => support.queueEnd(type, type.steps[step])));
      const ready = ends.size === support.queueEnds[t][l];
      return [process, { next: support.next[t][l], future: support.future[t][l], ready }];
    }),
  );
  let best: { processes: Set<number>; transitions: number } | undefined;
  for (const seed of living) {
    const chosen = new Set([seed]);
    for (const member of chosen) {
      const { next, ready } = places.get(member)!;
      for (const other of living) {
        if (!chosen.has(other) && support.disturbs(places.get(other)!.future, next, ready)) chosen.add(other);
      }
    }
    if (chosen.size === living.length) continue;
    const transitions = enabled.filter((t) => t.participants.every((p) => chosen.has(p.process))).length;
    if (transitions > 0 && (!best || transitions < best.transitions))
      best = { processes: chosen, transitions };
  }
  return best?.processes;
}
