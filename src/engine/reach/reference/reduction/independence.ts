/**
 * Which transitions of a system may influence one another, as far as a question can tell.
 *
 * A step's footprint says what it touches. Here more is added to it: what else decides whether it is
 * enabled (steps of higher priority, the `provided` clause), that entering an atomic region stops
 * everybody else, and that two steps the question sees must keep their order.
 */
import {
  dependent,
  type Footprint,
  footprintOf,
  type Resource,
  readsOf,
} from '../../../../model/footprint.js';
import type { Interpreter } from '../../../../model/interpreter.js';
import type { ProcessType, Step } from '../../../../model/system.js';
import type { Transition } from '../../../../model/transition.js';

/** Does the question notice when a process of this type takes this step? */
export type Visibility = (type: ProcessType, step: Step) => boolean;

export class Independence {
  private readonly footprints = new Map<Step, Footprint>();
  private readonly locals = new Map<ProcessType, boolean[]>();
  private readonly pairs = new Map<Step, Map<Step, boolean>>();
  /** Numbers of variables of processes that others look at or change. */
  private readonly remote = new Set<number>();
  private readonly locationsMatter: boolean;

  constructor(
    private readonly interpreter: Interpreter,
    private readonly visible: Visibility,
  ) {
    const { system } = interpreter;
    let locationsMatter = false;
    for (const type of system.types) {
      for (const step of type.steps) {
        const footprint = this.footprint(type, step);
        for (const resource of [...footprint.tests, ...footprint.reads, ...footprint.writes]) {
          if (resource.kind === 'locations' || resource.kind === 'everything') locationsMatter = true;
          if (resource.kind === 'other') this.remote.add(resource.variable);
        }
      }
    }
    this.locationsMatter = locationsMatter;
    for (const type of system.types) this.locals.set(type, this.localLocations(type));
  }

  /** Do all steps from here concern the process alone, unseen by anybody? */
  isLocal(type: ProcessType, location: number): boolean {
    return this.locals.get(type)![location];
  }

  /** Can these transitions of the state be exchanged without anybody noticing? Both are enabled in it. */
  independent(state: Int32Array, a: Transition, b: Transition): boolean {
    return a.participants.every((p) =>
      b.participants.every((q) => {
        if (p.process === q.process) return false;
        return this.stepsIndependent(
          this.interpreter.typeOf(state, p.process),
          this.interpreter.stepOf(state, p),
          this.interpreter.typeOf(state, q.process),
          this.interpreter.stepOf(state, q),
        );
      }),
    );
  }

  private footprint(type: ProcessType, step: Step): Footprint {
    const known = this.footprints.get(step);
    if (known) return known;
    const footprint = footprintOf(step);
    if (type.provided) readsOf(type.provided, footprint.tests);
    const beside = type.steps.filter((other) => other.from === step.from && other !== step);
    if (beside.some((other) => (other.priority ?? 0) !== (step.priority ?? 0))) {
      for (const other of beside) footprint.tests.push(...footprintOf(other).tests);
    }
    if (type.locations[step.to].region || type.locations[step.from].region) {
      footprint.writes.push({ kind: 'everything' });
    }
    this.footprints.set(step, footprint);
    return footprint;
  }

  /** The same of two steps of different processes. */
  stepsIndependent(typeA: ProcessType, a: Step, typeB: ProcessType, b: Step): boolean {
    const known = this.pairs.get(a)?.get(b);
    if (known !== undefined) return known;
    const bothSeen = this.visible(typeA, a) && this.visible(typeB, b);
    const result =
      !bothSeen &&
      !dependent(withoutQueue(this.footprint(typeA, a), a, b), withoutQueue(this.footprint(typeB, b), b, a));
    for (const [x, y] of [
      [a, b],
      [b, a],
    ]) {
      const row = this.pairs.get(x) ?? new Map<Step, boolean>();
      row.set(y, result);
      this.pairs.set(x, row);
    }
    return result;
  }

  private localLocations(type: ProcessType): boolean[] {
    const own = (resource: Resource): boolean =>
      resource.kind === 'own' && !this.remote.has(resource.variable);
    return type.locations.map((_, location) =>
      type.steps
        .filter((step) => step.from === location)
        .every((step) => {
          if (this.locationsMatter || this.visible(type, step)) return false;
          if (step.action.kind !== 'internal' && step.action.kind !== 'choose') return false;
          const { tests, reads, writes } = this.footprint(type, step);
          return [...tests, ...reads, ...writes].every(own);
        }),
    );
  }
}

/**
 * Sending to the end of a queue and taking from its front do not disturb one another where both are
 * possible; the footprints without that queue decide.
 */
function withoutQueue(footprint: Footprint, step: Step, other: Step): Footprint {
  const [send, receive] =
    step.action.kind === 'send' ? [step.action, other.action] : [other.action, step.action];
  const queue =
    send.kind === 'send' &&
    receive.kind === 'receive' &&
    send.order === 'fifo' &&
    receive.position === 'first' &&
    send.channel.kind === 'constant' &&
    receive.channel.kind === 'constant' &&
    send.channel.value === receive.channel.value;
  if (!queue) return footprint;
  const end = step.action.kind === 'send' ? 'send' : 'receive';
  const elsewhere = (resource: Resource): boolean => resource.kind !== 'channel' || resource.side !== end;
  return {
    ...footprint,
    tests: footprint.tests.filter(elsewhere),
    writes: footprint.writes.filter(elsewhere),
  };
}
