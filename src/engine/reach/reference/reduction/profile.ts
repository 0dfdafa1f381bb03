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

export class Profiles {
  readonly all: Profile[] = [];
  private readonly known = new Map<Step, Profile>();
  private readonly numbers = new Map<string, Profile>();

  private readonly faultless: Faultless;

  constructor(
    private readonly system: System,
    private readonly visible: Visibility,
  ) {
    this.faultless = new Faultless(system);
    for (const type of system.types) for (const step of type.steps) this.of(type, step);
  }

  of(type: ProcessType, step: Step): Profile {
    const known = this.known.get(step);
    if (known) return known;
    const steps = [step, ...following(type, step)];
    const footprint: Footprint = { tests: [], reads: [], writes: [], mayBlock: false };
    for (const part of steps) this.include(type, part, footprint);
    const whole = steps.every(
      (part) =>
        part === step || (!this.mayMeet(part) && this.faultless.step(type, part) && !isStopped(type, part)),
    );
    if (!whole || goesRound(type, step)) footprint.writes.push({ kind: 'everything' });
    const seen = steps.some((part) => this.visible(type, part));
    const waits = step.guard !== undefined && needsTimeout(step.guard);
    const enters = type.locations[step.to].region !== undefined;
    const queue = enters ? undefined : queueOf(this.system, step, footprint);
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

  private include(type: ProcessType, step: Step, into: Footprint): void {
    const { tests, reads, writes, mayBlock } = footprintOf(step);
    into.tests.push(...tests);
    into.reads.push(...reads);
    into.writes.push(...writes);
    into.mayBlock ||= mayBlock;
    if (type.provided) readsOf(type.provided, into.tests);
    for (const other of besides(type, step)) {
      const theirs = footprintOf(other);
      into.tests.push(...theirs.tests, ...theirs.reads);
    }
    for (const effect of step.effects) {
      if (effect.kind === 'exit') this.comingAndGoing(type, into.writes);
      if (effect.kind === 'spawn') this.comingAndGoing(this.system.types[effect.type], into.writes);
    }
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

/** Steps of the same process that may follow before anybody else moves. */
function following(type: ProcessType, step: Step): Step[] {
  const found = new Set<Step>();
  const work = [step.to];
  const seen = new Set<number>();
  for (let at = work.pop(); at !== undefined; at = work.pop()) {
    if (seen.has(at) || !type.locations[at].region) continue;
    seen.add(at);
    for (const next of type.steps) {
      if (next.from !== at) continue;
      if (next !== step) found.add(next);
      work.push(next.to);
    }
  }
  return [...found];
}

/** Can the process go round inside regions for ever, starting from here? */
function goesRound(type: ProcessType, step: Step): boolean {
  const inside = [step, ...following(type, step)].filter((one) => type.locations[one.to].region);
  let left = inside.map(({ from, to }) => ({ from, to })).filter(({ from }) => type.locations[from].region);
  for (;;) {
    // A location that no step inside leads to any more cannot be on a cycle.
    const entered = new Set(left.map(({ to }) => to));
    const kept = left.filter(({ from }) => entered.has(from));
    if (kept.length === left.length) return kept.length > 0;
    left = kept;
  }
}

/** A failed assertion ends an indivisible sequence in the middle. */
const isStopped = (type: ProcessType, step: Step): boolean =>
  type.locations[step.from].region === 'indivisible' && step.effects.some(({ kind }) => kind === 'assert');

/** The steps from the same place, where priorities make it matter whether they can be taken. */
function besides(type: ProcessType, step: Step): Step[] {
  const beside = type.steps.filter((other) => other.from === step.from && other !== step);
  const priority = (one: Step) => one.priority ?? 0;
  return beside.some((other) => priority(other) !== priority(step)) ? beside : [];
}

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

function queueOf(system: System, step: Step, footprint: Footprint): Profile['queue'] {
  const { action } = step;
  const suits =
    (action.kind === 'send' && action.order === 'fifo') ||
    (action.kind === 'receive' && action.position === 'first');
  if (!suits || !isBuffered(system, action.channel) || action.channel.kind !== 'constant') return undefined;
  const channel = action.channel.value;
  const concerns = (resource: Resource) =>
    resource.kind === 'everything' ||
    (resource.kind === 'channel' && (resource.channel === undefined || resource.channel === channel));
  const { tests, reads, writes } = footprint;
  const plain =
    tests.filter(concerns).length === 1 && !reads.some(concerns) && writes.filter(concerns).length <= 1;
  return plain ? { side: action.kind as 'send' | 'receive', channel } : undefined;
}

const listed = (part: Resource[] | boolean): unknown =>
  typeof part === 'boolean' ? part : [...new Set(part.map((resource) => JSON.stringify(resource)))].sort();
