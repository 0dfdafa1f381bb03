/**
 * What a process knows for certain of its own variables: single integers that nobody else writes, as long as they
 * were only given values that are themselves known.
 */
import { type DataType, defaultOf, fitInto } from '../../../model/data.js';
import { constant, type Expression, type Place } from '../../../model/expression.js';
import {
  type Effect,
  isAlwaysPossible,
  isBuffered,
  type ProcessType,
  type Step,
  type System,
} from '../../../model/system.js';
import { type Change, Rewriter } from './rewrite.js';

/** Values by the numbers of the variables. */
export type Known = ReadonlyMap<number, number>;

const NOTHING: Known = new Map();

/** A step of a type by its number, with what is known written into it, and what is known after it. */
export interface Open {
  number: number;
  step: Step;
  after: Known;
}

export class Knowledge {
  private readonly tracked: Set<number>;
  private readonly leaving: number[][];

  /** `remote`: numbers of variables that other processes may write. `fixed`: what never changes is known too. */
  constructor(
    private readonly system: System,
    private readonly type: ProcessType,
    remote: ReadonlySet<number>,
    private readonly fixed: Change,
  ) {
    this.leaving = type.locations.map(() => []);
    for (const [number, { from }] of type.steps.entries()) this.leaving[from].push(number);
    const references = new Set(type.channels.map(({ variable }) => variable));
    this.tracked = new Set(
      type.variables.flatMap((variable, v) =>
        isScalar(variable.type) && !remote.has(v) && !references.has(v) ? [v] : [],
      ),
    );
  }

  /** At the start; of the parameters nothing is known. */
  initial(): Known {
    const known = new Map<number, number>();
    this.type.variables.forEach(({ type, initial }, v) => {
      if (v < this.type.parameters || !this.tracked.has(v) || initial === 'any') return;
      const value = initial?.length ? this.value(initial[0], known) : defaultOf(type);
      const fitted = value === undefined ? undefined : fitInto(type, value);
      if (fitted !== undefined) known.set(v, fitted);
    });
    return known;
  }

  /** The step with what is known written into it, and what is known after it. */
  through(step: Step, known: Known): { step: Step; after: Known } {
    const { action } = step;
    // What is given back is computed when the effects are done.
    const late = action.kind === 'receive' && action.meeting?.giveBack !== undefined;
    let now = this.without(known, placesOf(step));
    const begun = late ? step : this.rewriter(known).beginning(step, this.rewriter(now));
    const effects = step.effects.map((effect): Effect => {
      const changed = late ? effect : this.rewriter(now).effect(effect);
      now = this.following(changed, now);
      return changed;
    });
    return { step: { ...begun, effects }, after: now };
  }

  /** The steps that may be taken at a location, as far as is known. */
  open(location: number, known: Known): Open[] {
    const { steps, provided } = this.type;
    const possible = this.leaving[location].flatMap((number) => {
      const { step, after } = this.through(steps[number], known);
      return step.guard?.kind === 'constant' && step.guard.value === 0 ? [] : [{ number, step, after }];
    });
    const certain = provided ? [] : possible.filter(({ step }) => isAlwaysPossible(step));
    const least = Math.max(...certain.map(({ step }) => priorityOf(step)));
    // Who is met does not begin anything: what else it could begin does not keep others from meeting it.
    const mayBeMet = ({ action }: Step): boolean =>
      action.kind === 'receive' && !isBuffered(this.system, action.channel);
    return possible.filter(({ step }) => priorityOf(step) >= least || mayBeMet(step));
  }

  /** Undefined where it is not known. */
  value(expression: Expression, known: Known): number | undefined {
    const found = this.rewriter(known).expression(expression);
    return found.kind === 'constant' ? found.value : undefined;
  }

  /** What is known at each location, however the process came there; undefined: it never does. */
  everywhere(): (Known | undefined)[] {
    const { locations, initial } = this.type;
    const at: (Known | undefined)[] = locations.map(() => undefined);
    at[initial] = this.initial();
    const work = [initial];
    for (let location = work.pop(); location !== undefined; location = work.pop()) {
      for (const { step, after } of this.open(location, at[location] ?? NOTHING)) {
        const before = at[step.to];
        const common = before ? shared(before, after) : after;
        if (before && common.size === before.size) continue;
        at[step.to] = common;
        work.push(step.to);
      }
    }
    return at;
  }

  private following(effect: Effect, known: Known): Known {
    if (effect.kind === 'spawn' && effect.result) return this.without(known, [effect.result]);
    if (effect.kind !== 'assign' || effect.place.scope !== 'own') return known;
    const { variable, path } = effect.place;
    if (path.length > 0 || !this.tracked.has(variable)) return known;
    const { type } = this.type.variables[variable];
    const value = effect.value.kind === 'constant' ? fitInto(type, effect.value.value) : undefined;
    const after = new Map(known);
    if (value === undefined) after.delete(variable);
    else after.set(variable, value);
    return after;
  }

  private without(known: Known, places: readonly Place[]): Known {
    const lost = places.filter(({ scope, variable }) => scope === 'own' && known.has(variable));
    if (lost.length === 0) return known;
    const left = new Map(known);
    for (const { variable } of lost) left.delete(variable);
    return left;
  }

  private rewriter(known: Known): Rewriter {
    return new Rewriter(this.system, (part) => {
      if (part.kind !== 'read' || part.place.scope !== 'own' || part.place.path.length > 0)
        return this.fixed(part);
      const value = known.get(part.place.variable);
      return value === undefined ? part : constant(value);
    });
  }
}

const priorityOf = ({ priority = 0 }: Step): number => priority;

/** It can be taken whatever others do. */
const isScalar = ({ kind }: DataType): boolean => kind !== 'array' && kind !== 'record';

/** The places that the action of a step writes. */
export function placesOf({ action }: Step): Place[] {
  if (action.kind === 'choose') return [action.place];
  if (action.kind !== 'send' && action.kind !== 'receive') return [];
  const { partner, takeBack = [] } = action.meeting ?? {};
  const stored =
    action.kind === 'receive'
      ? action.patterns.flatMap((pattern) => (pattern.kind === 'store' ? [pattern.place] : []))
      : [];
  return [...stored, ...takeBack, ...(partner ? [partner] : [])];
}

/** All places that a step writes. */
export const writtenBy = (step: Step): Place[] => [
  ...placesOf(step),
  ...step.effects.flatMap((effect) => {
    if (effect.kind === 'assign') return [effect.place];
    return effect.kind === 'spawn' && effect.result ? [effect.result] : [];
  }),
];

function shared(a: Known, b: Known): Known {
  return new Map([...a].filter(([variable, value]) => b.get(variable) === value));
}
