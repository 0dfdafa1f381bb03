/**
 * Small random programs of processes that meet: over channels without buffer, by symbols of two or three, and
 * with guards over variables that one process alone writes. Each process is of its own type.
 */
import type { DataType } from '../../../../src/model/data.js';
import {
  binary,
  constant,
  type Expression,
  not,
  own,
  read,
  shared,
} from '../../../../src/model/expression.js';
import {
  type Action,
  type Effect,
  internal,
  type Location,
  type ProcessType,
  type Step,
  type System,
} from '../../../../src/model/system.js';
import { Chance } from '../../../model/random-system.js';

const SMALL: DataType = { kind: 'range', low: 0, high: 3, overflow: 'wrap' };
const CHANNELS = 3;
const SYMBOLS = 2;

export function randomRendezvous(seed: number): System {
  const chance = new Chance(seed);
  const count = chance.between(2, 4);
  const types = Array.from({ length: count }, (_, process) => randomType(chance, process));
  return {
    name: `rendezvous ${seed}`,
    sources: [],
    // One for each process, which alone writes it.
    variables: types.map((_, process) => ({ name: `v${process}`, type: SMALL })),
    channels: Array.from({ length: CHANNELS }, (_, i) => ({
      name: `c${i}`,
      capacity: chance.is(0.1) ? 1 : 0,
      fields: [SMALL],
    })),
    symbols: Array.from({ length: SYMBOLS }, (_, i) => ({ name: `s${i}` })),
    types,
    instances: types.map(({ name }, type) => ({ name, type, arguments: [] })),
    processBound: count,
    arithmetic: 'wrap',
  };
}

function randomType(chance: Chance, process: number): ProcessType {
  const count = chance.between(2, 6);
  const locations = Array.from({ length: count }, (): Location => {
    const region = chance.is(0.08) ? 'indivisible' : chance.is(0.05) ? 'atomic' : undefined;
    return { marks: chance.is(0.35) ? ['end'] : [], ...(region ? { region } : {}) };
  });
  // A chain through the locations, so that most are reached, and some ways across it.
  const steps = Array.from({ length: count + chance.between(0, 3) }, (_, i): Step => {
    const along = i < count - 1;
    const from = along ? i : chance.below(count);
    return randomStep(chance, process, from, along ? i + 1 : chance.below(count));
  });
  const used = steps.flatMap(({ action }) => (action.kind === 'synchronise' ? [action.symbol] : []));
  return {
    name: `P${process}`,
    parameters: 0,
    variables: [{ name: 'x', type: SMALL }],
    channels: [],
    locations,
    initial: 0,
    steps,
    alphabet: [...new Set(used)],
  };
}

function randomStep(chance: Chance, process: number, from: number, to: number): Step {
  const step: Step = {
    from,
    to,
    action: randomAction(chance),
    effects: chance.is(0.4) ? [randomEffect(chance, process)] : [],
  };
  if (chance.is(0.25)) step.guard = randomGuard(chance);
  if (chance.is(0.05)) step.priority = 1;
  if (chance.is(0.5)) step.event = { name: chance.pick(['e', 'f', 'g']) };
  return step;
}

function randomAction(chance: Chance): Action {
  const channel = constant(chance.between(1, CHANNELS));
  switch (chance.below(8)) {
    case 0:
    case 1:
      return { kind: 'send', channel, values: [randomValue(chance)], order: 'fifo' };
    case 2:
    case 3:
      return {
        kind: 'receive',
        channel,
        position: 'first',
        patterns: [
          chance.is(0.3)
            ? { kind: 'match', value: constant(chance.below(4)) }
            : chance.is(0.5)
              ? { kind: 'store', place: own(0) }
              : { kind: 'ignore' },
        ],
      };
    case 4:
      return { kind: 'synchronise', symbol: chance.below(SYMBOLS) };
    case 5:
      return chance.is(0.3)
        ? { kind: 'choose', place: own(0), low: constant(0), high: constant(chance.below(3)) }
        : internal;
    default:
      return internal;
  }
}

const randomEffect = (chance: Chance, process: number): Effect => ({
  kind: 'assign',
  place: chance.is(0.5) ? shared(process) : own(0),
  value: randomValue(chance),
});

function randomValue(chance: Chance): Expression {
  if (chance.is(0.6)) return constant(chance.below(4));
  const variable = read(own(0));
  return chance.is(0.5) ? variable : binary(chance.pick(['add', 'subtract']), variable, constant(1));
}

/** Of an own variable, or of one that another process may write (variable 0 or 1 is always there). */
function randomGuard(chance: Chance): Expression {
  const test = binary(
    chance.pick(['equal', 'unequal', 'less', 'atLeast']),
    read(chance.is(0.5) ? own(0) : shared(chance.below(2))),
    constant(chance.below(4)),
  );
  return chance.is(0.2) ? not(test) : test;
}
