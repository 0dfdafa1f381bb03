/**
 * Runs taken at random, so that the survey sees what happens far from the start: breadth-first search has
 * seen little of that by the time the packing is settled.
 */
import type { Machine } from '../machine.js';
import { LISTED_BYTES } from '../program/atomic.js';
import { LABELLED_BYTES } from '../program/labels.js';
import { Obstacle } from '../program/registers.js';

const STEPS = 8_000;
const LONGEST = 400;
const STARTS = 256;
const ROOM = 1 << 15;
const MOST_INSIDE = 4_000;

/** The states of some runs, and states inside atomic sequences that were passed on the way. */
export interface Walked {
  met: bigint[];
  inside: bigint[];
}

/** Expands the states of some runs and says which these are; the survey takes note of them. */
export function walk(machine: Machine): Walked {
  const { instance, arena, scene, store } = machine;
  const starts = [...machine.starts, ...store.sample(STARTS)];
  const met: bigint[] = [];
  const inside: bigint[] = [];
  const registers = ['out', 'outEnd', 'obstacle'].map((name) => ({ name, value: instance.get(name) }));
  const start = arena.allocate(ROOM);
  instance.set('outEnd', start + ROOM);
  const expand = instance.function('expand');
  const stride = scene.labels ? LABELLED_BYTES : 8;
  const random = numbers();
  let [key, length, run] = [starts[0], 0, 0];
  for (let step = 0; step < STEPS; step++) {
    instance.set('out', start);
    instance.set('obstacle', Obstacle.none);
    expand(key);
    const obstacle = instance.get('obstacle');
    if (obstacle === Obstacle.nodes) {
      // The same once more, with more room.
      machine.growNodes();
      continue;
    }
    if (obstacle === Obstacle.none && scene.atomic && inside.length < MOST_INSIDE)
      inside.push(...passedInside(machine));
    const successors = obstacle === Obstacle.none ? (instance.get('out') - start) / stride : 0;
    if (successors === 0 || ++length > LONGEST) {
      // Every other run is one from the start.
      key = ++run % 2 === 0 ? machine.starts[0] : starts[run % starts.length];
      length = 0;
    } else key = machine.longs(start + stride * (random() % successors), 1)[0];
    met.push(key);
  }
  arena.release(start, ROOM);
  for (const { name, value } of registers) instance.set(name, value);
  return { met: [...met, ...machine.starts], inside };
}

/** The states inside atomic sequences that the last expansion went through. */
function passedInside(machine: Machine): bigint[] {
  const { instance } = machine;
  const [start, end] = [instance.get('inside'), instance.get('insideEnd')];
  const many = Math.min(MOST_INSIDE, (end - start) / LISTED_BYTES);
  const words = machine.longs(start, (many * LISTED_BYTES) / 8);
  return Array.from({ length: many }, (_, i) => words[(i * LISTED_BYTES) / 8]);
}

/** Numbers that look random and are the same in every run. */
function numbers(): () => number {
  let state = 0x2545f491;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
