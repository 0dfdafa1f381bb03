import { describe, expect, it } from 'vitest';
import { family } from '../../../bench/families.js';
import type { Network } from '../../../src/engine/inequality/network.js';
import { emptiedTrap } from '../../../src/engine/inequality/traps.js';
import { unfold } from '../../../src/engine/inequality/unfold.js';
import { Interpreter } from '../../../src/model/interpreter.js';
import type { System } from '../../../src/model/system.js';
import { Chance } from '../../model/random-system.js';
import { randomAutomata } from './random-questions.js';

/** Where the components stand in every reachable state (up to a bound). */
function* reachable(system: System, { components }: Network, most: number): Generator<number[]> {
  const interpreter = new Interpreter(system);
  const numbers = components.map(({ states }) => new Map(states.map((state, i) => [state.join(), i])));
  const queue = interpreter.initialStates();
  const seen = new Set(queue.map((state) => state.join()));
  for (let i = 0; i < queue.length && i < most; i++) {
    const state = queue[i];
    yield components.map(
      ({ offset, states }, c) => numbers[c].get(state.subarray(offset, offset + states[0].length).join())!,
    );
    for (const transition of interpreter.transitions(state)) {
      const next = interpreter.successor(state, transition).state;
      if (!seen.has(next.join())) queue.push(next);
      seen.add(next.join());
    }
  }
}

describe('traps', () => {
  it('are empty in no reachable state of random systems, but in some that cannot be reached', () => {
    let [reached, emptied] = [0, 0];
    for (let seed = 0; seed < 300; seed++) {
      const system = randomAutomata(new Chance(seed));
      const network = unfold(system);
      for (const standing of reachable(system, network, 100)) {
        expect(emptiedTrap(network, standing), `seed ${seed}`).toBeUndefined();
        reached++;
      }
      const anywhere = network.components.map(({ states }) => seed % states.length);
      if (emptiedTrap(network, anywhere)) emptied++;
    }
    expect(reached).toBeGreaterThan(1000);
    expect(emptied).toBeGreaterThan(5);
  });

  it('a fork is free or somebody has it', () => {
    const network = unfold(family('dp', 3));
    const names = network.components.map(({ name }) => name);
    // Everybody thinks, and still fork 0 is taken.
    const standing = names.map((name) => (name === 'fork0' ? 1 : 0));
    const trap = emptiedTrap(network, standing);
    expect(trap?.[names.indexOf('fork0')][0]).toBe(1);
  });
});
