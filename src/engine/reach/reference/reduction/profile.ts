/**
 * What a reduction knows of a step: all that it touches together with what cannot be separated from it,
 * whether the question sees it, and whether it is a plain move on a queue.
 *
 * A step that leads into an atomic or indivisible region is one with the steps of the region that may
 * follow: nobody else moves in between, except where the region blocks, and who then goes on alone makes
 * no difference to anybody. That is so only where the region comes to an end, does not fault in the
 * middle, and meets nobody, who might go on alone with steps of its own; any other region is taken to
 * touch everything.
 */

import type { Expression } from '../../../../model/expression.js';
import { type Footprint, footprintOf, type Resource, readsOf } from '../../../../model/footprint.js';
import { isBuffered, type ProcessType, type Step, type System } from '../../../../model/system.js';
import { Faultless } from './faultless.js';
import { Readiness } from './readiness.js';
import { join, Resources, type Touched } from './resources.js';

/** Does the question notice when a process of this type takes this step? */
export type Visibility = (type: ProcessType, step: Step) => boolean;

export interface Profile {
  number: number;
  footprint: Footprint;
  seen: boolean;
  /** Set where all that concerns this queue is putting at its end, or taking from its front. */
  queue?: { side: 'send' | 'receive'; channel: number };
  /** Possible only where nothing else is. */
  waits: boolean;
  /** Leads into a region. */
  enters: boolean;
  /** Looks at where others are or at what they can do, itself and not only because it leads into a region. */
  looks: boolean;
  /** All that can be done in its place are unseen steps of the process that touch only its own variables. */
  secluded: boolean;
}

/** What follows a step before anybody else moves, from the location that it leads to. */
interface Sequel {
  touched: Touched;
  seen: boolean;
  /** It comes to an end, does not fault and meets nobody. */
  whole: boolean;
}

export class Profiles {
  readonly all: Profile[] = [];
  private readonly known = new Map<Step, Profile>();
  private readonly numbers = new Map<string, Profile>();
  private readonly leavings = new Map<ProcessType, Step[][]>();
  private readonly faultless: Faultless;
  private readonly readiness: Readiness;
  private readonly resources = new Resources();
  private readonly everything: Touched;
  private readonly parts: ReadonlyMap<Step, Touched>;

  constructor(
    private readonly system: System,
    private readonly visible: Visibility,
  ) {
    this.faultless = new Faultless(system);
    this.readiness = new Readiness(system);
    for (const type of system.types) {
      const leaving: Step[][] = type.locations.map(() => []);
      for (const step of type.steps) leaving[step.from].push(step);
      this.leavings.set(type, leaving);
    }
    const { resources } = this;
    const all = resources.list({ tests: [], reads: [], writes: [{ kind: 'everything' }], mayBlock: false });
    const listed = system.types.flatMap((type) =>
      type.steps.map((step) => [step, resources.list(this.partOf(type, step))] as const),
    );
    this.everything = resources.setOf(all);
    this.parts = new Map(listed.map(([step, part]) => [step, resources.setOf(part)]));
    for (const type of system.types) {
      const sequels = this.sequelsIn(type);
      const secluded = type.locations.map((_, location) => this.isSecluded(type, location));
      for (const step of type.steps)
        this.known.set(step, this.profileOf(type, step, sequels[step.to], secluded[step.from]));
    }
  }

  /** The steps from a location. */
  leaving(type: ProcessType, location: number): readonly Step[] {
    return this.leavings.get(type)![location];
  }

  of(step: Step): Profile {
    return this.known.get(step)!;
  }

  private profileOf(type: ProcessType, step: Step, sequel: Sequel | undefined, secluded: boolean): Profile {
    const touched = this.resources.nothing();
    join(touched, this.parts.get(step)!);
    if (sequel) join(touched, sequel.touched);
    const looks = all(this.resources.footprintOf(touched)).some(isLook);
    if (sequel && !sequel.whole) join(touched, this.everything);
    const seen = sequel?.seen || this.visible(type, step);
    const waits = step.guard !== undefined && needsTimeout(step.guard);
    const enters = sequel !== undefined;
    const quiet = !sequel || this.isPrivate(sequel);
    const alone = quiet && !type.provided && this.rivals(type, step).length === 0;
    const queue = alone ? queueOf(this.system, step) : undefined;
    const key = JSON.stringify([
      touched.bits.join(),
      touched.mayBlock,
      seen,
      queue,
      waits,
      enters,
      looks,
      secluded,
    ]);
    const same = this.numbers.get(key);
    if (same) return same;
    const profile: Profile = {
      number: this.all.length,
      footprint: this.resources.footprintOf(touched),
      seen,
      waits,
      enters,
      looks,
      secluded,
      ...(queue ? { queue } : {}),
    };
    this.all.push(profile);
    this.numbers.set(key, profile);
    return profile;
  }

  /** What follows each location of a region. Where regions have no cycles, going through them twice is enough. */
  private sequelsIn(type: ProcessType): (Sequel | undefined)[] {
    const sequels = type.locations.map(({ region }) =>
      region ? { touched: this.resources.nothing(), seen: false, whole: true } : undefined,
    );
    const inside = type.locations.flatMap((_, location) => (sequels[location] ? [location] : []));
    const order = lastFirst(inside, (location) =>
      this.leaving(type, location).flatMap(({ to }) => (sequels[to] ? [to] : [])),
    );
    for (const location of inside) {
      const sequel = sequels[location]!;
      for (const step of this.leaving(type, location)) {
        join(sequel.touched, this.parts.get(step)!);
        sequel.seen ||= this.visible(type, step);
        sequel.whole &&= !this.mayMeet(step) && this.faultless.step(type, step) && !isStopped(type, step);
      }
    }
    for (const location of order.endless) sequels[location]!.whole = false;
    for (let changed = true; changed; ) {
      changed = false;
      for (const location of order.all) {
        const sequel = sequels[location]!;
        for (const { to } of this.leaving(type, location)) {
          const next = sequels[to];
          if (!next) continue;
          const more = join(sequel.touched, next.touched);
          changed ||= more || (next.seen && !sequel.seen) || (sequel.whole && !next.whole);
          sequel.seen ||= next.seen;
          sequel.whole &&= next.whole;
        }
      }
    }
    return sequels;
  }

  /** What one step touches, and what else decides whether it is enabled. */
  private partOf(type: ProcessType, step: Step): Footprint {
    const footprint = footprintOf(step);
    const { tests, reads, writes } = footprint;
    if (type.provided) readsOf(type.provided, tests);
    for (const other of this.rivals(type, step)) {
      const theirs = footprintOf(other);
      tests.push(...theirs.tests, ...theirs.reads);
    }
    tests.push(...this.readiness.tests(type, step));
    writes.push(...this.readiness.writes(type, step));
    for (const effect of step.effects) {
      if (effect.kind === 'exit') this.comingAndGoing(type, writes);
      if (effect.kind !== 'spawn') continue;
      const started = this.system.types[effect.type];
      this.comingAndGoing(started, writes);
      // What its variables start with is computed here.
      for (const { initial } of started.variables)
        if (initial !== 'any') for (const value of initial ?? []) readsOf(value, reads);
    }
    return footprint;
  }

  /** The steps from the same location, where different priorities make it matter whether they can be taken. */
  private rivals(type: ProcessType, step: Step): Step[] {
    const priority = (one: Step) => one.priority ?? 0;
    const beside = this.leaving(type, step.from).filter((other) => other !== step);
    return beside.some((other) => priority(other) !== priority(step)) ? beside : [];
  }

  /** With a process its channels and its part in symbols come and go. */
  private comingAndGoing(type: ProcessType, writes: Resource[]): void {
    if (type.channels.length > 0) writes.push({ kind: 'channel', side: 'length' });
    for (const symbol of type.alphabet) writes.push({ kind: 'symbol', symbol });
  }

  /** Nobody else notices what follows. */
  private isPrivate({ touched, seen, whole }: Sequel): boolean {
    return whole && !seen && all(this.resources.footprintOf(touched)).every(isOwn);
  }

  /** Can the process do nothing here but unseen steps that touch only its own variables? */
  private isSecluded(type: ProcessType, location: number): boolean {
    return this.leaving(type, location).every((step) => {
      const { action, to } = step;
      if (action.kind !== 'internal' && action.kind !== 'choose') return false;
      if (type.locations[to].region || this.visible(type, step)) return false;
      return all(this.resources.footprintOf(this.parts.get(step)!)).every(isOwn);
    });
  }

  private mayMeet({ action }: Step): boolean {
    if (action.kind === 'synchronise') return true;
    if (action.kind !== 'send' && action.kind !== 'receive') return false;
    return !isBuffered(this.system, action.channel);
  }
}

const all = ({ tests, reads, writes }: Footprint): Resource[] => [...tests, ...reads, ...writes];
const isOwn = ({ kind }: Resource): boolean => kind === 'own';
const isLook = ({ kind }: Resource): boolean => kind === 'everything' || kind === 'locations';

/**
 * Locations, each behind those that it leads to wherever there is no cycle between them; and those from which a cycle
 * can be reached.
 */
export function lastFirst(
  inside: readonly number[],
  next: (location: number) => number[],
): { all: number[]; endless: number[] } {
  const [before, ahead] = [new Map<number, number[]>(), new Map<number, number>()];
  for (const location of inside) {
    const after = next(location);
    ahead.set(location, after.length);
    for (const to of after) {
      const known = before.get(to);
      if (known) known.push(location);
      else before.set(to, [location]);
    }
  }
  const all = inside.filter((location) => ahead.get(location) === 0);
  for (const location of all) {
    for (const from of before.get(location) ?? []) {
      const count = ahead.get(from)! - 1;
      ahead.set(from, count);
      if (count === 0) all.push(from);
    }
  }
  const endless = inside.filter((location) => ahead.get(location)! > 0);
  return { all: [...all, ...endless], endless };
}

/** A failed assertion ends an indivisible sequence in the middle. */
const isStopped = (type: ProcessType, step: Step): boolean =>
  type.locations[step.from].region === 'indivisible' && step.effects.some(({ kind }) => kind === 'assert');

function needsTimeout(guard: Expression): boolean {
  if (guard.kind === 'timeout') return true;
  return (
    guard.kind === 'binary' &&
    guard.operator === 'and' &&
    (needsTimeout(guard.left) || needsTimeout(guard.right))
  );
}

function queueOf(system: System, step: Step): Profile['queue'] {
  const { action } = step;
  const suits =
    (action.kind === 'send' && action.order === 'fifo') ||
    (action.kind === 'receive' && action.position === 'first');
  if (!suits || !isBuffered(system, action.channel) || action.channel.kind !== 'constant') return undefined;
  const channel = action.channel.value;
  const concerns = (resource: Resource) =>
    resource.kind === 'everything' ||
    (resource.kind === 'channel' && (resource.channel === undefined || resource.channel === channel));
  // Each mention counts here, also where one resource is mentioned twice.
  const { tests, reads, writes } = footprintOf(step);
  const plain =
    tests.filter(concerns).length === 1 && !reads.some(concerns) && writes.filter(concerns).length <= 1;
  return plain ? { side: action.kind as 'send' | 'receive', channel } : undefined;
}
