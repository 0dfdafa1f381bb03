/**
 * Checks that a fixed point is one, from the program alone: it contains the start, every step from inside leads
 * inside, and nothing inside violates the property. It shares no code with the engine that proves.
 */
import type { System } from '../../../model/system.js';
import type { Observer } from '../../../property/observer.js';
import type { FlowCertificate } from './certificate.js';
import { Claim, Ground, type Sink, type Tuple } from './claim.js';
import { type Followed, sayPlaces, sayStart, sayTuples, sceneOf, tuplesAfter } from './closure.js';
import { jointSteps } from './joint.js';
import { NamedObserver } from './named.js';

export type FlowChecked = { valid: true; tuples: number } | { valid: false; reason: string };

class Refusal extends Error {}

export function checkFlow(
  system: System,
  observers: readonly Observer[],
  certificate: FlowCertificate,
  goOn: () => boolean = () => true,
): FlowChecked {
  try {
    return new Reader(system, observers, certificate).check(goOn);
  } catch (error) {
    if (error instanceof Refusal) return { valid: false, reason: error.message };
    throw error;
  }
}

/** Why a system is not for this kind of certificate, if it is not. */
export function unsuited(system: System, observers: readonly Observer[]): string | undefined {
  for (const type of system.types) {
    if (type.channels.length > 0) return 'processes own channels';
    for (const { effects, from, event, action } of type.steps) {
      if (effects.some(({ kind }) => kind === 'spawn' || kind === 'exit'))
        return 'processes come into being or cease to exist';
      // Several steps of an indivisible sequence are one letter to an observer.
      const shows = event !== undefined || action.kind === 'synchronise';
      if (shows && type.locations[from].region === 'indivisible')
        return 'an indivisible sequence shows events inside';
    }
  }
  const finite = observers.every(
    ({ acceptance, atoms }) => acceptance === 'finite' && atoms.every(({ kind }) => kind === 'event'),
  );
  return finite ? undefined : 'the property is not about the order of events in finite executions';
}

class Reader {
  private readonly claim: Claim;
  private readonly followed: Followed;
  private readonly observers: readonly NamedObserver[];

  constructor(
    private readonly system: System,
    asked: readonly Observer[],
    certificate: FlowCertificate,
  ) {
    const reason = unsuited(system, asked);
    if (reason !== undefined) throw new Refusal(reason);
    if (certificate.observers.length !== asked.length) throw new Refusal('it is about another property');
    this.observers = asked.map((observer) => new NamedObserver(observer));
    this.observers.forEach((observer, o) => {
      if (!certificate.observers[o].reached.every((way) => observer.follow(way)))
        throw new Refusal('the property has no such state');
    });
    const { cells, tasks } = certificate;
    const ground = new Ground(system);
    const isTask = (task: number) => Number.isInteger(task) && task >= 0 && task < system.instances.length;
    const isCell = (cell: number) =>
      Number.isInteger(cell) && cell > 0 && cell < ground.interpreter.layout.size;
    if (!tasks.every(isTask) || new Set(tasks).size !== tasks.length)
      throw new Refusal('it follows no such process');
    if (!cells.every(isCell) || new Set(cells).size !== cells.length)
      throw new Refusal('it follows no such integer');
    this.followed = { cells, tasks };
    this.claim = this.read(ground, certificate);
  }

  /** Everything the certificate says, nothing else. */
  private read(ground: Ground, { places, together, observers }: FlowCertificate): Claim {
    const claim = new Claim(ground, this.observers.length);
    const placeAt = (index: number): number => {
      const found = places[index];
      const type = this.system.types[this.system.instances[found?.process]?.type];
      if (!type?.locations[found.location]) throw new Refusal('there is no such place');
      return ground.place(found.process, found.location);
    };
    places.forEach(({ values }, i) => {
      const place = placeAt(i);
      claim.reach(place);
      for (const [cell, possible] of values) claim.values[place].set(cell, possible && new Set(possible));
    });
    together.forEach((others, i) => {
      for (const other of others) claim.together(placeAt(i), placeAt(other));
    });
    observers.forEach(({ tuples, at }, o) => {
      at.forEach((numbers, i) => {
        for (const number of numbers) {
          if (!this.isTuple(tuples[number], this.observers[o])) throw new Refusal('there is no such tuple');
          claim.tuple(o, placeAt(i), tuples[number]);
        }
      });
    });
    return claim;
  }

  /** Numbers throughout, for a text is no state or place; only of a value nothing need be known. */
  private isTuple(tuple: unknown, { count }: NamedObserver): boolean {
    const { cells, tasks } = this.followed;
    const isValue = (i: number) => i >= 1 && i <= cells.length;
    return (
      Array.isArray(tuple) &&
      tuple.length === 1 + cells.length + tasks.length &&
      tuple[0] >= 0 &&
      tuple[0] < count &&
      tuple.every((item, i) => Number.isInteger(item) || (item === null && isValue(i)))
    );
  }

  check(goOn: () => boolean): FlowChecked {
    const { claim, followed, observers, system } = this;
    const joints = jointSteps(system);
    if (joints === undefined) throw new Refusal('there are too many joint steps');
    const sink = asking(claim);
    sayStart(claim.ground, observers, followed, sink);
    for (const joint of joints) {
      if (!goOn()) throw new Refusal('there was no time to check all of it');
      const scene = sceneOf(claim, joint);
      if (scene === undefined) continue;
      sayPlaces(scene, sink);
      observers.forEach((observer, o) => {
        const after = (number: number) => tuplesAfter(scene, observer, claim.tuples[o][number], followed);
        sayTuples(scene, o, after, sink);
      });
    }
    this.meetsNoViolation();
    return { valid: true, tuples: claim.tuples.reduce((sum, all) => sum + all.length, 0) };
  }

  private meetsNoViolation(): void {
    this.observers.forEach((observer, o) => {
      for (const tuple of this.claim.tuples[o]) {
        if (observer.bad(tuple[0]!)) throw new Refusal('a violation is inside');
        if (observer.badAtEnd(tuple[0]!) && mayEnd(this.claim, o, tuple))
          throw new Refusal('an execution may end in a violation');
      }
    });
  }
}

/** May all processes be at an end while this tuple holds? */
export function mayEnd(claim: Claim, observer: number, tuple: Tuple): boolean {
  const { system, firstPlace } = claim.ground;
  return system.instances.every(({ type }, process) => {
    const { observes, locations } = system.types[type];
    return locations.some(
      ({ marks }, location) =>
        (observes !== undefined || marks?.includes('end')) &&
        claim.has(observer, firstPlace[process] + location, tuple),
    );
  });
}

/** Refuses whatever the claim does not say. */
function asking(claim: Claim): Sink {
  const ask = (said: boolean, what: string): void => {
    if (!said) throw new Refusal(what);
  };
  return {
    reach: (place) => ask(claim.reached[place] === 1, 'a step leads to a place outside'),
    value: (place, cell, value) => {
      const known = claim.values[place].get(cell);
      ask(
        known === null || (value !== null && known?.has(value) === true),
        'a step leads to a value outside',
      );
    },
    together: (a, b) => ask(claim.areTogether(a, b), 'a step leads to two places that are not together'),
    tuple: (observer, place, tuple) =>
      ask(claim.has(observer, place, tuple), 'a step leads to a tuple outside'),
  };
}
