/**
 * Expressions: integers in, one integer out, no effects. Truth is 1 and 0 (any value but 0 counts as
 * true). Evaluation can fault (an index out of range, a division by zero); a step whose guard or
 * effect faults is taken to a fault, never silently dropped.
 */
export type Expression =
  | { kind: 'constant'; value: number }
  | { kind: 'read'; place: Place }
  | { kind: 'unary'; operator: UnaryOperator; operand: Expression }
  | { kind: 'binary'; operator: BinaryOperator; left: Expression; right: Expression }
  | { kind: 'conditional'; test: Expression; whenTrue: Expression; whenFalse: Expression }
  /** The number of the process that evaluates. */
  | { kind: 'self' }
  /** How many processes exist. */
  | { kind: 'processCount' }
  /** The process that made the latest step, of a meeting the receiver (0 at the start); only in systems that keep it. */
  | { kind: 'lastProcess' }
  /** Is some process in the middle of an atomic sequence, where it goes on alone? Asked outside processes only. */
  | { kind: 'alone' }
  /** True exactly when no step of the system is enabled without it. */
  | { kind: 'timeout' }
  /** `fields`: how many integers a message of it has. */
  | { kind: 'channel'; question: 'length' | 'full' | 'empty' | 'fields'; channel: Expression }
  /** Would this receive find its message now? (buffered channels) */
  | { kind: 'poll'; channel: Expression; patterns: Pattern[]; position: 'first' | 'any' }
  /** Is that process, if it exists and is of this type, at one of these locations? */
  | { kind: 'at'; process: Expression; type: number; locations: number[] }
  /** The number of the location of that process. */
  | { kind: 'location'; process: Expression }
  | { kind: 'exists'; process: Expression }
  /** Has that process an enabled step? */
  | { kind: 'enabled'; process: Expression };

/** `and`, `or`: the right side is evaluated only where it decides. */
export type UnaryOperator = 'not' | 'negate' | 'complement';
export type BinaryOperator =
  | 'add'
  | 'subtract'
  | 'multiply'
  | 'divide'
  | 'remainder'
  | 'modulo'
  | 'shiftLeft'
  | 'shiftRight'
  | 'bitAnd'
  | 'bitOr'
  | 'bitXor'
  | 'equal'
  | 'unequal'
  | 'less'
  | 'atMost'
  | 'greater'
  | 'atLeast'
  | 'and'
  | 'or';

/** A variable, or a part of one: shared by all, of the evaluating process, or of another process. */
export type Place = { variable: number; path: Selector[] } & (
  | { scope: 'shared' }
  | { scope: 'own' }
  | { scope: 'other'; process: Expression; type: number }
);

export type Selector = { kind: 'index'; index: Expression } | { kind: 'field'; field: number };

/** One field of a message being received: compare it, keep it, or pass over it. */
export type Pattern =
  | { kind: 'match'; value: Expression }
  | { kind: 'store'; place: Place }
  | { kind: 'ignore' };

export const constant = (value: number): Expression => ({ kind: 'constant', value });
export const read = (place: Place): Expression => ({ kind: 'read', place });
export const shared = (variable: number, ...path: Selector[]): Place => ({ scope: 'shared', variable, path });
export const own = (variable: number, ...path: Selector[]): Place => ({ scope: 'own', variable, path });
export const at = (index: Expression): Selector => ({ kind: 'index', index });
export const field = (number: number): Selector => ({ kind: 'field', field: number });
export const not = (operand: Expression): Expression => ({ kind: 'unary', operator: 'not', operand });
export const binary = (operator: BinaryOperator, left: Expression, right: Expression): Expression => ({
  kind: 'binary',
  operator,
  left,
  right,
});
