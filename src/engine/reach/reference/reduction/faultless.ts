/** Steps that can never fault, as far as their text alone tells. */
import { isDeepStrictEqual } from 'node:util';
import { boundsOf, type DataType } from '../../../../model/data.js';
import { constant, type Expression, type Pattern, type Place } from '../../../../model/expression.js';
import type { Effect, ProcessType, Step, System } from '../../../../model/system.js';

type Assignment = Extract<Effect, { kind: 'assign' }>;

const DIVISIONS: readonly string[] = ['divide', 'remainder', 'modulo'];
const BITWISE: readonly string[] = ['bitAnd', 'bitOr', 'bitXor'];
const COMPARISONS: readonly string[] = [
  'equal',
  'unequal',
  'less',
  'atMost',
  'greater',
  'atLeast',
  'and',
  'or',
];

export class Faultless {
  constructor(private readonly system: System) {}

  /** A failed assertion does not count: the execution goes on after it. */
  step(type: ProcessType, step: Step): boolean {
    const { action } = step;
    if (step.guard && !this.value(type, step.guard)) return false;
    if (type.provided && !this.value(type, type.provided)) return false;
    if (!(step.event?.arguments ?? []).every(({ value }) => this.value(type, value))) return false;
    if (!step.effects.every((effect) => this.effect(type, effect))) return false;
    switch (action.kind) {
      case 'internal':
      case 'synchronise':
        return true;
      case 'choose': {
        const { low, high, place } = action;
        if (low.kind !== 'constant' || high.kind !== 'constant') return false;
        return this.fits(type, place, low) && this.fits(type, place, high);
      }
      case 'send': {
        const fields = this.fields(action.channel);
        return (
          fields?.length === action.values.length &&
          action.values.every((value, i) => this.valueFits(type, value, fields[i]))
        );
      }
      case 'receive': {
        const fields = this.fields(action.channel);
        return (
          fields !== undefined &&
          action.patterns.length <= fields.length &&
          action.patterns.every((pattern, i) => this.pattern(type, pattern, fields[i]))
        );
      }
    }
  }

  private pattern(type: ProcessType, pattern: Pattern, field: DataType): boolean {
    if (pattern.kind === 'ignore') return true;
    if (pattern.kind === 'match') return this.value(type, pattern.value);
    const target = this.typeOf(type, pattern.place);
    return target !== undefined && takes(target, boundsOf(field));
  }

  /** The type of what is assigned to, where nothing can fault but that an index of it is outside its array. */
  targetOf(type: ProcessType, { place, value }: Assignment): DataType | undefined {
    const target = this.typeOf(type, place, false);
    return target && this.valueFits(type, withoutReads(value, place), target) ? target : undefined;
  }

  effect(type: ProcessType, effect: Effect): boolean {
    switch (effect.kind) {
      case 'assign':
        return this.fits(type, effect.place, effect.value);
      case 'assert':
        return this.value(type, effect.condition);
      case 'print':
        return effect.arguments.every(({ value }) => this.value(type, value));
      default:
        return false;
    }
  }

  private fits(type: ProcessType, place: Place, value: Expression): boolean {
    const target = this.typeOf(type, place);
    return target !== undefined && this.valueFits(type, value, target);
  }

  /** Can the value neither fault nor fail to be one of this type? */
  valueFits(type: ProcessType, value: Expression, target: DataType): boolean {
    if (!isScalar(target)) return false;
    if (!this.value(type, value)) return false;
    if (value.kind === 'constant') return takes(target, { low: value.value, high: value.value });
    const source = value.kind === 'read' ? this.typeOf(type, value.place) : undefined;
    return source ? takes(target, boundsOf(source)) : takes(target, EVERY);
  }

  /** The scalar fields of a channel that is known by its number. */
  private fields(channel: Expression): DataType[] | undefined {
    const known = channel.kind === 'constant' ? this.system.channels[channel.value - 1] : undefined;
    return known?.fields.every(isScalar) ? known.fields : undefined;
  }

  value(type: ProcessType, expression: Expression): boolean {
    const ok = (part: Expression) => this.value(type, part);
    switch (expression.kind) {
      case 'constant':
      case 'self':
      case 'processCount':
      case 'lastProcess':
      case 'alone':
      case 'timeout':
        return true;
      case 'read':
        return this.typeOf(type, expression.place) !== undefined;
      case 'unary':
        return ok(expression.operand) && (expression.operator !== 'negate' || this.wraps);
      case 'binary': {
        const { operator, left, right } = expression;
        if (!ok(left) || !ok(right)) return false;
        if (COMPARISONS.includes(operator) || BITWISE.includes(operator)) return true;
        if (!DIVISIONS.includes(operator)) return this.wraps;
        return this.wraps && right.kind === 'constant' && right.value !== 0;
      }
      case 'conditional':
        return ok(expression.test) && ok(expression.whenTrue) && ok(expression.whenFalse);
      case 'channel':
        return expression.channel.kind === 'constant' && this.fields(expression.channel) !== undefined;
      default:
        return false;
    }
  }

  private get wraps(): boolean {
    return this.system.arithmetic === 'wrap';
  }

  /** The scalar type of a place that surely exists; unless `checked`, its indices may be outside, but not fault. */
  private typeOf(type: ProcessType, place: Place, checked = true): DataType | undefined {
    if (place.scope === 'other') return undefined;
    const { variables } = place.scope === 'shared' ? this.system : type;
    let found: DataType | undefined = variables[place.variable].type;
    for (const selector of place.path) {
      if (selector.kind === 'field')
        found = found?.kind === 'record' ? found.fields[selector.field]?.type : undefined;
      else if (found?.kind === 'array' && selector.index.kind === 'constant') {
        const { value } = selector.index;
        found = value >= found.low && value < found.low + found.length ? found.element : undefined;
      } else if (found?.kind === 'array' && !checked && this.value(type, selector.index))
        found = found.element;
      else return undefined;
    }
    return found && isScalar(found) ? found : undefined;
  }
}

/** The expression with a constant where it reads this very place. */
function withoutReads(expression: Expression, place: Place): Expression {
  if (expression.kind === 'read')
    return isDeepStrictEqual(expression.place, place) ? constant(0) : expression;
  if (expression.kind === 'unary') return { ...expression, operand: withoutReads(expression.operand, place) };
  if (expression.kind !== 'binary') return expression;
  const { left, right } = expression;
  return { ...expression, left: withoutReads(left, place), right: withoutReads(right, place) };
}

const EVERY = { low: -(2 ** 31), high: 2 ** 31 - 1 };
const isScalar = (type: DataType): boolean => type.kind !== 'array' && type.kind !== 'record';

function takes(target: DataType, { low, high }: { low: number; high: number }): boolean {
  if (target.kind === 'boolean' || (target.kind === 'range' && target.overflow === 'wrap')) return true;
  const bounds = boundsOf(target);
  return low >= bounds.low && high <= bounds.high;
}
