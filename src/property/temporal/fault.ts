/** Could evaluating an expression fault? Answers yes where it cannot be ruled out at a glance. */
import type { Expression, Place } from '../../model/expression.js';

export function mayFault(expression: Expression, arithmetic: 'wrap' | 'fault'): boolean {
  const inside = (e: Expression) => mayFault(e, arithmetic);
  switch (expression.kind) {
    case 'constant':
    case 'self':
    case 'processCount':
    case 'lastProcess':
    case 'alone':
    case 'timeout':
      return false;
    case 'read':
      return placeMayFault(expression.place);
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

/** Indices that are constants were checked when the place was resolved. */
function placeMayFault(place: Place): boolean {
  if (place.scope === 'other') return true;
  return place.path.some((selector) => selector.kind === 'index' && selector.index.kind !== 'constant');
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
