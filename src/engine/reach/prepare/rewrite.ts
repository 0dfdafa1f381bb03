/** The same step with its expressions changed, from the inside out, and constants worked out again. */
import { operate } from '../../../model/arithmetic.js';
import { constant, type Expression, type Pattern, type Place } from '../../../model/expression.js';
import { messageSize } from '../../../model/layout.js';
import type { Action, Effect, Meeting, Step, System } from '../../../model/system.js';

/** What a part becomes whose own parts were changed already. */
export type Change = (part: Expression) => Expression;

export class Rewriter {
  constructor(
    private readonly system: Pick<System, 'arithmetic' | 'channels'>,
    private readonly change: Change,
  ) {}

  expression(part: Expression): Expression {
    const of = (inner: Expression): Expression => this.expression(inner);
    const changed = ((): Expression => {
      switch (part.kind) {
        case 'read':
          return { ...part, place: this.place(part.place) };
        case 'unary':
          return { ...part, operand: of(part.operand) };
        case 'binary':
          return { ...part, left: of(part.left), right: of(part.right) };
        case 'conditional':
          return {
            ...part,
            test: of(part.test),
            whenTrue: of(part.whenTrue),
            whenFalse: of(part.whenFalse),
          };
        case 'channel':
          return { ...part, channel: of(part.channel) };
        case 'poll':
          return {
            ...part,
            channel: of(part.channel),
            patterns: part.patterns.map((p) => this.pattern(p, this)),
          };
        case 'at':
        case 'location':
        case 'exists':
        case 'enabled':
          return { ...part, process: of(part.process) };
        default:
          return part;
      }
    })();
    return this.folded(this.change(changed));
  }

  place(place: Place): Place {
    const path = place.path.map((selector) =>
      selector.kind === 'index' ? { ...selector, index: this.expression(selector.index) } : selector,
    );
    return place.scope === 'other'
      ? { ...place, path, process: this.expression(place.process) }
      : { ...place, path };
  }

  private pattern(pattern: Pattern, stored: Rewriter): Pattern {
    if (pattern.kind === 'match') return { ...pattern, value: this.expression(pattern.value) };
    return pattern.kind === 'store' ? { ...pattern, place: stored.place(pattern.place) } : pattern;
  }

  /**
   * Everything but the effects, which may have to be gone through in order. `stored`: what changes the places that
   * the action writes. Their indices are worked out one after the other, when the places before were written.
   */
  beginning(step: Step, stored: Rewriter = this): Step {
    const guard = step.guard && this.expression(step.guard);
    return { ...step, ...(guard ? { guard } : {}), action: this.action(step.action, stored) };
  }

  step(step: Step): Step {
    const { event } = step;
    return {
      ...this.beginning(step),
      effects: step.effects.map((effect) => this.effect(effect)),
      ...(event?.arguments
        ? {
            event: {
              ...event,
              arguments: event.arguments.map((shown) => ({ ...shown, value: this.expression(shown.value) })),
            },
          }
        : {}),
    };
  }

  effect(effect: Effect): Effect {
    const of = (part: Expression): Expression => this.expression(part);
    switch (effect.kind) {
      case 'assign':
        return { ...effect, place: this.place(effect.place), value: of(effect.value) };
      case 'assert':
        return { ...effect, condition: of(effect.condition) };
      case 'print':
        return {
          ...effect,
          arguments: effect.arguments.map((shown) => ({ ...shown, value: of(shown.value) })),
        };
      case 'spawn':
        return {
          ...effect,
          arguments: effect.arguments.map(of),
          ...(effect.result ? { result: this.place(effect.result) } : {}),
        };
      default:
        return effect;
    }
  }

  private action(action: Action, stored: Rewriter): Action {
    const of = (part: Expression): Expression => this.expression(part);
    switch (action.kind) {
      case 'choose':
        return { ...action, place: stored.place(action.place), low: of(action.low), high: of(action.high) };
      case 'send':
        return {
          ...action,
          channel: of(action.channel),
          values: action.values.map(of),
          ...(action.meeting ? { meeting: this.meeting(action.meeting, stored) } : {}),
        };
      case 'receive':
        return {
          ...action,
          channel: of(action.channel),
          patterns: action.patterns.map((pattern) => this.pattern(pattern, stored)),
          ...(action.meeting ? { meeting: this.meeting(action.meeting, stored) } : {}),
        };
      default:
        return action;
    }
  }

  private meeting(meeting: Meeting, stored: Rewriter): Meeting {
    const { only, partner, giveBack, takeBack } = meeting;
    return {
      ...meeting,
      ...(only ? { only: this.expression(only) } : {}),
      ...(partner ? { partner: stored.place(partner) } : {}),
      ...(giveBack ? { giveBack: giveBack.map((value) => this.expression(value)) } : {}),
      ...(takeBack ? { takeBack: takeBack.map((place) => stored.place(place)) } : {}),
    };
  }

  /** Only where it has a value: what faults stays as it is. */
  private folded(part: Expression): Expression {
    if (part.kind === 'unary' && part.operand.kind === 'constant') {
      const { value } = part.operand;
      if (part.operator === 'not') return constant(value === 0 ? 1 : 0);
      if (part.operator === 'complement') return constant(~value);
      const negated = operate('subtract', 0, value, this.system.arithmetic);
      return negated === undefined ? part : constant(negated);
    }
    if (part.kind === 'binary' && part.left.kind === 'constant') {
      const { operator, left, right } = part;
      if (operator === 'and' && left.value === 0) return constant(0);
      if (operator === 'or' && left.value !== 0) return constant(1);
      const value =
        right.kind === 'constant'
          ? operate(operator, left.value, right.value, this.system.arithmetic)
          : undefined;
      return value === undefined ? part : constant(value);
    }
    if (part.kind === 'conditional' && part.test.kind === 'constant')
      return part.test.value !== 0 ? part.whenTrue : part.whenFalse;
    if (part.kind === 'channel' && part.question === 'fields' && part.channel.kind === 'constant') {
      const type = this.system.channels[part.channel.value - 1];
      return type ? constant(messageSize(type)) : part;
    }
    return part;
  }
}
