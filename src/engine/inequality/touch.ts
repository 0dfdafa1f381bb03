/**
 * Which shared integers and buffers a step looks at or changes when its process stands in a known
 * local state. Indices and channel references that depend on own variables alone are worked out, so
 * that a step on `fork[i]` touches one fork.
 */

import { sizeOf } from '../../model/data.js';
import type { Context } from '../../model/evaluate.js';
import { evaluate, FaultSignal } from '../../model/evaluate.js';
import type { Expression, Pattern, Place } from '../../model/expression.js';
import type { Action, Effect, ProcessType, Step } from '../../model/system.js';
import { mayMeet } from './coverage.js';
import { Abstention } from './network.js';

export interface Touched {
  /** Offsets of shared integers in the state vector. */
  integers: Set<number>;
  /** Numbers of buffered channels of the system. */
  buffers: Set<number>;
}

/** What a step touches before it is known whom it meets. */
export function touchedBy(step: Step, type: ProcessType, context: Context): Touched {
  const reader = new TouchReader(context);
  if (type.provided) reader.expression(type.provided);
  reader.step(step);
  if (type.locations[step.to].region === 'indivisible') reader.indivisible(type);
  return reader;
}

/** Does the step depend on nothing but its own process, and show nothing but its symbol? */
export function isPrivate(step: Step, type: ProcessType): boolean {
  if (type.provided || step.event || type.locations[step.to].region === 'indivisible') return false;
  const expressions: Expression[] = step.guard ? [step.guard] : [];
  for (const effect of step.effects) {
    if (effect.kind !== 'assign' || effect.place.scope !== 'own') return false;
    for (const selector of effect.place.path) if (selector.kind === 'index') expressions.push(selector.index);
    expressions.push(effect.value);
  }
  return expressions.every(isOwn);
}

/** Reads own variables and constants only. */
export function isOwn(expression: Expression): boolean {
  switch (expression.kind) {
    case 'constant':
    case 'self':
      return true;
    case 'read':
      return (
        expression.place.scope === 'own' &&
        expression.place.path.every((selector) => selector.kind === 'field' || isOwn(selector.index))
      );
    case 'unary':
      return isOwn(expression.operand);
    case 'binary':
      return isOwn(expression.left) && isOwn(expression.right);
    case 'conditional':
      return isOwn(expression.test) && isOwn(expression.whenTrue) && isOwn(expression.whenFalse);
    default:
      return false;
  }
}

class TouchReader implements Touched {
  readonly integers = new Set<number>();
  readonly buffers = new Set<number>();
  /** Inside an indivisible region own variables change on the way, so nothing is worked out. */
  private moving = false;

  constructor(private readonly context: Context) {}

  step(step: Step): void {
    if (step.guard) this.expression(step.guard);
    const { action } = step;
    if (action.kind === 'send' || action.kind === 'receive') {
      if (action.kind === 'send') for (const value of action.values) this.expression(value);
      else this.patterns(action.patterns);
      if (action.meeting?.only) this.expression(action.meeting.only);
      this.channel(action.channel);
    } else if (action.kind === 'choose') {
      this.expression(action.low);
      this.expression(action.high);
    }
    // What comes now may use own variables that the step itself has changed.
    const before = this.moving;
    this.moving ||= changesOwn(step);
    this.written(action);
    for (const effect of step.effects) this.effect(effect);
    for (const argument of step.event?.arguments ?? []) this.expression(argument.value);
    this.moving = before;
  }

  private written(action: Action): void {
    if (action.kind === 'choose') this.place(action.place);
    if (action.kind !== 'send' && action.kind !== 'receive') return;
    if (action.kind === 'receive')
      for (const pattern of action.patterns) if (pattern.kind === 'store') this.place(pattern.place);
    if (action.meeting?.partner) this.place(action.meeting.partner);
    for (const place of action.meeting?.takeBack ?? []) this.place(place);
    for (const value of action.meeting?.giveBack ?? []) this.expression(value);
  }

  indivisible(type: ProcessType): void {
    this.moving = true;
    for (const step of type.steps) {
      if (type.locations[step.from].region !== 'indivisible') continue;
      if (mayMeet(step.action, this.context.system))
        throw new Abstention('meeting others inside an indivisible region');
      this.step(step);
    }
  }

  expression(expression: Expression): void {
    switch (expression.kind) {
      case 'constant':
      case 'self':
      case 'timeout':
        break;
      case 'read':
        this.place(expression.place);
        break;
      case 'unary':
        this.expression(expression.operand);
        break;
      case 'binary':
        this.expression(expression.left);
        this.expression(expression.right);
        break;
      case 'conditional':
        this.expression(expression.test);
        this.expression(expression.whenTrue);
        this.expression(expression.whenFalse);
        break;
      case 'channel':
        this.channel(expression.channel);
        break;
      case 'poll':
        this.patterns(expression.patterns);
        this.channel(expression.channel);
        break;
      default:
        throw new Abstention(`a step asks about other processes (${expression.kind})`);
    }
  }

  private effect(effect: Effect): void {
    switch (effect.kind) {
      case 'assign':
        this.expression(effect.value);
        this.place(effect.place);
        break;
      case 'assert':
        this.expression(effect.condition);
        break;
      case 'print':
        for (const argument of effect.arguments) this.expression(argument.value);
        break;
      case 'spawn':
        throw new Abstention('processes are created while it runs');
      case 'exit':
      case 'fault':
        break;
    }
  }

  private patterns(patterns: Pattern[]): void {
    for (const pattern of patterns) if (pattern.kind === 'match') this.expression(pattern.value);
  }

  private place(place: Place): void {
    for (const selector of place.path) if (selector.kind === 'index') this.expression(selector.index);
    if (place.scope === 'own') return;
    if (place.scope === 'other') throw new Abstention('a step reads or writes a variable of another process');
    const { system, layout } = this.context;
    let type = system.variables[place.variable].type;
    let offset = layout.shared[place.variable];
    for (const selector of place.path) {
      if (selector.kind === 'field' && type.kind === 'record') {
        for (let i = 0; i < selector.field; i++) offset += sizeOf(type.fields[i].type);
        type = type.fields[selector.field].type;
        continue;
      }
      const index = selector.kind === 'index' ? this.value(selector.index) : undefined;
      if (type.kind !== 'array' || index === undefined) break;
      // Out of range: taking the step faults before it touches anything.
      if (index < type.low || index >= type.low + type.length) return;
      offset += (index - type.low) * sizeOf(type.element);
      type = type.element;
    }
    for (let i = 0; i < sizeOf(type); i++) this.integers.add(offset + i);
  }

  private channel(channel: Expression): void {
    this.expression(channel);
    const reference = this.value(channel);
    const { channels } = this.context.system;
    const possible = reference === undefined ? channels.map((_, i) => i) : [reference - 1];
    for (const number of possible) {
      if (channels[number] && channels[number].capacity > 0) this.buffers.add(number);
    }
  }

  /** The value where it depends on own variables alone. */
  private value(expression: Expression): number | undefined {
    if (expression.kind !== 'constant' && (this.moving || !isOwn(expression))) return undefined;
    try {
      return evaluate(expression, this.context);
    } catch (error) {
      if (error instanceof FaultSignal) return undefined;
      throw error;
    }
  }
}

function changesOwn(step: Step): boolean {
  const { action } = step;
  if (action.kind === 'choose') return true;
  if (
    action.kind === 'receive' &&
    (action.meeting?.partner || action.patterns.some((p) => p.kind === 'store'))
  )
    return true;
  if (action.kind === 'send' && (action.meeting?.partner || action.meeting?.takeBack?.length)) return true;
  return step.effects.some((effect) => effect.kind === 'assign');
}
