/**
 * Random systems whose processes mostly mind their own business: sequences of steps on variables of
 * their own, with now and then a shared variable, a queue, a meeting, an atomic sequence or a timeout.
 * There is much to leave out, and every now and then a reason not to.
 */
import type { DataType } from '../../src/model/data.js';
import { binary, constant, type Expression, own, read, shared } from '../../src/model/expression.js';
import {
  type ChannelType,
  ELSE,
  type Location,
  type ProcessType,
  type Step,
  type System,
} from '../../src/model/system.js';
import { Chance } from './random-system.js';

const small: DataType = { kind: 'range', low: 0, high: 2, overflow: 'wrap' };
/** Two queues, and a channel without buffer. */
const [FIRST_QUEUE, SECOND_QUEUE, MEETING] = [1, 2, 3];

class Maker {
  private readonly chance: Chance;
  private readonly spawns: boolean;
  private readonly timeouts: boolean;
  private readonly regions: boolean;
  private readonly joins: boolean;

  constructor(seed: number) {
    this.chance = new Chance(seed ^ 0x1234567);
    this.spawns = this.chance.is(0.15);
    this.timeouts = this.chance.is(0.2);
    this.regions = this.chance.is(0.4);
    this.joins = this.chance.is(0.3);
  }

  system(seed: number): System {
    const { chance } = this;
    const count = chance.between(2, 3);
    const queue = (name: string): ChannelType => ({
      name,
      capacity: chance.between(1, 2),
      fields: [small],
    });
    const types = Array.from({ length: count }, (_, i) => this.type(i));
    return {
      name: `busy ${seed}`,
      sources: [],
      variables: ['x', 'y', 'z'].map((name) => ({ name, type: small })),
      channels: [queue('a'), queue('b'), { name: 'm', capacity: 0, fields: [small] }],
      symbols: [{ name: 's' }, { name: 't' }],
      types,
      instances: types.map((_, i) => ({ name: `p${i}`, type: i, arguments: [0] })),
      processBound: count + (this.spawns ? 1 : 0),
      arithmetic: 'wrap',
    };
  }

  private type(number: number): ProcessType {
    const { chance } = this;
    const count = chance.between(3, 5);
    const locations = Array.from({ length: count }, (_, l): Location => {
      const marks: Location['marks'] = chance.is(0.3) ? ['end'] : [];
      if (!this.regions || l === 0 || !chance.is(0.35)) return { marks };
      return { marks, region: chance.is(0.7) ? 'atomic' : 'indivisible' };
    });
    const steps = Array.from({ length: count - 1 }, (_, l) => this.step(number, l, l + 1));
    const ends = chance.is(0.4);
    if (!ends) steps.push(this.step(number, count - 1, chance.below(count - 1)));
    else if (this.spawns && number === 0) steps[steps.length - 1].effects.push({ kind: 'exit' });
    for (let more = chance.below(3); more > 0; more--) {
      const step = this.step(number, chance.below(count), chance.below(count));
      steps.push(chance.is(0.15) ? { ...step, priority: chance.is(0.6) ? ELSE : 1 } : step);
    }
    const joined = steps.flatMap(({ action }) => (action.kind === 'synchronise' ? [action.symbol] : []));
    return {
      name: `P${number}`,
      parameters: 1,
      variables: [{ name: 'p', type: small }],
      channels: [],
      locations,
      initial: 0,
      steps,
      alphabet: [...new Set(joined)],
      ...(chance.is(0.05) ? { provided: binary('unequal', read(shared(2)), constant(2)) } : {}),
    };
  }

  private step(type: number, from: number, to: number): Step {
    const { chance } = this;
    const step = this.kind(from, to);
    if (chance.is(0.06))
      step.effects.push({
        kind: 'assert',
        condition: binary('unequal', read(shared(chance.below(3))), constant(chance.below(3))),
        message: 'assertion violated',
      });
    if (this.spawns && type > 0 && chance.is(0.12))
      step.effects.push({ kind: 'spawn', type: 0, arguments: [constant(chance.below(2))] });
    if (step.action.kind !== 'synchronise' && chance.is(0.25))
      step.event = { name: chance.pick(['e', 'f', 'g']) };
    return step;
  }

  private kind(from: number, to: number): Step {
    const { chance } = this;
    const step: Step = { from, to, action: { kind: 'internal' }, effects: [] };
    const queue = () => constant(chance.pick([FIRST_QUEUE, SECOND_QUEUE]));
    const pattern = () =>
      chance.is(0.7)
        ? ({ kind: 'store', place: own(0) } as const)
        : ({ kind: 'match', value: constant(chance.below(3)) } as const);
    switch (chance.below(13)) {
      case 4:
        return {
          ...step,
          effects: [{ kind: 'assign', place: shared(chance.below(3)), value: this.value() }],
        };
      case 5:
        return { ...step, action: { kind: 'send', channel: queue(), values: [this.value()], order: 'fifo' } };
      case 6: {
        const position = chance.is(0.85) ? 'first' : 'any';
        return { ...step, action: { kind: 'receive', channel: queue(), patterns: [pattern()], position } };
      }
      case 7: {
        const meeting = chance.is(0.5) ? { yields: true } : {};
        const channel = constant(MEETING);
        return {
          ...step,
          action: { kind: 'send', channel, values: [this.value()], order: 'fifo', meeting },
        };
      }
      case 8: {
        const channel = constant(MEETING);
        return { ...step, action: { kind: 'receive', channel, patterns: [pattern()], position: 'first' } };
      }
      case 9: {
        const place = chance.is(0.5) ? own(0) : shared(chance.below(3));
        const operator = chance.pick(['equal', 'unequal', 'less'] as const);
        return { ...step, guard: binary(operator, read(place), constant(chance.below(3))) };
      }
      case 10: {
        const high = constant(chance.below(3));
        return { ...step, action: { kind: 'choose', place: own(0), low: constant(0), high } };
      }
      case 11:
        return this.joins ? { ...step, action: { kind: 'synchronise', symbol: chance.below(2) } } : step;
      case 12:
        if (this.timeouts) return { ...step, guard: { kind: 'timeout' } };
        return {
          ...step,
          guard: { kind: 'channel', question: chance.pick(['full', 'empty']), channel: queue() },
        };
      default: {
        const value = chance.is(0.8) ? binary('add', read(own(0)), constant(1)) : constant(chance.below(3));
        return { ...step, effects: [{ kind: 'assign', place: own(0), value }] };
      }
    }
  }

  private value(): Expression {
    const { chance } = this;
    if (chance.is(0.5)) return constant(chance.below(3));
    const place = chance.is(0.7) ? own(0) : shared(chance.below(3));
    return binary(chance.pick(['add', 'subtract']), read(place), constant(chance.below(3)));
  }
}

export const busySystem = (seed: number): System => new Maker(seed).system(seed);
