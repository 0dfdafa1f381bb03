/** The value of an expression in a state, and the integer a place stands for. Plain and recursive. */

import { inWord, operate } from './arithmetic.js';
import { channelRoom, findMessage } from './channel.js';
import { boundsOf, type DataType, fitInto, sizeOf } from './data.js';
import type { BinaryOperator, Expression, Place } from './expression.js';
import { type Layout, PROCESS_LOCATION, PROCESS_TYPE } from './layout.js';
import type { Span } from './source.js';
import type { System, Variable } from './system.js';

export type FaultCode =
  | 'assertion'
  | 'range'
  | 'index'
  | 'overflow'
  | 'division-by-zero'
  | 'no-channel'
  | 'no-process'
  | 'process-bound'
  | 'blocked'
  | 'endless'
  | 'raised';

export interface Fault {
  code: FaultCode;
  message: string;
  span?: Span;
}

/** Thrown inside the interpreter only; every public function turns it into a value. */
export class FaultSignal extends Error {
  constructor(
    readonly code: FaultCode,
    message: string,
  ) {
    super(message);
  }
}

/** Where evaluation happens: the state, who evaluates (-1: nobody), and whether this is a timeout. */
export interface Context {
  system: System;
  layout: Layout;
  state: Int32Array;
  self: number;
  timeout: boolean;
  /** Inside a question of `enabled`: further ones are false. */
  inner: boolean;
  /** Asked for `enabled(process)`. */
  enabled(process: number): boolean;
}

const truth = (value: boolean): number => (value ? 1 : 0);

export function evaluate(expression: Expression, context: Context): number {
  switch (expression.kind) {
    case 'constant':
      return expression.value;
    case 'read':
      return context.state[locate(expression.place, context).offset];
    case 'unary': {
      const value = evaluate(expression.operand, context);
      if (expression.operator === 'not') return truth(value === 0);
      if (expression.operator === 'complement') return ~value;
      const negated = inWord(-value, context.system.arithmetic);
      if (negated === undefined) throw new FaultSignal('overflow', `${-value} does not fit in 32 bits`);
      return negated;
    }
    case 'binary':
      return evaluateBinary(expression.operator, expression.left, expression.right, context);
    case 'conditional':
      return evaluate(expression.test, context) !== 0
        ? evaluate(expression.whenTrue, context)
        : evaluate(expression.whenFalse, context);
    case 'self':
      return context.self;
    case 'processCount':
      return context.layout.processes.filter((offset) => context.state[offset] !== 0).length;
    case 'lastProcess':
      return context.state[context.layout.lastProcess] - 1;
    case 'alone':
      return truth(context.state[context.layout.exclusive] !== 0);
    case 'timeout':
      return truth(context.timeout);
    case 'channel': {
      const channel = channelRoom(evaluate(expression.channel, context), context);
      if (expression.question === 'fields') return channel.width;
      const length = context.state[channel.offset];
      if (expression.question === 'length') return length;
      return truth(expression.question === 'empty' ? length === 0 : length >= channel.type.capacity);
    }
    case 'poll': {
      const channel = channelRoom(evaluate(expression.channel, context), context);
      return truth(findMessage(channel, expression.patterns, expression.position, context) >= 0);
    }
    case 'at': {
      const offset = processOffset(evaluate(expression.process, context), context);
      if (offset < 0 || context.state[offset + PROCESS_TYPE] !== expression.type + 1) return 0;
      return truth(expression.locations.includes(context.state[offset + PROCESS_LOCATION]));
    }
    case 'location': {
      const offset = processOffset(evaluate(expression.process, context), context);
      if (offset < 0) throw new FaultSignal('no-process', 'the location of a process that does not exist');
      return context.state[offset + PROCESS_LOCATION];
    }
    case 'exists':
      return truth(processOffset(evaluate(expression.process, context), context) >= 0);
    case 'enabled':
      return truth(context.enabled(evaluate(expression.process, context)));
  }
}

function evaluateBinary(
  operator: BinaryOperator,
  left: Expression,
  right: Expression,
  context: Context,
): number {
  const a = evaluate(left, context);
  if (operator === 'and') return a === 0 ? 0 : truth(evaluate(right, context) !== 0);
  if (operator === 'or') return a !== 0 ? 1 : truth(evaluate(right, context) !== 0);
  const b = evaluate(right, context);
  const value = operate(operator, a, b, context.system.arithmetic);
  if (value !== undefined) return value;
  // With 0 on the right nothing overflows.
  if (b === 0) throw new FaultSignal('division-by-zero', 'division by zero');
  throw new FaultSignal('overflow', `${operator} of ${a} and ${b} does not fit in 32 bits`);
}

/** The integer a place stands for, and its scalar type. */
function locate(place: Place, context: Context): { offset: number; type: DataType; variable: Variable } {
  const { system, layout } = context;
  let variable: Variable;
  let offset: number;
  if (place.scope === 'shared') {
    variable = system.variables[place.variable];
    offset = layout.shared[place.variable];
  } else {
    const process = place.scope === 'own' ? context.self : evaluate(place.process, context);
    const base = processOffset(process, context);
    const type = base < 0 ? -1 : context.state[base + PROCESS_TYPE] - 1;
    if (type < 0 || (place.scope === 'other' && place.type !== type)) {
      throw new FaultSignal('no-process', 'a variable of a process that does not exist');
    }
    variable = system.types[type].variables[place.variable];
    offset = base + layout.types[type].variables[place.variable];
  }
  let type = variable.type;
  for (const selector of place.path) {
    if (selector.kind === 'index' && type.kind === 'array') {
      const index = evaluate(selector.index, context);
      if (index < type.low || index >= type.low + type.length) {
        const range = `${type.low}..${type.low + type.length - 1}`;
        throw new FaultSignal('index', `index ${index} of ${variable.name} is outside ${range}`);
      }
      offset += (index - type.low) * sizeOf(type.element);
      type = type.element;
    } else if (selector.kind === 'field' && type.kind === 'record') {
      for (let i = 0; i < selector.field; i++) offset += sizeOf(type.fields[i].type);
      type = type.fields[selector.field].type;
    } else {
      throw new Error(`${variable.name}: a ${selector.kind} selects nothing from a ${type.kind}`);
    }
  }
  return { offset, type, variable };
}

/** Changes the state: the value must fitInto, or the type says what becomes of it. */
export function assign(place: Place, value: number, context: Context): void {
  const target = locate(place, context);
  const fitted = fitInto(target.type, value);
  if (fitted === undefined) {
    const { low, high } = boundsOf(target.type);
    throw new FaultSignal(
      'range',
      `${value} is outside ${low}..${high}, the range of ${target.variable.name}`,
    );
  }
  context.state[target.offset] = fitted;
}

/** The offset of a process that exists, or -1. */
function processOffset(process: number, context: Context): number {
  const offset = context.layout.processes[process];
  return offset === undefined || context.state[offset + PROCESS_TYPE] === 0 ? -1 : offset;
}
