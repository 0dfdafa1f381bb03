/** Finds the smallest fixed point: what must be said is said until nothing is new. */
import type { System } from '../../../model/system.js';
import type { Observer } from '../../../property/observer.js';
import type { FlowCertificate } from './certificate.js';
import { mayEnd, unsuited } from './check.js';
import { Claim, Ground, type Tuple } from './claim.js';
import {
  type Followed,
  type Scene,
  sayPlaces,
  sayStart,
  sayTuples,
  sceneOf,
  tuplesAfter,
} from './closure.js';
import { type Joint, jointSteps } from './joint.js';
import { NamedObserver } from './named.js';

const MOST_PLACES = 1500;
const MOST_JOINTS = 8000;
const MOST_TUPLES = 20_000;

/** With `reason` where there is none, it would be too large, or it does not show the property. */
export function findFlowCertificate(
  system: System,
  asked: readonly Observer[],
  followed: Followed,
  goOn: () => boolean,
): FlowCertificate | { reason: string } {
  const reason = unsuited(system, asked);
  if (reason !== undefined) return { reason };
  const observers = asked.map((observer) => new NamedObserver(observer));
  const ground = new Ground(system);
  const joints = jointSteps(system);
  if (ground.places.length > MOST_PLACES || joints === undefined || joints.length > MOST_JOINTS)
    return { reason: 'the program is too large for one' };
  const claim = new Claim(ground, observers.length);
  sayStart(ground, observers, followed, claim);
  const scenes = settlePlaces(claim, joints, goOn);
  if (scenes === undefined) return { reason: 'there was no time for one' };
  const stopped = settleTuples(claim, scenes, observers, followed, goOn);
  if (stopped !== undefined) return { reason: stopped };
  const bad = observers.some((observer, o) =>
    claim.tuples[o].some(
      (tuple) => observer.bad(tuple[0]!) || (observer.badAtEnd(tuple[0]!) && mayEnd(claim, o, tuple)),
    ),
  );
  return bad
    ? { reason: 'the checker needs more constraints than the proof' }
    : written(claim, followed, observers);
}

/** A joint step is looked at again only when something at one of its places has changed. */
function settlePlaces(claim: Claim, joints: readonly Joint[], goOn: () => boolean): Scene[] | undefined {
  const seen = joints.map(() => -1);
  const { ground } = claim;
  const places = joints.map(({ processes, steps }) =>
    steps.map((step, i) => ground.place(processes[i], step.from)),
  );
  do {
    claim.changed = false;
    for (const [i, joint] of joints.entries()) {
      const latest = Math.max(claim.sharedVersion, ...places[i].map((place) => claim.versions[place]));
      if (latest <= seen[i]) continue;
      seen[i] = claim.version;
      if (!goOn()) return undefined;
      const scene = sceneOf(claim, joint);
      if (scene) sayPlaces(scene, claim);
    }
  } while (claim.changed);
  return joints.flatMap((joint) => sceneOf(claim, joint) ?? []);
}

/** What a tuple becomes does not depend on other tuples, so it is computed once. */
function settleTuples(
  claim: Claim,
  scenes: readonly Scene[],
  observers: readonly Observer[],
  followed: Followed,
  goOn: () => boolean,
): string | undefined {
  for (const [o, observer] of observers.entries()) {
    const known = scenes.map(() => new Map<number, readonly Tuple[]>());
    do {
      claim.changed = false;
      for (const [i, scene] of scenes.entries()) {
        if (!goOn()) return 'there was no time for one';
        const after = (number: number): readonly Tuple[] => {
          let found = known[i].get(number);
          if (found === undefined) {
            found = tuplesAfter(scene, observer, claim.tuples[o][number], followed);
            known[i].set(number, found);
          }
          return found;
        };
        sayTuples(scene, o, after, claim);
        if (claim.tuples[o].length > MOST_TUPLES) return 'it would have too many tuples';
      }
    } while (claim.changed);
  }
  return undefined;
}

function written(
  claim: Claim,
  { cells, tasks }: Followed,
  observers: readonly NamedObserver[],
): FlowCertificate {
  const { places } = claim.ground;
  const reached = places.flatMap((_, place) => (claim.reached[place] === 1 ? [place] : []));
  return {
    schema: 'heddle-flow-2',
    cells: [...cells],
    tasks: [...tasks],
    places: reached.map((place) => ({
      ...places[place],
      values: [...claim.values[place]].map(([cell, values]) => [cell, values && [...values]]),
    })),
    together: reached.map((place, i) =>
      reached.flatMap((other, k) => (k > i && claim.areTogether(place, other) ? [k] : [])),
    ),
    observers: claim.tuples.map((tuples, o) => ({
      reached: observers[o].reached,
      tuples: tuples.map((tuple) => [...tuple]),
      at: reached.map((place) => [...claim.at[o][place]]),
    })),
  };
}
