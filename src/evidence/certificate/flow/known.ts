/**
 * Values as far as they are known, for one step at a time: a number, or UNKNOWN. What cannot be computed
 * because of a fault ends the step, so it is thrown as `Stuck`; whatever may or may not fault is UNKNOWN.
 */
import { type DataType, fitInto, sizeOf } from '../../../model/data.js';
import { evaluate, FaultSignal } from '../../../model/evaluate.js';
import type { Expression, Place } from '../../../model/expression.js';
import type { Layout } from '../../../model/layout.js';
import type { System } from '../../../model/system.js';

export const UNKNOWN = undefined;
export type Value = number | undefined;

/** The step cannot be taken, or nothing comes after it. */
export class Stuck extends Error {}

export interface Room {
  offset: number;
  /** More than one where it is not known which. */
  count: number;
  type: DataType;
}

export class Memory {
  constructor(
    readonly system: System,
    readonly layout: Layout,
    /** By offset in the state; what is not here is unknown. */
    readonly cells: Map<number, Value>,
  ) {}

  protected at(cell: number): Value {
    return this.cells.get(cell);
  }

  value(expression: Expression, self: number): Value {
    switch (expression.kind) {
      case 'constant':
        return expression.value;
      case 'self':
        return self;
      case 'read': {
        const room = this.room(expression.place, self);
        return room.count === 1 ? this.at(room.offset) : UNKNOWN;
      }
      case 'unary': {
        const operand = this.value(expression.operand, self);
        return operand === UNKNOWN ? UNKNOWN : this.computed({ ...expression, operand: literal(operand) });
      }
      case 'binary':
        return this.binary(expression, self);
      case 'conditional': {
        const test = this.value(expression.test, self);
        if (test === UNKNOWN) return UNKNOWN;
        return this.value(test === 0 ? expression.whenFalse : expression.whenTrue, self);
      }
      default:
        return UNKNOWN;
    }
  }

  private binary({ operator, left, right }: Extract<Expression, { kind: 'binary' }>, self: number): Value {
    const a = this.value(left, self);
    if (operator === 'and' || operator === 'or') {
      const settles = operator === 'or' ? 1 : 0;
      if (a !== UNKNOWN && Number(a !== 0) === settles) return settles;
      if (a === UNKNOWN) return this.ifPossible(right, self) === settles ? settles : UNKNOWN;
      const b = this.value(right, self);
      return b === UNKNOWN ? UNKNOWN : Number(b !== 0);
    }
    const b = this.value(right, self);
    if (a === UNKNOWN || b === UNKNOWN) return UNKNOWN;
    return this.computed({ kind: 'binary', operator, left: literal(a), right: literal(b) });
  }

  /** Truth of what may not be evaluated at all. */
  private ifPossible(expression: Expression, self: number): Value {
    try {
      const value = this.value(expression, self);
      return value === UNKNOWN ? UNKNOWN : Number(value !== 0);
    } catch (error) {
      if (error instanceof Stuck) return UNKNOWN;
      throw error;
    }
  }

  private computed(expression: Expression): number {
    const { system, layout } = this;
    const state = new Int32Array(0);
    try {
      const enabled = () => false;
      return evaluate(expression, { system, layout, state, self: 0, timeout: false, inner: true, enabled });
    } catch (error) {
      if (error instanceof FaultSignal) throw new Stuck();
      throw error;
    }
  }

  room(place: Place, self: number): Room {
    const { system, layout } = this;
    const process = place.scope === 'other' ? this.value(place.process, self) : self;
    const all: Room = { offset: 0, count: layout.size, type: { kind: 'boolean' } };
    if (place.scope !== 'shared' && (process === UNKNOWN || !system.instances[process])) return all;
    const type = place.scope === 'shared' ? -1 : system.instances[process!].type;
    const variables = type < 0 ? system.variables : system.types[type].variables;
    const first =
      type < 0
        ? layout.shared[place.variable]
        : layout.processes[process!] + layout.types[type].variables[place.variable];
    let inner = variables[place.variable].type;
    let offset = first;
    let known = true;
    for (const selector of place.path) {
      if (selector.kind === 'field' && inner.kind === 'record') {
        offset += inner.fields.slice(0, selector.field).reduce((sum, field) => sum + sizeOf(field.type), 0);
        inner = inner.fields[selector.field].type;
      } else if (selector.kind === 'index' && inner.kind === 'array') {
        const index = this.value(selector.index, self);
        if (index === UNKNOWN) known = false;
        else if (index < inner.low || index >= inner.low + inner.length) throw new Stuck();
        else offset += (index - inner.low) * sizeOf(inner.element);
        inner = inner.element;
      }
    }
    if (known) return { offset, count: 1, type: inner };
    return { offset: first, count: sizeOf(variables[place.variable].type), type: inner };
  }

  assign(place: Place, value: Value, self: number): void {
    const { offset, count, type } = this.room(place, self);
    const kept = value === UNKNOWN ? UNKNOWN : fitInto(type, value);
    if (value !== UNKNOWN && kept === undefined) throw new Stuck();
    for (let cell = offset; cell < offset + count; cell++) this.cells.set(cell, count === 1 ? kept : UNKNOWN);
  }
}

const literal = (value: number): Expression => ({ kind: 'constant', value });
