/**
 * The same steps in another order, with the fewest switches between processes. Each process keeps the order
 * of its own steps, so what changes is only who moves when. Orders with 0 switches are tried first, then
 * with 1, and so on: the first that is an execution and still violates has the fewest.
 */
import type { Interpreter } from '../model/interpreter.js';
import type { Run, Transition } from '../model/transition.js';
import { sameTransition } from './replay.js';

/** Choices looked at in all; a run that needs more stays as it is. */
const MOST_CHOICES = 1_000;
const LONGEST = 60;

/** How often the steps pass from one process to another that had no part in the step before. */
export function switches(steps: readonly Transition[]): number {
  return steps.filter((step, at) => at > 0 && !goesOn(steps[at - 1], step)).length;
}

/** Does a process of the one step take part in the next? */
export const goesOn = (before: Transition, step: Transition): boolean =>
  step.participants.some((p) => before.participants.some((other) => other.process === p.process));

/** Undefined where no better order was found in bounds. The part that repeats for ever is left alone. */
export function fewestSwitches(
  interpreter: Interpreter,
  run: Run,
  stillViolates: (run: Run) => boolean,
  goOn: () => boolean,
): Run | undefined {
  const stem = run.steps.slice(0, run.cycleFrom);
  const rest = run.steps.slice(stem.length);
  if (stem.length < 3 || stem.length > LONGEST) return undefined;
  const search = new Search(interpreter, stem, goOn);
  const start = interpreter.initialStates()[run.initial];
  for (let allowed = 0; allowed < switches(stem); allowed++) {
    const found = search.within(start, allowed, (steps) =>
      stillViolates({ ...run, steps: [...steps, ...rest] }),
    );
    if (found) {
      const better = [...found, ...rest];
      return switches(better) < switches(run.steps) ? { ...run, steps: better } : undefined;
    }
    if (search.exhausted) return undefined;
  }
  return undefined;
}

class Search {
  private left = MOST_CHOICES;
  private failed = new Set<string>();

  constructor(
    private readonly interpreter: Interpreter,
    private readonly steps: readonly Transition[],
    private readonly goOn: () => boolean,
  ) {}

  get exhausted(): boolean {
    return this.left <= 0;
  }

  /** An order with at most so many switches that `accept` takes. */
  within(
    start: Int32Array,
    allowed: number,
    accept: (steps: Transition[]) => boolean,
  ): Transition[] | undefined {
    this.failed = new Set();
    return this.from(start, [], this.steps, allowed, accept);
  }

  private from(
    state: Int32Array,
    taken: Transition[],
    remaining: readonly Transition[],
    allowed: number,
    accept: (steps: Transition[]) => boolean,
  ): Transition[] | undefined {
    if (remaining.length === 0) return accept(taken) ? taken : undefined;
    const last = taken.at(-1);
    const key = `${remaining.map((step) => this.steps.indexOf(step)).join()} ${last && this.steps.indexOf(last)} ${allowed} ${state.join()}`;
    if (this.failed.has(key)) return undefined;
    const enabled = this.interpreter.transitions(state);
    for (const step of this.nextOf(remaining, last)) {
      if (this.left-- <= 0 || !this.goOn()) {
        this.left = 0;
        return undefined;
      }
      const spent = last && !goesOn(last, step) ? 1 : 0;
      if (spent > allowed || !enabled.some((transition) => sameTransition(transition, step))) continue;
      const next = this.interpreter.successor(state, step).state;
      const others = remaining.filter((other) => other !== step);
      const found = this.from(next, [...taken, step], others, allowed - spent, accept);
      if (found || this.exhausted) return found;
    }
    this.failed.add(key);
    return undefined;
  }

  /** Steps that are the next of all their processes; those that go on with the last one come first. */
  private nextOf(remaining: readonly Transition[], last: Transition | undefined): Transition[] {
    const busy = new Set<number>();
    const next = remaining.filter(({ participants }) => {
      const first = participants.every(({ process }) => !busy.has(process));
      for (const { process } of participants) busy.add(process);
      return first;
    });
    if (!last) return next;
    return [...next.filter((step) => goesOn(last, step)), ...next.filter((step) => !goesOn(last, step))];
  }
}
