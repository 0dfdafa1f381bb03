/** Which steps of different processes may influence one another, as far as a question can tell. */
import { dependent, type Footprint, type Resource } from '../../../../model/footprint.js';
import type { Interpreter } from '../../../../model/interpreter.js';
import type { ProcessType } from '../../../../model/system.js';
import type { Transition } from '../../../../model/transition.js';
import { type Profile, Profiles, type Visibility } from './profile.js';

export class Independence {
  readonly profiles: Profiles;
  private readonly locals = new Map<ProcessType, boolean[]>();
  private readonly together: (boolean | undefined)[][] = [];
  private readonly ever: (boolean | undefined)[][] = [];
  /** Numbers of variables of processes that others look at or change. */
  private readonly remote = new Set<number>();
  private readonly locationsMatter: boolean;

  constructor(
    private readonly interpreter: Interpreter,
    visible: Visibility,
  ) {
    const { system } = interpreter;
    this.profiles = new Profiles(system, visible);
    let locationsMatter = false;
    for (const { footprint, looks, waits } of this.profiles.all) {
      if (looks && !waits) locationsMatter = true;
      for (const resource of [...footprint.tests, ...footprint.reads, ...footprint.writes]) {
        if (resource.kind === 'locations') locationsMatter = true;
        if (resource.kind === 'other') this.remote.add(resource.variable);
      }
    }
    this.locationsMatter = locationsMatter;
    for (const type of system.types) this.locals.set(type, this.localLocations(type));
  }

  /** Do all steps from here concern the process alone, unseen by anybody? */
  isLocal(type: ProcessType, location: number): boolean {
    return this.locals.get(type)![location];
  }

  /**
   * Can these transitions of the state be exchanged without anybody noticing? Both are enabled in it. Of
   * those that begin an atomic sequence it is not said: one state inside may belong to several of them.
   */
  independent(state: Int32Array, a: Transition, b: Transition): boolean {
    const { interpreter, profiles } = this;
    const of = (p: Transition['participants'][number]) => profiles.of(interpreter.stepOf(state, p));
    return a.participants.every((p) =>
      b.participants.every((q) => p.process !== q.process && this.commute(of(p), of(q))),
    );
  }

  commute(a: Profile, b: Profile): boolean {
    return !a.enters && !b.enters && this.exchangeable(a, b);
  }

  /** Can steps of different processes be exchanged where both are enabled? */
  exchangeable(a: Profile, b: Profile): boolean {
    return remembered(this.together, a, b, () => {
      const sameQueue = a.queue && b.queue?.channel === a.queue.channel && a.queue.side !== b.queue.side;
      // Putting at the end of a queue and taking from its front do not disturb one another.
      return sameQueue
        ? untouched(
            withoutQueue(a.footprint, a.queue!.channel),
            withoutQueue(b.footprint, a.queue!.channel),
            a,
            b,
          )
        : this.unrelated(a, b);
    });
  }

  /** The same, and neither can make the other possible or impossible. */
  unrelated(a: Profile, b: Profile): boolean {
    return remembered(
      this.ever,
      a,
      b,
      () => this.ignores(a, b) || this.ignores(b, a) || untouched(a.footprint, b.footprint, a, b),
    );
  }

  /**
   * A process that can do nothing but unseen steps of its own cannot be met either, wherever the region goes that a
   * step of another leads into.
   */
  private ignores(a: Profile, b: Profile): boolean {
    const { tests, reads, writes } = a.footprint;
    return a.secluded && !b.looks && [...tests, ...reads, ...writes].every((one) => this.isOwn(one));
  }

  private isOwn(resource: Resource): boolean {
    return resource.kind === 'own' && !this.remote.has(resource.variable);
  }

  private localLocations(type: ProcessType): boolean[] {
    return type.locations.map((_, location) =>
      this.profiles.leaving(type, location).every((step) => {
        const { footprint, seen, enters } = this.profiles.of(step);
        if (this.locationsMatter || seen || enters) return false;
        if (step.action.kind !== 'internal' && step.action.kind !== 'choose') return false;
        return [...footprint.tests, ...footprint.reads, ...footprint.writes].every((one) => this.isOwn(one));
      }),
    );
  }
}

function remembered(
  table: (boolean | undefined)[][],
  a: Profile,
  b: Profile,
  decide: () => boolean,
): boolean {
  const [low, high] = a.number < b.number ? [a.number, b.number] : [b.number, a.number];
  table[low] ??= [];
  table[low][high] ??= decide();
  return table[low][high];
}

/** Two steps that the question sees must keep their order. */
const untouched = (footprintA: Footprint, footprintB: Footprint, a: Profile, b: Profile): boolean =>
  !(a.seen && b.seen) && !dependent(footprintA, footprintB);

function withoutQueue(footprint: Footprint, channel: number): Footprint {
  const elsewhere = (resource: Resource): boolean =>
    resource.kind !== 'channel' || resource.channel !== channel;
  return {
    ...footprint,
    tests: footprint.tests.filter(elsewhere),
    writes: footprint.writes.filter(elsewhere),
  };
}
