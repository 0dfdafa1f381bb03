/** Expressions about where processes stand; they can be made only when all proctypes are lowered. */
import { binary, constant, type Expression, not } from '../../model/expression.js';
import type { ProcessType, Step } from '../../model/system.js';
import type { ProctypeSymbol } from './world.js';

export const either = (a: Expression, b: Expression): Expression => binary('or', a, b);

/** The number of the lowest process of a type: what `P@label` without a number means. -1 where there is none. */
export function lowestOf(symbol: ProctypeSymbol, types: ProcessType[], bound: number): Expression {
  if (symbol.atStart > 0 && !symbol.isRun) return constant(symbol.first);
  const locations = types[symbol.type].locations.map((_, i) => i);
  let number: Expression = constant(-1);
  for (let p = bound - 1; p >= 0; p--) {
    const test: Expression = { kind: 'at', process: constant(p), type: symbol.type, locations };
    number = { kind: 'conditional', test, whenTrue: constant(p), whenFalse: number };
  }
  return number;
}

/** No process stands at a label that means progress. */
export function nonProgress(types: ProcessType[], bound: number): Expression {
  const somewhere: Expression[] = [];
  types.forEach((type, number) => {
    const locations = type.locations.flatMap((location, i) =>
      location.marks?.includes('progress') ? [i] : [],
    );
    if (locations.length === 0) return;
    for (let p = 0; p < bound; p++)
      somewhere.push({ kind: 'at', process: constant(p), type: number, locations });
  });
  return somewhere.length === 0 ? constant(1) : not(somewhere.reduce(either));
}

/** What a statement computes about its own process is about where that stands before it, and effects come after. */
export function whereItStood(step: Step, type: number): Step {
  const stood = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map(stood);
    const inner = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, stood(value)]));
    const now = inner as Expression;
    if (now.kind === 'location') return unlessItself(now, step.from);
    return now.kind === 'at' && now.type === type
      ? unlessItself(now, now.locations.includes(step.from) ? 1 : 0)
      : now;
  };
  const { effects, event } = step;
  if (!asksWhere([effects, event])) return step;
  return { ...step, ...(stood({ effects, ...(event && { event }) }) as Pick<Step, 'effects' | 'event'>) };
}

/**
 * Whether a process is enabled is asked before the statement, too: one that asks within its effects is two steps, one
 * for each answer.
 */
export function withAnswers(step: Step): Step[] {
  const { effects, event } = step;
  const asked = enabledIn([effects, event]);
  if (!asked) return [step];
  const text = JSON.stringify(asked);
  return [1, 0].flatMap((answer) => {
    const told = (part: unknown): unknown => {
      if (typeof part !== 'object' || part === null) return part;
      if (Array.isArray(part)) return part.map(told);
      if (JSON.stringify(part) === text) return constant(answer);
      return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, told(value)]));
    };
    const condition = answer === 1 ? asked : not(asked);
    const guard = step.guard ? binary('and', step.guard, condition) : condition;
    const rest = told({ effects, ...(event && { event }) }) as Pick<Step, 'effects' | 'event'>;
    return withAnswers({ ...step, guard, ...rest });
  });
}

function enabledIn(part: unknown): Expression | undefined {
  if (typeof part !== 'object' || part === null) return undefined;
  if ((part as Partial<Expression>).kind === 'enabled') return part as Expression;
  for (const inner of Object.values(part)) {
    const found = enabledIn(inner);
    if (found) return found;
  }
  return undefined;
}

function asksWhere(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  const { kind } = part as Partial<Expression>;
  return kind === 'location' || kind === 'at' || Object.values(part).some(asksWhere);
}

function unlessItself(asked: Expression & { kind: 'at' | 'location' }, ofItself: number): Expression {
  const test = binary('equal', asked.process, { kind: 'self' });
  return { kind: 'conditional', test, whenTrue: constant(ofItself), whenFalse: asked };
}
