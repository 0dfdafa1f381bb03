/** Random observers over the events and variables of the random systems: automata of a few states. */
import { binary, constant, read, shared } from '../../../../src/model/expression.js';
import type { EventPattern } from '../../../../src/property/event.js';
import type { Atom, Observer } from '../../../../src/property/observer.js';
import { Chance } from '../../../model/random-system.js';

const PATTERNS: EventPattern[] = [
  { kind: 'name', name: 'e' },
  { kind: 'name', name: 'f' },
  { kind: 'name', name: 's' },
  { kind: 'name', name: 'e(1)' },
  { kind: 'call', name: 'f', arguments: [{ kind: 'range', low: 1, high: 2 }] },
  { kind: 'call', name: 'e', arguments: [{ kind: 'any' }, { kind: 'text', text: '0' }] },
  { kind: 'glob', glob: 'e*' },
  { kind: 'prefix', text: 'f(' },
  { kind: 'contains', text: 'green' },
  { kind: 'not', part: { kind: 'name', name: 'e' } },
];

export function randomObserver(seed: number, acceptance: Observer['acceptance']): Observer {
  const chance = new Chance(seed ^ 0x2545f491);
  const states = chance.between(2, 4);
  const atoms = Array.from({ length: chance.between(1, 3) }, (): Atom => {
    if (chance.is(0.7)) return { kind: 'event', name: 'event', pattern: chance.pick(PATTERNS) };
    const predicate = binary(chance.pick(['equal', 'less']), read(shared(0)), constant(chance.below(3)));
    return { kind: 'state', name: 'state', predicate };
  });
  const letters = 1 << atoms.length;
  const ways = Array.from({ length: states * letters }, () => {
    const count = chance.pick([0, 1, 1, 1, 2]);
    return [...new Set(Array.from({ length: count }, () => chance.below(states)))];
  });
  const last = states - 1;
  const nature = chance.below(3);
  return {
    acceptance,
    atoms,
    initial: chance.is(0.8) ? [0] : [0, 1],
    successors: (state, letter) => ways[state * letters + letter],
    bad: (state) => acceptance === 'finite' && nature !== 1 && state === last,
    badAtEnd: (state) => acceptance === 'finite' && nature !== 0 && state === last,
    accepting: (state) => acceptance === 'infinite' && state === last,
  };
}
