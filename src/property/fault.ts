/** Could evaluating an expression fault? Answers yes where it cannot be ruled out at a glance. */
import type { Expression, Place } from '../model/expression.js';
import type { System } from '../model/system.js';

type Known = Pick<System, 'arithmetic' | 'variables'>;

export function mayFault(expression: Expression, system: Known): boolean {
  const { arithmetic } = system;
  const inside = (e: Expression) => mayFault(e, system);
  switch (expression.kind) {
    case 'constant':
    case 'self':
    case 'processCount':
    case 'lastProcess':
    case 'alone':
    case 'timeout':
      return false;
    case 'read':
      return placeMayFault(expression.place, system);
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
    default:
      return true;
  }
}

function placeMayFault(place: Place, { variables }: Known): boolean {
  if (place.scope !== 'shared') return true;
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

/** Does it ask for what a process has, which faults where that process does not exist? */
export function looksIntoProcesses(expression: Expression): boolean {
  const within = (...parts: Expression[]): boolean => parts.some(looksIntoProcesses);
  switch (expression.kind) {
    case 'read': {
      const { place } = expression;
      return (
        place.scope !== 'shared' ||
        place.path.some((selector) => selector.kind === 'index' && looksIntoProcesses(selector.index))
      );
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
      return within(expression.process);
    case 'location':
    case 'enabled':
      return true;
    default:
      return false;
  }
}
