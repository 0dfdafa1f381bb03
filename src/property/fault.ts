/** Could evaluating an expression fault? Answers yes where it cannot be ruled out at a glance. */
import type { Expression, Place } from '../model/expression.js';
import type { System } from '../model/system.js';

type Known = Pick<System, 'arithmetic' | 'variables' | 'types'>;

/** `processesExist`: those that it asks for something, which faults where they do not. */
export function mayFault(expression: Expression, system: Known, processesExist = false): boolean {
  const { arithmetic } = system;
  const inside = (e: Expression) => mayFault(e, system, processesExist);
  switch (expression.kind) {
    case 'constant':
    case 'self':
    case 'processCount':
    case 'lastProcess':
    case 'alone':
    case 'timeout':
      return false;
    case 'read':
      return placeMayFault(expression.place, system, processesExist);
    case 'unary':
      return (expression.operator === 'negate' && arithmetic === 'fault') || inside(expression.operand);
    case 'binary':
      return operatorMayFault(expression, arithmetic) || inside(expression.left) || inside(expression.right);
    case 'conditional':
      return inside(expression.test) || inside(expression.whenTrue) || inside(expression.whenFalse);
    case 'channel':
      // a variable may hold no channel
      return expression.channel.kind !== 'constant';
    case 'poll':
      return (
        expression.channel.kind !== 'constant' ||
        expression.patterns.some((pattern) => pattern.kind === 'match' && inside(pattern.value))
      );
    case 'at':
    case 'exists':
      return inside(expression.process);
    case 'location':
    case 'enabled':
      return !processesExist || inside(expression.process);
  }
}

function placeMayFault(place: Place, system: Known, processesExist: boolean): boolean {
  if (place.scope === 'own') return true;
  if (place.scope === 'other' && (!processesExist || mayFault(place.process, system, true))) return true;
  const { variables } = place.scope === 'other' ? system.types[place.type] : system;
  let { type } = variables[place.variable];
  for (const selector of place.path) {
    if (selector.kind === 'field' && type.kind === 'record') type = type.fields[selector.field].type;
    else if (selector.kind === 'index' && type.kind === 'array') {
      const { index } = selector;
      if (index.kind !== 'constant') return true;
      if (index.value < type.low || index.value >= type.low + type.length) return true;
      type = type.element;
    }
  }
  return false;
}

function operatorMayFault(e: Expression & { kind: 'binary' }, arithmetic: 'wrap' | 'fault'): boolean {
  switch (e.operator) {
    case 'divide':
    case 'remainder':
    case 'modulo':
    case 'shiftLeft':
    case 'shiftRight':
      return e.right.kind !== 'constant' || e.right.value <= 0;
    case 'add':
    case 'subtract':
    case 'multiply':
      return arithmetic === 'fault';
    default:
      return false;
  }
}

/** What must hold for the processes to exist that an expression asks for something. */
export function existenceFor(expression: Expression, system: Known): Expression[] {
  const within = (...parts: Expression[]): Expression[] =>
    parts.flatMap((part) => existenceFor(part, system));
  switch (expression.kind) {
    case 'read': {
      const { place } = expression;
      const inside = place.path.flatMap((selector) =>
        selector.kind === 'index' ? within(selector.index) : [],
      );
      if (place.scope !== 'other') return inside;
      const { process, type } = place;
      const locations = [...system.types[type].locations.keys()];
      return [...within(process), { kind: 'at', process, type, locations }, ...inside];
    }
    case 'unary':
      return within(expression.operand);
    case 'binary':
      return within(expression.left, expression.right);
    case 'conditional':
      return within(expression.test, expression.whenTrue, expression.whenFalse);
    case 'channel':
      return within(expression.channel);
    case 'poll':
      return within(
        expression.channel,
        ...expression.patterns.flatMap((pattern) => (pattern.kind === 'match' ? [pattern.value] : [])),
      );
    case 'at':
    case 'exists':
    case 'enabled':
      return within(expression.process);
    case 'location':
      return [...within(expression.process), { kind: 'exists', process: expression.process }];
    default:
      return [];
  }
}
