/** The values an expression can have, given those of what it reads. Readings that fault count for nothing. */
import { operate } from '../../../../model/arithmetic.js';
import type { BinaryOperator, Expression, Place } from '../../../../model/expression.js';
import {
  canBeFalse,
  canBeTrue,
  EITHER,
  EVERYTHING,
  exactly,
  interval,
  setOf,
  type ValueSet,
} from './value-set.js';

export interface Readings {
  of(place: Place): ValueSet;
  readonly self: number;
  /** Whether arithmetic that does not fit wraps around; otherwise it faults. */
  readonly wraps: boolean;
}

/** Undefined where evaluation always faults. */
export function possibleValues(expression: Expression, readings: Readings): ValueSet | undefined {
  switch (expression.kind) {
    case 'constant':
      return exactly(expression.value);
    case 'read':
      return readings.of(expression.place);
    case 'self':
      return exactly(readings.self);
    case 'unary': {
      const operand = possibleValues(expression.operand, readings);
      if (!operand) return undefined;
      if (expression.operator === 'not') return truth(canBeFalse(operand), canBeTrue(operand));
      if (expression.operator === 'complement') {
        return operand.only ? setOf(operand.only.map((value) => ~value)) : EVERYTHING;
      }
      return fitting(-operand.high, -operand.low, readings);
    }
    case 'binary': {
      const left = possibleValues(expression.left, readings);
      const right = possibleValues(expression.right, readings);
      return ofBinary(expression.operator, left, right, readings);
    }
    case 'conditional': {
      const test = possibleValues(expression.test, readings);
      if (!test) return undefined;
      const branches = [
        canBeTrue(test) ? possibleValues(expression.whenTrue, readings) : undefined,
        canBeFalse(test) ? possibleValues(expression.whenFalse, readings) : undefined,
      ].filter((values) => values !== undefined);
      if (branches.length < 2) return branches[0];
      const [a, b] = branches;
      if (a.only && b.only) return setOf([...a.only, ...b.only]);
      return { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
    }
    case 'processCount':
    case 'lastProcess':
    case 'location':
      return EVERYTHING;
    case 'channel':
      return expression.question === 'length' || expression.question === 'fields' ? EVERYTHING : EITHER;
    default:
      return EITHER;
  }
}

const truth = (canHold: boolean, canFail: boolean): ValueSet | undefined =>
  canHold && canFail ? EITHER : canHold ? exactly(1) : canFail ? exactly(0) : undefined;

function ofBinary(
  operator: BinaryOperator,
  a: ValueSet | undefined,
  b: ValueSet | undefined,
  readings: Readings,
): ValueSet | undefined {
  if (!a) return undefined;
  // The right side is read only where it decides.
  if (operator === 'and' || operator === 'or') {
    const decided = operator === 'and' ? canBeFalse(a) : canBeTrue(a);
    const open = operator === 'and' ? canBeTrue(a) : canBeFalse(a);
    const holds = (operator === 'or' && decided) || (open && b !== undefined && canBeTrue(b));
    const fails = (operator === 'and' && decided) || (open && b !== undefined && canBeFalse(b));
    return truth(holds, fails);
  }
  if (!b) return undefined;
  if (a.only && b.only) {
    const [lefts, rights] = [a.only, b.only];
    const arithmetic = readings.wraps ? 'wrap' : 'fault';
    return setOf(lefts.flatMap((x) => rights.flatMap((y) => operate(operator, x, y, arithmetic) ?? [])));
  }
  switch (operator) {
    case 'add':
      return fitting(a.low + b.low, a.high + b.high, readings);
    case 'subtract':
      return fitting(a.low - b.high, a.high - b.low, readings);
    case 'equal':
      return truth(a.low <= b.high && b.low <= a.high, true);
    case 'unequal':
      return truth(true, a.low <= b.high && b.low <= a.high);
    case 'less':
      return truth(a.low < b.high, a.high >= b.low);
    case 'atMost':
      return truth(a.low <= b.high, a.high > b.low);
    case 'greater':
      return truth(a.high > b.low, a.low <= b.high);
    case 'atLeast':
      return truth(a.high >= b.low, a.low < b.high);
    default:
      return EVERYTHING;
  }
}

function fitting(low: number, high: number, { wraps }: Readings): ValueSet | undefined {
  if (low >= EVERYTHING.low && high <= EVERYTHING.high) return interval(low, high);
  return wraps ? EVERYTHING : interval(Math.max(low, EVERYTHING.low), Math.min(high, EVERYTHING.high));
}
