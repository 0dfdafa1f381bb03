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
import type { ProcessType, Step, System } from '../../../../model/system.js';
import { Faultless } from './faultless.js';

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
}

/** What follows a step before anybody else moves, from the location that it leads to. */
interface Sequel {
  footprint: Footprint;
  seen: boolean;
  /** It comes to an end, does not fault and meets nobody. */
  whole: boolean;
}

const NOTHING: Sequel = {
  footprint: { tests: [], reads: [], writes: [], mayBlock: false },
  seen: false,
  whole: true,
};

export class Profiles {
  readonly all: Profile[] = [];
  private readonly known = new Map<Step, Profile>();
  private readonly numbers = new Map<string, Profile>();
  private readonly parts = new Map<Step, Footprint>();
  private readonly sequels = new Map<ProcessType, Map<number, Sequel>>();
  private readonly leavings = new Map<ProcessType, Step[][]>();
  private readonly faultless: Faultless;

  constructor(
    private readonly system: System,
    private readonly visible: Visibility,
  ) {
    this.faultless = new Faultless(system);
    for (const type of system.types) {
      const leaving: Step[][] = type.locations.map(() => []);
      for (const step of type.steps) leaving[step.from].push(step);
      this.leavings.set(type, leaving);
      this.sequels.set(type, new Map());
      for (const step of type.steps) this.of(type, step);
    }
  }

  /** The steps from a location. */
  leaving(type: ProcessType, location: number): readonly Step[] {
    return this.leavings.get(type)![location];
  }

  of(type: ProcessType, step: Step): Profile {
    const known = this.known.get(step);
    if (known) return known;
    const sequel = this.sequelAt(type, step.to);
    const footprint = joined([this.partOf(type, step), sequel.footprint]);
    if (!sequel.whole) footprint.writes.push({ kind: 'everything' });
    const seen = sequel.seen || this.visible(type, step);
    const waits = step.guard !== undefined && needsTimeout(step.guard);
    const enters = type.locations[step.to].region !== undefined;
    const quiet = !enters || isPrivate(sequel);
    const alone = quiet && !type.provided && this.rivals(type, step).length === 0;
    const queue = alone ? queueOf(this.system, step) : undefined;
    const key = JSON.stringify([...Object.values(footprint).map(listed), seen, queue, waits, enters]);
    const same = this.numbers.get(key);
    const profile = same ?? {
      number: this.all.length,
      footprint,
      seen,
      waits,
      enters,
      ...(queue ? { queue } : {}),
    };
    if (!same) {
      this.all.push(profile);
      this.numbers.set(key, profile);
    }
    this.known.set(step, profile);
    return profile;
  }

  private sequelAt(type: ProcessType, location: number): Sequel {
    if (!type.locations[location].region) return NOTHING;
    const known = this.sequels.get(type)!.get(location);
    if (known) return known;
    const inside = new Set([location]);
    const steps: Step[] = [];
    for (const at of inside) {
      for (const step of this.leaving(type, at)) {
        steps.push(step);
        if (type.locations[step.to].region) inside.add(step.to);
      }
    }
    const whole = steps.every(
      (step) => !this.mayMeet(step) && this.faultless.step(type, step) && !isStopped(type, step),
    );
    const sequel = {
      footprint: joined(steps.map((step) => this.partOf(type, step))),
      seen: steps.some((step) => this.visible(type, step)),
      whole: whole && !goesRound(steps, inside),
    };
    this.sequels.get(type)!.set(location, sequel);
    return sequel;
  }

  /** What one step touches, and what else decides whether it is enabled. */
  private partOf(type: ProcessType, step: Step): Footprint {
    const known = this.parts.get(step);
    if (known) return known;
    const footprint = footprintOf(step);
    const { tests, writes } = footprint;
    if (type.provided) readsOf(type.provided, tests);
    for (const other of this.rivals(type, step)) {
      const theirs = footprintOf(other);
      tests.push(...theirs.tests, ...theirs.reads);
    }
    for (const effect of step.effects) {
      if (effect.kind === 'exit') this.comingAndGoing(type, writes);
      if (effect.kind === 'spawn') this.comingAndGoing(this.system.types[effect.type], writes);
    }
    const part = joined([footprint]);
    this.parts.set(step, part);
    return part;
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

  private mayMeet({ action }: Step): boolean {
    if (action.kind === 'synchronise') return true;
    if (action.kind !== 'send' && action.kind !== 'receive') return false;
    return !isBuffered(this.system, action.channel);
  }
}

/** All of them together, everything once. */
function joined(footprints: readonly Footprint[]): Footprint {
  const once = (pick: (footprint: Footprint) => Resource[]): Resource[] => {
    const found = new Map<string, Resource>();
    for (const footprint of footprints)
      for (const resource of pick(footprint)) found.set(JSON.stringify(resource), resource);
    return [...found.values()];
  };
  return {
    tests: once(({ tests }) => tests),
    reads: once(({ reads }) => reads),
    writes: once(({ writes }) => writes),
    mayBlock: footprints.some(({ mayBlock }) => mayBlock),
  };
}

/** Nobody else notices what follows. */
const isPrivate = ({ footprint: { tests, reads, writes }, seen, whole }: Sequel): boolean =>
  whole && !seen && [...tests, ...reads, ...writes].every(({ kind }) => kind === 'own');

/** Is there a cycle among these steps that stays inside? */
function goesRound(steps: readonly Step[], inside: ReadonlySet<number>): boolean {
  const arriving = new Map<number, number>();
  for (const { to } of steps) if (inside.has(to)) arriving.set(to, (arriving.get(to) ?? 0) + 1);
  const leaving = new Map<number, Step[]>();
  for (const step of steps) leaving.set(step.from, [...(leaving.get(step.from) ?? []), step]);
  // A location that no step leads to any more cannot be on a cycle.
  const work = [...inside].filter((location) => !arriving.has(location));
  let left = inside.size;
  for (let at = work.pop(); at !== undefined; at = work.pop()) {
    left--;
    for (const { to } of leaving.get(at) ?? []) {
      if (!inside.has(to)) continue;
      const count = arriving.get(to)! - 1;
      arriving.set(to, count);
      if (count === 0) work.push(to);
    }
  }
  return left > 0;
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

const isBuffered = (system: System, channel: Expression): boolean =>
  channel.kind === 'constant' && (system.channels[channel.value - 1]?.capacity ?? 0) > 0;

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

const listed = (part: Resource[] | boolean): unknown =>
  typeof part === 'boolean' ? part : [...new Set(part.map((resource) => JSON.stringify(resource)))].sort();
