/** What a single statement does: the content of a step, without its two ends. */
import { constant, type Expression } from '../../model/expression.js';
import { type Action, type Effect, type EventLabel, internal } from '../../model/system.js';
import type { Where } from './sources.js';

export interface Primitive {
  guard?: Expression;
  action: Action;
  effects: Effect[];
  event?: EventLabel;
  /** `else`: possible where nothing before it in its choice is. */
  isElse?: boolean;
  /** A send that may meet its receiver: an atomic sequence does not go on after it at once. */
  mayMeet?: boolean;
  text: string;
  where: Where;
}

export function primitive(text: string, where: Where, rest: Partial<Primitive> = {}): Primitive {
  return { action: internal, effects: [], text, where, ...rest };
}

/** When a statement can be executed by its process alone; undefined means always. */
export function executable({ guard, action }: Primitive): Expression | undefined {
  switch (action.kind) {
    case 'send':
      return {
        kind: 'unary',
        operator: 'not',
        operand: { kind: 'channel', question: 'full', channel: action.channel },
      };
    case 'receive': {
      const { channel, patterns, position } = action;
      return { kind: 'poll', channel, patterns, position };
    }
    default:
      return guard?.kind === 'constant' && guard.value !== 0 ? undefined : guard;
  }
}

export const NEVER: Expression = constant(0);
