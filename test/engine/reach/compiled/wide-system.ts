/**
 * Small random systems of the rarer parts of the model: records, arrays that start at 1, types that
 * fault, references to channels and processes, channels of processes, processes that come and go,
 * variables and locations of others, conditions on whole processes (which exist, which are enabled), and meetings that name a partner.
 */
import type { DataType } from '../../../../src/model/data.js';
import {
  at,
  type BinaryOperator,
  binary,
  constant,
  type Expression,
  field,
  own,
  type Pattern,
  type Place,
  read,
  shared,
} from '../../../../src/model/expression.js';
import {
  type Action,
  type ChannelType,
  type Effect,
  ELSE,
  internal,
  type Location,
  type ProcessType,
  type Step,
  type System,
} from '../../../../src/model/system.js';
import { Chance } from '../../../model/random-system.js';

const digit: DataType = { kind: 'range', low: 0, high: 3, overflow: 'wrap' };
const five: DataType = { kind: 'range', low: -1, high: 3, overflow: 'wrap' };
const strict: DataType = { kind: 'range', low: 1, high: 3, overflow: 'fault' };
const colour: DataType = { kind: 'enumeration', name: 'colour', literals: ['red', 'green'], first: 1 };
const point: DataType = {
  kind: 'record',
  name: 'point',
  fields: [
    { name: 'x', type: digit },
    { name: 'y', type: { kind: 'boolean' } },
  ],
};
const BOOLEAN: DataType = { kind: 'boolean' };
const SCALARS = [digit, digit, five, five, BOOLEAN, BOOLEAN, strict, colour];
const COMPARISONS = ['equal', 'unequal', 'less', 'atMost', 'greater', 'atLeast', 'and', 'or'] as const;
const OPERATORS = [
  'add',
  'subtract',
  'multiply',
  'shiftLeft',
  'shiftRight',
  'bitAnd',
  'bitOr',
  'bitXor',
] as const;
const DIVISIONS = ['divide', 'remainder', 'modulo'] as const;

/** Own variables of every type: a parameter, a value, a channel, a process, and the own channel if any. */
const [PARAMETER, VALUE, CHANNEL, PROCESS, OWN_CHANNEL] = [0, 1, 2, 3, 4];

class Maker {
  readonly chance: Chance;
  readonly types: number;
  readonly comesAndGoes: boolean;
  readonly faults: boolean;
  readonly keepsLast: boolean;
  readonly joins: boolean;
  private locations = 0;
  private ownChannel = false;

  constructor(seed: number) {
    this.chance = new Chance(seed ^ 0x5bd1e995);
    this.types = this.chance.between(2, 3);
    this.comesAndGoes = this.chance.is(0.4);
    this.faults = this.chance.is(0.5);
    this.keepsLast = this.chance.is(0.2);
    this.joins = this.chance.is(0.3);
  }

  system(seed: number): System {
    const { chance } = this;
    const variables = [
      { name: 'd', type: digit },
      { name: 'f', type: five, initial: [constant(chance.between(-1, 3))] },
      { name: 'a', type: { kind: 'array', length: 2, low: 1, element: chance.pick(SCALARS) } as const },
      { name: 'r', type: point, ...(chance.is(0.1) ? { initial: 'any' as const } : {}) },
      {
        name: 'c',
        type: { kind: 'channel' } as const,
        initial: [constant(chance.is(0.1) ? 0 : chance.between(1, 2))],
      },
    ];
    const channels = Array.from({ length: 2 }, (_, i) => this.channel(`c${i}`));
    const types = Array.from({ length: this.types }, (_, i) => this.type(i));
    const instances = types.map((_, i) => ({ name: `p${i}`, type: i, arguments: [chance.between(0, 3)] }));
    if (chance.is(0.2)) instances.push({ name: 'again', type: 0, arguments: [1] });
    return {
      name: `wide ${seed}`,
      sources: [],
      variables,
      channels,
      symbols: [{ name: 's' }],
      types,
      instances,
      processBound: instances.length + (this.comesAndGoes ? chance.between(0, 2) : 0),
      arithmetic: this.faults ? 'fault' : 'wrap',
      ...(this.keepsLast ? { keepsLastProcess: true } : {}),
    };
  }

  private channel(name: string): ChannelType {
    const { chance } = this;
    return { name, capacity: chance.below(3), fields: [chance.pick(SCALARS), chance.pick([digit, five])] };
  }

  private type(number: number): ProcessType {
    const { chance } = this;
    this.locations = chance.between(2, 4);
    this.ownChannel = chance.is(0.3);
    const locations = Array.from({ length: this.locations }, (): Location => {
      const region = chance.is(0.15) ? (chance.is(0.6) ? 'atomic' : 'indivisible') : undefined;
      const marks = chance.is(0.3) ? ['end' as const] : chance.is(0.05) ? ['error' as const] : [];
      return { marks, ...(region ? { region } : {}) };
    });
    const steps = Array.from({ length: this.locations + chance.between(0, 3) }, (_, i) =>
      this.step(i < this.locations ? i : chance.below(this.locations)),
    );
    const joint = steps.some(({ action }) => action.kind === 'synchronise');
    const variables = [
      { name: 'parameter', type: digit },
      { name: 'value', type: chance.pick(SCALARS), ...(chance.is(0.05) ? { initial: 'any' as const } : {}) },
      {
        name: 'channel',
        type: { kind: 'channel' } as const,
        initial: [constant(chance.is(0.1) ? 0 : chance.between(1, 2))],
      },
      { name: 'process', type: { kind: 'process' } as const },
      ...(this.ownChannel ? [{ name: 'mine', type: { kind: 'channel' } as const }] : []),
    ];
    return {
      name: `P${number}`,
      parameters: 1,
      variables,
      channels: this.ownChannel ? [{ type: this.channel('mine'), variable: OWN_CHANNEL }] : [],
      locations,
      initial: 0,
      steps,
      alphabet: joint || (this.joins && chance.is(0.2)) ? [0] : [],
      ...(chance.is(0.1) ? { provided: this.value(2) } : {}),
      ...(chance.is(0.08) ? { observes: 'watch' } : {}),
    };
  }

  private step(from: number): Step {
    const { chance } = this;
    const step: Step = {
      from,
      to: chance.below(this.locations),
      action: this.action(),
      effects: Array.from({ length: chance.pick([0, 0, 1, 1, 2]) }, () => this.effect()),
    };
    if (this.comesAndGoes && chance.is(0.07)) step.effects.push({ kind: 'exit' });
    if (chance.is(0.25)) step.guard = chance.is(0.08) ? { kind: 'timeout' } : this.value(2);
    if (chance.is(0.12)) step.priority = chance.pick([ELSE, 1, 2]);
    if (chance.is(0.5)) {
      const shown = { value: this.value(chance.below(2)), ...(chance.is(0.3) ? { type: colour } : {}) };
      step.event = {
        name: chance.pick(['e', 'f']),
        ...(chance.is(0.5)
          ? { arguments: chance.is(0.3) ? [shown, { value: this.value(0) }] : [shown] }
          : {}),
      };
    }
    return step;
  }

  private action(): Action {
    const { chance } = this;
    switch (chance.below(this.joins ? 10 : 9)) {
      case 0:
      case 1:
        return {
          kind: 'send',
          channel: this.channelReference(),
          values: [this.value(1), this.value(1)],
          order: chance.is(0.7) ? 'fifo' : 'sorted',
          ...(chance.is(0.3)
            ? {
                meeting: {
                  ...(chance.is(0.3) ? { only: this.processNumber() } : {}),
                  ...(chance.is(0.4) ? { partner: own(PROCESS) } : {}),
                  ...(chance.is(0.5) ? { takeBack: [own(VALUE)] } : {}),
                  ...(chance.is(0.4) ? { yields: true } : {}),
                },
              }
            : {}),
        };
      case 2:
      case 3:
        return {
          kind: 'receive',
          channel: this.channelReference(),
          patterns: this.patterns(),
          position: chance.is(0.7) ? 'first' : 'any',
          ...(chance.is(0.2) ? { keep: true } : {}),
          meeting: {
            giveBack: [this.value(1)],
            ...(chance.is(0.2) ? { only: this.processNumber() } : {}),
            ...(chance.is(0.3) ? { partner: own(PROCESS) } : {}),
          },
        };
      case 4:
        return {
          kind: 'choose',
          place: own(PARAMETER),
          low: constant(chance.below(2)),
          high: chance.is(0.5) ? constant(chance.below(3)) : read(own(PARAMETER)),
        };
      case 9:
        return { kind: 'synchronise', symbol: 0 };
      default:
        return internal;
    }
  }

  private patterns(): Pattern[] {
    const { chance } = this;
    return [0, 1].map(() => {
      if (chance.is(0.25)) return { kind: 'match', value: this.value(chance.below(2)) };
      return chance.is(0.6) ? { kind: 'store', place: own(VALUE) } : { kind: 'ignore' };
    });
  }

  private channelReference(): Expression {
    const { chance } = this;
    if (chance.is(0.5)) return constant(chance.between(1, 2));
    if (chance.is(0.5)) return read(own(CHANNEL));
    if (this.ownChannel && chance.is(0.5)) return read(own(OWN_CHANNEL));
    return chance.is(0.9) ? read(shared(4)) : constant(chance.between(0, 8));
  }

  private processNumber(): Expression {
    const { chance } = this;
    switch (chance.below(4)) {
      case 0:
        return read(own(PROCESS));
      case 1:
        return { kind: 'self' };
      case 2:
        return read(own(PARAMETER));
      default:
        return constant(chance.between(-1, 4));
    }
  }

  private effect(): Effect {
    const { chance } = this;
    if (this.comesAndGoes && chance.is(0.2))
      return {
        kind: 'spawn',
        type: chance.below(2),
        arguments: [this.value(1)],
        ...(chance.is(0.5) ? { result: own(PROCESS) } : {}),
      };
    if (chance.is(0.06)) return { kind: 'assert', condition: this.value(2), message: 'asserted' };
    if (chance.is(0.05)) return { kind: 'print', text: '%d', arguments: [{ value: this.value(1) }] };
    if (chance.is(0.01)) return { kind: 'fault', message: 'raised' };
    if (chance.is(0.15)) return { kind: 'assign', place: own(CHANNEL), value: this.channelReference() };
    if (chance.is(0.1)) return { kind: 'assign', place: shared(4), value: this.channelReference() };
    return { kind: 'assign', place: this.place(), value: this.value(2) };
  }

  private place(): Place {
    const { chance } = this;
    switch (chance.below(9)) {
      case 0:
        return shared(1);
      case 1:
        return shared(2, at(chance.is(0.9) ? constant(chance.between(1, 2)) : this.value(0)));
      case 2:
        return shared(3, field(chance.below(2)));
      case 3:
      case 4:
        return own(VALUE);
      case 5:
        return own(PARAMETER);
      case 6:
        if (!chance.is(0.25)) return shared(0);
        return {
          scope: 'other',
          process: this.processNumber(),
          type: chance.below(this.types),
          variable: VALUE,
          path: [],
        };
      default:
        return shared(0);
    }
  }

  private operator(): BinaryOperator {
    const { chance } = this;
    if (chance.is(0.08)) return chance.pick(DIVISIONS);
    return chance.is(0.5) ? chance.pick(COMPARISONS) : chance.pick(OPERATORS);
  }

  private value(depth: number): Expression {
    const { chance } = this;
    if (depth === 0 || chance.is(0.3))
      return chance.is(0.4) ? constant(chance.between(-1, 4)) : read(this.place());
    switch (chance.below(12)) {
      case 0:
        return {
          kind: 'unary',
          operator: chance.pick(['not', 'negate', 'complement']),
          operand: this.value(depth - 1),
        };
      case 1:
        return {
          kind: 'conditional',
          test: this.value(depth - 1),
          whenTrue: this.value(depth - 1),
          whenFalse: this.value(depth - 1),
        };
      case 2:
        return chance.pick<Expression>([{ kind: 'self' }, { kind: 'processCount' }]);
      case 3:
        return {
          kind: 'channel',
          question: chance.pick(['length', 'full', 'empty']),
          channel: this.channelReference(),
        };
      case 4:
        return {
          kind: 'poll',
          channel: this.channelReference(),
          patterns: [{ kind: 'match', value: this.value(0) }, { kind: 'ignore' }],
          position: chance.pick(['first', 'any']),
        };
      case 5:
        return {
          kind: 'at',
          process: this.processNumber(),
          type: chance.below(this.types),
          locations: [0, 1],
        };
      case 6:
        return {
          kind: chance.pick(['exists', 'exists', 'exists', 'location', 'enabled']),
          process: this.processNumber(),
        };
      case 7:
        return this.keepsLast ? { kind: 'lastProcess' } : { kind: 'self' };
      default:
        return binary(this.operator(), this.value(depth - 1), this.value(depth - 1));
    }
  }
}

export function wideSystem(seed: number): System {
  return new Maker(seed).system(seed);
}
