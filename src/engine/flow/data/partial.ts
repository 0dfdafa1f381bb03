/**
 * Expressions where only some values are known: the value, or `undefined` where it depends on what is not
 * known. What surely faults throws the model's `FaultSignal`; what may fault is `undefined`.
 */
import { type DataType, sizeOf } from '../../../model/data.js';
import { type Context, evaluate, FaultSignal } from '../../../model/evaluate.js';
import type { Expression, Place } from '../../../model/expression.js';
import type { Layout } from '../../../model/layout.js';
import type { System, Variable } from '../../../model/system.js';

/** A cell is one integer of the state, by its offset in the layout. */
export interface PartialContext {
  readonly system: System;
  readonly layout: Layout;
  readonly self: number;
  valueOf(cell: number): number | undefined;
}

export function evaluatePartly(expression: Expression, context: PartialContext): number | undefined {
  switch (expression.kind) {
    case 'constant':
      return expression.value;
    case 'self':
      return context.self;
    case 'read': {
      const cells = cellsOf(expression.place, context);
      return cells.exact ? context.valueOf(cells.first) : undefined;
    }
    case 'unary': {
      const operand = evaluatePartly(expression.operand, context);
      return operand === undefined
        ? undefined
        : computed({ ...expression, operand: known(operand) }, context);
    }
    case 'binary': {
      const { operator } = expression;
      if (operator === 'and' || operator === 'or') return shortCircuit(expression, context);
      const left = evaluatePartly(expression.left, context);
      const right = evaluatePartly(expression.right, context);
      if (left === undefined || right === undefined) return undefined;
      return computed({ kind: 'binary', operator, left: known(left), right: known(right) }, context);
    }
    case 'conditional': {
      const test = evaluatePartly(expression.test, context);
      if (test !== undefined)
        return evaluatePartly(test !== 0 ? expression.whenTrue : expression.whenFalse, context);
      const whenTrue = unlessFault(expression.whenTrue, context);
      return whenTrue === unlessFault(expression.whenFalse, context) ? whenTrue : undefined;
    }
    default:
      return undefined;
  }
}

function shortCircuit(
  { operator, left, right }: Extract<Expression, { kind: 'binary' }>,
  context: PartialContext,
): number | undefined {
  const decides = operator === 'or';
  const first = evaluatePartly(left, context);
  if (first !== undefined) {
    if ((first !== 0) === decides) return decides ? 1 : 0;
    const second = evaluatePartly(right, context);
    return second === undefined ? undefined : second !== 0 ? 1 : 0;
  }
  const second = unlessFault(right, context);
  return second !== undefined && (second !== 0) === decides ? (second !== 0 ? 1 : 0) : undefined;
}

/** Evaluated only on some condition, so a fault there is none for sure. */
function unlessFault(expression: Expression, context: PartialContext): number | undefined {
  try {
    return evaluatePartly(expression, context);
  } catch (error) {
    if (error instanceof FaultSignal) return undefined;
    throw error;
  }
}

const known = (value: number): Expression => ({ kind: 'constant', value });

/** The model's own arithmetic; the expression reads nothing. */
function computed(expression: Expression, { system, layout, self }: PartialContext): number {
  const nothing: Context = {
    system,
    layout,
    state: new Int32Array(0),
    self,
    timeout: false,
    inner: true,
    enabled: () => false,
  };
  return evaluate(expression, nothing);
}

/** The cells a place may stand for: one, or all of its variable where an index or the process is not known. */
export interface Cells {
  first: number;
  count: number;
  exact: boolean;
  type: DataType;
}

export function cellsOf(place: Place, context: PartialContext): Cells {
  const { variable, first } = variableOf(place, context);
  if (variable === undefined) return { first: 0, count: 0, exact: false, type: { kind: 'boolean' } };
  let { type } = variable;
  let offset = first;
  let exact = true;
  for (const selector of place.path) {
    if (selector.kind === 'index' && type.kind === 'array') {
      const index = evaluatePartly(selector.index, context);
      if (index === undefined) exact = false;
      else if (index < type.low || index >= type.low + type.length)
        throw new FaultSignal('index', `index ${index} of ${variable.name} is out of range`);
      else offset += (index - type.low) * sizeOf(type.element);
      type = type.element;
    } else if (selector.kind === 'field' && type.kind === 'record') {
      for (let i = 0; i < selector.field; i++) offset += sizeOf(type.fields[i].type);
      type = type.fields[selector.field].type;
    }
  }
  if (exact) return { first: offset, count: 1, exact, type };
  return { first, count: sizeOf(variable.type), exact, type };
}

function variableOf(
  place: Place,
  context: PartialContext,
): { variable: Variable | undefined; first: number } {
  const { system, layout } = context;
  if (place.scope === 'shared')
    return { variable: system.variables[place.variable], first: layout.shared[place.variable] };
  const process = place.scope === 'own' ? context.self : evaluatePartly(place.process, context);
  const instance = process === undefined ? undefined : system.instances[process];
  if (process === undefined || instance === undefined) return { variable: undefined, first: 0 };
  if (place.scope === 'other' && place.type !== instance.type)
    throw new FaultSignal('no-process', 'a variable of a process that does not exist');
  const variable = system.types[instance.type].variables[place.variable];
  return {
    variable,
    first: layout.processes[process] + layout.types[instance.type].variables[place.variable],
  };
}
