/**
 * What is done to a system before it is searched: each pass is a function from a system to one with the same
 * answers, which the search finds easier. What the search says is told in terms of the system as it was.
 */
import type { Expression, Place } from '../../../model/expression.js';
import { Interpreter } from '../../../model/interpreter.js';
import type { System } from '../../../model/system.js';
import type { Run } from '../../../model/transition.js';
import { unwatched, type Watch } from '../../../model/watch.js';
import type { Ask } from '../../../property/question.js';
import { type UnreachedStep, unreachedSteps } from '../../answer.js';
import { withoutDeadValues } from './dead.js';
import { withoutIdleValues } from './idle.js';
import { privateAlone } from './private.js';
import { withoutWhatIsShown } from './shown.js';
import { withExits, withoutExits } from './staying.js';
import { evenVariantsOf, type Variants, variantsOf } from './variants.js';

export interface Prepared {
  system: System;
  /** An execution of the prepared system that answers a question, as one of the system that it was made of. */
  run(run: Run, ask: Ask): Run;
  /** The steps that are not reached, from those of the prepared system; absent where that cannot be said. */
  unreached?(steps: readonly UnreachedStep[]): UnreachedStep[];
}

export const unprepared = (system: System): Prepared => ({
  system,
  run: (run) => run,
  unreached: (steps) => [...steps],
});

/** The system made ready for these questions. Throws what the watch throws. */
export function prepare(system: System, asks: readonly Ask[], watch: Watch = unwatched): Prepared {
  const predicates = asks.flatMap(predicatesOf);
  const kept = new Set(predicates.flatMap((predicate) => [...typesIn(predicate)]));
  const seen = variablesOfOthers([system.types, predicates]);
  const events = asks.some(isAboutEvents);
  const finite = asks.every(endsInViolation);
  const single = asks.every(({ kind }) => SINGLE.includes(kind));
  const key = [...kept, '', ...seen, events, finite, single, JSON.stringify(predicates)].join();
  return once(system, key, () => {
    const plain = once(system, ['variants', ...kept].join(), () => {
      const variants = variantsOf(system, kept, watch);
      return variants ? fromVariants(variants, system) : unprepared(system);
    });
    const silent = withoutWhatIsShown(plain.system, events);
    watch();
    const light = finite ? withoutIdleValues(silent, predicates, watch) : silent;
    const short = withoutDeadValues(light, seen, watch);
    return {
      ...plain,
      system: single ? privateAlone(short, seen, predicates, watch) : short,
      run: (run, ask) => closed(system, plain.run(run, ask)),
    };
  });
}

/** The system with the same states and transitions, where what processes are given for good is written into them. */
export function specialised(system: System, asks: readonly Ask[], watch: Watch = unwatched): Prepared {
  const kept = new Set(asks.flatMap(predicatesOf).flatMap((predicate) => [...typesIn(predicate)]));
  return once(system, ['specialised', ...kept].join(), () => {
    const variants = evenVariantsOf(system, kept, watch);
    return variants ? fromVariants(variants, system) : unprepared(system);
  });
}

/** Those who have ended stay, where nobody can notice: see `staying.ts`. */
export function withThoseWhoEnded(prepared: Prepared): Prepared {
  const system = withoutExits(prepared.system);
  return {
    ...prepared,
    system,
    // Only where nothing can happen any more does it matter that they could still go.
    run: (run, ask) =>
      prepared.run(ask.kind === 'deadlock-free' ? withExits(prepared.system, run) : run, ask),
  };
}

/** Questions that single states and steps decide. */
const SINGLE: Ask['kind'][] = ['deadlock-free', 'assertions', 'invariant'];

/** One system is asked several questions; what a search learns of the prepared one is of use for the next. */
const done = new WeakMap<System, Map<string, Prepared>>();

function once(system: System, key: string, make: () => Prepared): Prepared {
  const known = done.get(system) ?? new Map<string, Prepared>();
  done.set(system, known);
  const prepared = known.get(key) ?? make();
  known.set(key, prepared);
  return prepared;
}

/**
 * A cycle in which dead values are set back may not close where they are not: they are what they were before the
 * cycle. Going round once more, they are what the cycle makes of them, and it closes.
 */
function closed(system: System, run: Run): Run {
  if (run.cycleFrom === undefined) return run;
  const interpreter = new Interpreter(system);
  const [stem, cycle] = [run.steps.slice(0, run.cycleFrom), run.steps.slice(run.cycleFrom)];
  const start = stem.reduce(
    (state, step) => interpreter.successor(state, step).state,
    interpreter.initialStates()[run.initial],
  );
  const end = cycle.reduce((state, step) => interpreter.successor(state, step).state, start);
  if (end.every((value, i) => value === start[i])) return run;
  return { ...run, steps: [...stem, ...cycle, ...cycle], cycleFrom: stem.length + cycle.length };
}

/** `before`: the system that they were made of. */
function fromVariants({ system, origins }: Variants, before: System): Prepared {
  return {
    system,
    run(run) {
      // The passes after this one change no step's number.
      const interpreter = new Interpreter(system);
      let state = interpreter.initialStates()[run.initial];
      const steps = run.steps.map((transition) => {
        const before = state;
        state = interpreter.successor(before, transition).state;
        return {
          ...transition,
          participants: transition.participants.map(({ process, step }) => ({
            process,
            step: origins[system.types.indexOf(interpreter.typeOf(before, process))].steps[step],
          })),
        };
      });
      return { ...run, steps };
    },
    unreached(steps) {
      const missed = new Set(steps.map(({ type, step }) => `${type} ${step}`));
      const reached = new Set<string>();
      origins.forEach((origin, type) => {
        origin.steps.forEach((step, s) => {
          if (!missed.has(`${type} ${s}`)) reached.add(`${origin.type} ${step}`);
        });
      });
      return unreachedSteps(before, (type, step) => reached.has(`${type} ${step}`));
    },
  };
}

/** Is a violation always a finite execution? */
function endsInViolation(ask: Ask): boolean {
  if (ask.kind === 'order') return ask.observers.every(({ acceptance }) => acceptance === 'finite');
  return ask.kind !== 'progress' && ask.kind !== 'terminates';
}

function isAboutEvents(ask: Ask): boolean {
  if (ask.kind === 'progress') return true;
  return (
    ask.kind === 'order' && ask.observers.some(({ atoms }) => atoms.some(({ kind }) => kind === 'event'))
  );
}

function predicatesOf(ask: Ask): Expression[] {
  if (ask.kind === 'invariant') return [ask.predicate];
  if (ask.kind !== 'order') return [];
  return ask.observers.flatMap(({ atoms }) =>
    atoms.flatMap((atom) => (atom.kind === 'state' ? [atom.predicate] : [])),
  );
}

/** Numbers of the variables of processes that others, or a question, look at or change. */
function variablesOfOthers(part: unknown, found = new Set<number>()): Set<number> {
  if (typeof part !== 'object' || part === null) return found;
  if ('scope' in part && part.scope === 'other') found.add((part as Place).variable);
  for (const inner of Object.values(part)) variablesOfOthers(inner, found);
  return found;
}

/** The types of processes that an expression names. */
function* typesIn(part: unknown): Generator<number> {
  if (typeof part !== 'object' || part === null) return;
  if ('type' in part && typeof part.type === 'number') yield part.type;
  for (const inner of Object.values(part)) yield* typesIn(inner);
}
