/** Intervals of the values of expressions, and what a guard that holds says about variables. */
import type { BinaryOperator, Expression, Place } from '../../model/expression.js';
import type { System } from '../../model/system.js';

/** All integers from the one to the other. */
export interface Bounds {
  low: number;
  high: number;
}

export const joined = (a: Bounds | undefined, b: Bounds): Bounds =>
  a ? { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) } : b;

/** What is known where an expression is evaluated. */
export interface Reader {
  wraps: boolean;
  processes: number;
  /** The numbers that the process which evaluates may have. */
  self: Bounds;
  /** Of the largest channel. */
  capacity: number;
  read(place: Place): Bounds;
}

/** The variable of the evaluating process that a place is as a whole. */
export const ownVariable = (place: Place): number | undefined =>
  place.scope === 'own' && place.path.length === 0 ? place.variable : undefined;

const LEAST = -0x80000000;
const MOST = 0x7fffffff;
const ANY: Bounds = { low: LEAST, high: MOST };
const TRUTH: Bounds = { low: 0, high: 1 };

export function intervalOf(expression: Expression, reader: Reader): Bounds {
  switch (expression.kind) {
    case 'constant':
      return { low: expression.value, high: expression.value };
    case 'read':
      return reader.read(expression.place);
    case 'unary': {
      const { low, high } = intervalOf(expression.operand, reader);
      if (expression.operator === 'not') return TRUTH;
      if (expression.operator === 'complement') return { low: ~high, high: ~low };
      return inside({ low: -high, high: -low });
    }
    case 'binary':
      return binaryInterval(
        expression.operator,
        intervalOf(expression.left, reader),
        intervalOf(expression.right, reader),
      );
    case 'conditional':
      return joined(intervalOf(expression.whenTrue, reader), intervalOf(expression.whenFalse, reader));
    case 'self':
      return reader.self;
    case 'lastProcess':
      return { low: -1, high: reader.processes - 1 };
    case 'processCount':
      return { low: 0, high: reader.processes };
    case 'channel':
      if (expression.question === 'fields') return ANY;
      return { low: 0, high: expression.question === 'length' ? reader.capacity : 1 };
    case 'location':
      return ANY;
    default:
      return TRUTH;
  }
}

const inside = ({ low, high }: Bounds): Bounds => (low < LEAST || high > MOST ? ANY : { low, high });

function binaryInterval(operator: BinaryOperator, a: Bounds, b: Bounds): Bounds {
  switch (operator) {
    case 'add':
      return inside({ low: a.low + b.low, high: a.high + b.high });
    case 'subtract':
      return inside({ low: a.low - b.high, high: a.high - b.low });
    case 'multiply': {
      const corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
      return inside({ low: Math.min(...corners), high: Math.max(...corners) });
    }
    case 'divide': {
      const most = Math.max(Math.abs(a.low), Math.abs(a.high));
      return inside({ low: a.low >= 0 && b.low >= 0 ? 0 : -most, high: most });
    }
    case 'modulo': {
      // The sign is that of the right side.
      const most = a.low >= 0 ? Math.min(a.high, b.high - 1) : b.high - 1;
      return { low: Math.min(0, b.low + 1), high: Math.max(0, most) };
    }
    case 'remainder': {
      const most = Math.max(Math.abs(b.low), Math.abs(b.high)) - 1;
      if (a.low >= 0) return { low: 0, high: Math.max(0, Math.min(most, a.high)) };
      return { low: Math.min(0, -most), high: Math.max(0, most) };
    }
    case 'shiftRight':
      return { low: Math.min(0, a.low), high: Math.max(0, a.high) };
    case 'bitAnd':
      if (a.low >= 0) return { low: 0, high: b.low >= 0 ? Math.min(a.high, b.high) : a.high };
      return b.low >= 0 ? { low: 0, high: b.high } : ANY;
    case 'bitOr':
    case 'bitXor': {
      if (a.low < 0 || b.low < 0) return ANY;
      const most = Math.max(a.high, b.high);
      return { low: 0, high: most === 0 ? 0 : 2 ** (Math.floor(Math.log2(most)) + 1) - 1 };
    }
    case 'shiftLeft':
      return ANY;
    default:
      return TRUTH;
  }
}

const MIRRORED: Partial<Record<BinaryOperator, BinaryOperator>> = {
  less: 'greater',
  atMost: 'atLeast',
  greater: 'less',
  atLeast: 'atMost',
  equal: 'equal',
  unequal: 'unequal',
};
const OPPOSITE: Partial<Record<BinaryOperator, BinaryOperator>> = {
  less: 'atLeast',
  atMost: 'greater',
  greater: 'atMost',
  atLeast: 'less',
  equal: 'unequal',
  unequal: 'equal',
};

/**
 * Narrows the intervals of variables to what they may be where the guard is true, or false. False where that
 * cannot be. `variableOf`: the variable that a place is as a whole.
 */
export function narrowedBy(
  guard: Expression,
  holds: boolean,
  reader: Reader,
  variableOf: (place: Place) => number | undefined,
  environment: (Bounds | undefined)[],
): boolean {
  if (guard.kind === 'unary' && guard.operator === 'not')
    return narrowedBy(guard.operand, !holds, reader, variableOf, environment);
  if (guard.kind !== 'binary') return true;
  const { left, right } = guard;
  if (guard.operator === (holds ? 'and' : 'or'))
    return [left, right].every((part) => narrowedBy(part, holds, reader, variableOf, environment));
  const operator = holds ? guard.operator : OPPOSITE[guard.operator];
  const mirrored = operator && MIRRORED[operator];
  if (!operator || !mirrored) return true;
  const limit = (side: Expression, by: BinaryOperator, other: Expression): boolean => {
    const variable = side.kind === 'read' ? variableOf(side.place) : undefined;
    const known = variable === undefined ? undefined : environment[variable];
    if (variable === undefined || !known) return true;
    const now = limited(known, by, intervalOf(other, reader));
    if (now.low > now.high) return false;
    environment[variable] = now;
    return true;
  };
  return limit(left, operator, right) && limit(right, mirrored, left);
}

function limited({ low, high }: Bounds, by: BinaryOperator, other: Bounds): Bounds {
  if (by === 'less') return { low, high: Math.min(high, other.high - 1) };
  if (by === 'atMost') return { low, high: Math.min(high, other.high) };
  if (by === 'greater') return { low: Math.max(low, other.low + 1), high };
  if (by === 'atLeast') return { low: Math.max(low, other.low), high };
  if (by === 'equal') return { low: Math.max(low, other.low), high: Math.min(high, other.high) };
  return { low, high };
}

/** The numbers that guards compare with, and their neighbours, in order. */
export function constantsIn(system: System): number[] {
  const found = new Set<number>([0, 1]);
  const visit = (expression: Expression): void => {
    if (expression.kind === 'constant')
      for (const near of [-1, 0, 1]) found.add(Math.trunc(expression.value + near));
    else if (expression.kind === 'binary')
      for (const side of [expression.left, expression.right]) visit(side);
    else if (expression.kind === 'unary') visit(expression.operand);
  };
  for (const type of system.types) {
    for (const { guard, effects } of type.steps) {
      if (guard) visit(guard);
      for (const effect of effects) if (effect.kind === 'assign') visit(effect.value);
    }
  }
  return [...found].sort((a, b) => a - b);
}
