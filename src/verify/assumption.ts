/**
 * A part of a program replaced by its specification, and what the answers then say about the program.
 *
 * Seen through the symbols that the part shares with the rest, and those its specification names, the two
 * must be equivalent; that is shown first. Which equivalence is needed depends on what is asked:
 *
 * - an order of events, or a watching process, that can be broken by a finite execution: the same traces.
 *   Composition keeps them the same, and such a property reads nothing but the events that remain;
 * - freedom from deadlock: the same traces and stable failures. A stuck state is one in which the part
 *   takes no internal step and refuses whatever the rest offers; composition keeps these the same. Nothing
 *   in the part or its specification may count as a proper end.
 *
 * Whatever else is asked (endless executions, fairness, progress, termination, states) is not answered
 * this way. A violation is brought back: the program itself must do it on the interpreter.
 */
import type { Budget } from '../engine/budget.js';
import { follow } from '../engine/equivalence/enumerative/index.js';
import { LimitReached, Meter } from '../engine/reach/reference/meter.js';
import { violates } from '../evidence/judge.js';
import { replay } from '../evidence/replay.js';
import { InputError } from '../model/diagnostic.js';
import { Interpreter } from '../model/interpreter.js';
import type { System } from '../model/system.js';
import { matchesEvent } from '../property/event.js';
import type { Observer } from '../property/observer.js';
import type { Ask } from '../property/question.js';
import type { CheckOptions } from './check.js';
import { type EquivalenceResult, equivalent } from './equivalence.js';
import type { Loaded } from './language.js';
import type { Result } from './result.js';
import { checkTasks } from './round.js';
import { type Substitution, substitute, withoutWatchers } from './substitution.js';
import { type Task, tasksOf } from './task.js';

/** `spec` may stand for `impl`, which is a part of the program. */
export interface Assumption {
  spec: Loaded;
  impl: Loaded;
}

interface Replaced {
  assumption: Assumption;
  substitution: Substitution;
}

export async function checkWithSpecifications(
  loaded: Loaded,
  tasks: Task[],
  options: CheckOptions,
): Promise<Result[]> {
  let { system } = loaded.program;
  const replaced: Replaced[] = [];
  for (const assumption of options.assumeEquivalent ?? []) {
    const found = substitute(system, assumption.impl.program.system, assumption.spec.program.system);
    if (!found.ok) throw badOption(assumption, found.reason);
    system = found.substitution.system;
    replaced.push({ assumption, substitution: found.substitution });
  }
  const program = { ...loaded.program, system };
  const smaller: Loaded = { ...loaded, program };
  return new Reasoning(loaded, smaller, replaced, options).answers(tasks);
}

const nameOf = ({ program }: Loaded): string => program.system.name;

function badOption({ spec, impl }: Assumption, reason: string): InputError {
  const message = `${nameOf(spec)} cannot take the place of ${nameOf(impl)}: ${reason}`;
  return new InputError([{ code: 'bad-option', severity: 'error', message }]);
}

type Needed = 'trace' | 'failures';

class Reasoning {
  private readonly shown = new Map<string, Promise<EquivalenceResult>>();

  constructor(
    private readonly loaded: Loaded,
    private readonly smaller: Loaded,
    private readonly replaced: Replaced[],
    private readonly options: CheckOptions,
  ) {}

  async answers(tasks: Task[]): Promise<Result[]> {
    const asked = this.askedOfSmaller();
    const results: Result[] = [];
    for (const [i, task] of tasks.entries()) results.push(await this.answer(task, asked[i]));
    return results;
  }

  private askedOfSmaller(): Task[] {
    try {
      return tasksOf(this.smaller.program, this.options);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const parts = this.replaced.map(({ assumption }) => nameOf(assumption.impl)).join(' and ');
      const hint = `it happens inside ${parts}, which is replaced`;
      throw new InputError(error.diagnostics.map((one) => ({ ...one, hint })));
    }
  }

  private async answer(task: Task, asked: Task): Promise<Result> {
    const { question } = task;
    const vanished = this.replaced.flatMap(({ substitution }) => substitution.vanished);
    const kept = preservation(question.ask, asked, task.system === this.loaded.program.system, vanished);
    if (typeof kept === 'object') return this.inconclusive(task, kept.because, []);
    const reasoning: string[] = [];
    for (const one of this.replaced) {
      const shown = await this.show(one, kept);
      if (shown.verdict !== 'equivalent')
        return this.inconclusive(task, this.notShown(one, shown), reasoning);
      reasoning.push(...linksOf(one, shown));
    }
    const [result] = await checkTasks(this.smaller, [asked], this.options);
    const specs = this.replaced.map(({ assumption }) => nameOf(assumption.spec)).join(' and ');
    reasoning.push(
      `with ${specs} in place: ${result.verdict}${result.verdict === 'holds' ? ` (${result.strength})` : ''}`,
    );
    if (result.verdict === 'holds') {
      const what = kept === 'trace' ? 'traces' : 'traces and stable failures';
      return {
        ...result,
        reasoning: [
          ...reasoning,
          `composition preserves equality of ${what}, and the property depends on nothing else`,
        ],
      };
    }
    if (result.verdict === 'inconclusive') return { ...result, reasoning };
    return this.broughtBack(task, result, asked.system, reasoning);
  }

  private show({ assumption, substitution }: Replaced, relation: Needed): Promise<EquivalenceResult> {
    const { timeSeconds, memoryBytes, interrupted, now } = this.options;
    const key = `${this.replaced.findIndex((one) => one.assumption === assumption)} ${relation}`;
    const part = (loaded: Loaded): Loaded => ({
      ...loaded,
      program: { ...loaded.program, system: withoutWatchers(loaded.program.system) },
    });
    const known =
      this.shown.get(key) ??
      equivalent(part(assumption.spec), part(assumption.impl), {
        relation,
        visible: substitution.visible,
        timeSeconds,
        memoryBytes,
        interrupted,
        now,
      });
    this.shown.set(key, known);
    return known;
  }

  private notShown({ assumption: { spec, impl } }: Replaced, shown: EquivalenceResult): string {
    const why = shown.verdict === 'equivalent' ? '' : shown.reason;
    const word =
      shown.verdict === 'different' && 'word' in shown.evidence ? ` (${shown.evidence.word.join(' ')})` : '';
    return `${nameOf(spec)} and ${nameOf(impl)} were not shown to be equivalent: ${shown.verdict}, ${why}${word}`;
  }

  private inconclusive({ question }: Task, reason: string, reasoning: string[]): Result {
    const { name, text, span } = question;
    const common = { file: this.loaded.file, property: name, text, span, engine: 'none', statistics: {} };
    return { ...common, notices: [], verdict: 'inconclusive', reason, reasoning };
  }

  /** The program itself must do what was found with the specification in place. */
  private async broughtBack(
    task: Task,
    result: Extract<Result, { verdict: 'violated' }>,
    system: System,
    reasoning: string[],
  ): Promise<Result> {
    const names = new Set(system.symbols.flatMap(({ name, hidden }) => (hidden ? [] : [name])));
    const visible = ({ name }: { name: string }) => names.has(name);
    if (result.trace.leftOut)
      return this.inconclusive(task, 'what happens with the specification in place is too long', reasoning);
    const word = result.trace.steps.flatMap(({ events }) => events.filter((event) => names.has(event)));
    const interpreter = new Interpreter(task.system);
    const goal = task.question.ask.kind === 'deadlock-free' ? { refusing: [...names] } : {};
    const meter = new Meter({ ...this.budget(), states: this.options.maxStates });
    const reason = `with the specification in place this happens: ${word.join(' ')}; the program itself was not found to do it`;
    try {
      const found = await follow(interpreter, visible, word, goal, meter);
      if (!found.possible || !violates(interpreter, task.question.ask, found.run))
        return this.inconclusive(task, reason, reasoning);
      const trace = replay(interpreter, found.run);
      const links = [...reasoning, 'the program itself does the same: this is its own execution'];
      return { ...result, trace, reasoning: links };
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      return { ...this.inconclusive(task, reason, reasoning), limit: error.limit } as Result;
    }
  }

  private budget(): Budget {
    const now = this.options.now ?? (() => performance.now() / 1000);
    const { memoryBytes: bytes, interrupted } = this.options;
    return { now, deadline: now() + (this.options.timeSeconds ?? 60), bytes, interrupted };
  }
}

function linksOf({ assumption: { spec, impl }, substitution }: Replaced, shown: EquivalenceResult): string[] {
  const strength = shown.verdict === 'equivalent' ? shown.strength : '';
  const seen = substitution.visible.join(', ');
  return [
    `${nameOf(impl)} is ${substitution.replaced.length === 1 ? 'the process' : `the ${substitution.replaced.length} processes`} ${list(substitution.replaced)}, seen by the rest through ${seen}`,
    `${nameOf(spec)} and ${nameOf(impl)} have the same ${shown.relation === 'trace' ? 'traces' : 'traces and stable failures'} (${strength}, ${shown.engine})`,
  ];
}

function list(names: readonly string[]): string {
  return names.length > 4 ? `${names.slice(0, 3).join(', ')} … ${names.at(-1)}` : names.join(', ');
}

/** What must be the same for the answer to carry over, or why it does not. */
function preservation(
  ask: Ask,
  asked: Task,
  isWhole: boolean,
  vanished: readonly string[],
): Needed | { because: string } {
  if (!isWhole) return { because: 'the property brings processes of its own' };
  switch (ask.kind) {
    case 'deadlock-free':
      return 'failures';
    case 'assertions':
      return 'trace';
    case 'order':
      return orderPreserved(ask, asked, vanished);
    default:
      return { because: `equivalence does not carry over to the question '${ask.kind}'` };
  }
}

function orderPreserved(
  { observers, fairness }: Extract<Ask, { kind: 'order' }>,
  asked: Task,
  vanished: readonly string[],
): Needed | { because: string } {
  if (fairness !== undefined) return { because: 'fairness speaks of processes that were replaced' };
  const names = asked.system.symbols.flatMap(({ name, hidden }) => (hidden ? [] : [name]));
  for (const observer of observers) {
    if (observer.acceptance === 'infinite')
      return {
        because: 'the property is about endless executions, and only finite ones are known to be the same',
      };
    for (const atom of observer.atoms) {
      if (atom.kind === 'state') return { because: 'the property speaks of states' };
      const inside = vanished.find((name) => matchesEvent(atom.pattern, { name, arguments: [], text: name }));
      if (inside !== undefined)
        return {
          because: `the property speaks of ${inside}, which happens inside the part that was replaced`,
        };
    }
    if (!ignoresSilence(observer, names))
      return { because: 'the property counts steps in which none of its events happens' };
  }
  return 'trace';
}

const MOST_OBSERVED = 2000;

/** Does a step without events of the property leave the observer where it is, wherever events may bring it? */
function ignoresSilence(observer: Observer, names: readonly string[]): boolean {
  const letters = new Set<number>();
  for (const name of names) {
    let letter = 0;
    observer.atoms.forEach((atom, i) => {
      if (atom.kind === 'event' && matchesEvent(atom.pattern, { name, arguments: [], text: name }))
        letter |= 1 << i;
    });
    letters.add(letter);
  }
  const states = new Set(observer.initial);
  for (const state of states) {
    if (observer.bad(state)) continue;
    const still = observer.successors(state, 0);
    if (still.length !== 1 || still[0] !== state) return false;
    for (const letter of letters) for (const next of observer.successors(state, letter)) states.add(next);
    if (states.size > MOST_OBSERVED) return false;
  }
  return true;
}
