/** The questions about one program, which share the time: each is answered alone, or with those that one search answers. */
import type { Budget } from '../engine/budget.js';
import { DEFAULT_SETTINGS } from '../engine/reach/compiled/store/settings.js';
import { violates } from '../evidence/judge.js';
import { Interpreter } from '../model/interpreter.js';
import { inWhole, withoutAbstractions } from './abstraction.js';
import type { CheckOptions } from './check.js';
import type { Loaded } from './language.js';
import { type Conducted, conduct } from './portfolio/conduct.js';
import { ENGINES, isPlain } from './portfolio/engines.js';
import { planFor, type Wishes } from './portfolio/plan.js';
import { conductTogether } from './portfolio/together.js';
import type { Result } from './result.js';
import { candidate, entryOf, restsOn, resultOf, upToBound } from './settle.js';
import { anythingAsked, type Task } from './task.js';
import { terminationNote } from './termination.js';
import { eventsThatNeverHappen } from './vacuity.js';

const DEFAULT_SECONDS = 60;
const MOST_SECONDS_MINIMISING = 2;
const MOST_SECONDS_REMARKING = 1;
const DEFAULT_BYTES = 2 * 1024 ** 3;
/** Where a violation of one of several questions may have to be looked at again: what that must leave. */
const FIRST_LOOK = 3 / 4;

/** Some of the questions about a program. */
export async function checkTasks(loaded: Loaded, tasks: Task[], options: CheckOptions): Promise<Result[]> {
  const round = new Round(loaded, options);
  const results = new Map<Task, Result>();
  // All get a short turn first: one that is hard must not leave nothing for others, and what these do not need is
  // left for it.
  const groups = await round.groups(tasks);
  const turn = round.total / Math.max(TURN, TURNS * groups.length);
  let waiting = tasks.length;
  for (const group of groups) {
    const share = (group.length * round.left) / waiting;
    await round.answer(group, groups.length > 1 ? Math.min(share, turn) : share, results);
    waiting -= group.length;
  }
  const late = tasks.filter((task) => ranOut(results.get(task)!));
  waiting = late.length;
  for (const group of await round.groups(late)) {
    const fair = (group.length * round.left) / waiting;
    const share = Math.max(fair, Math.min(round.left, (group.length * round.total) / LEAST));
    if (round.isWorthwhile(group, share)) await round.answer(group, share, results);
    waiting -= group.length;
  }
  for (const task of tasks) {
    const result = results.get(task)!;
    // Its turn was over, not the time: it would have had another.
    if (round.isInterrupted && round.left > 0 && ranOut(result))
      results.set(task, {
        ...result,
        limit: 'interrupted',
        reason: 'the run was interrupted before this was decided',
      });
  }
  const told = tasks.map((task) => results.get(task)!);
  tellUnreachedOnce(tasks, told);
  return told;
}

/** The first turns take at most one part in so many of the time together, and each one in so many. */
const TURNS = 4;
const TURN = 16;
/** A question that needs more than its turn gets at least this part of the time, while there is any. */
const LEAST = 8;

const ranOut = (result: Result): result is Extract<Result, { verdict: 'inconclusive' }> =>
  result.verdict === 'inconclusive' && result.limit === 'time';

class Round {
  private readonly now: () => number;
  private readonly started: number;
  private readonly deadline: number;
  private readonly wishes: Wishes;
  private readonly given = new Map<Task, number>();

  constructor(
    private readonly loaded: Loaded,
    private readonly options: CheckOptions,
  ) {
    this.now = options.now ?? (() => performance.now() / 1000);
    this.started = this.now();
    this.deadline = this.started + (options.timeSeconds ?? DEFAULT_SECONDS);
    this.wishes = wishesOf(options);
  }

  get total(): number {
    return this.deadline - this.started;
  }

  get left(): number {
    return this.deadline - this.now();
  }

  get isInterrupted(): boolean {
    return this.options.interrupted?.() === true;
  }

  /** The tasks, those together that one use of the engine answers that comes first in their plans. */
  async groups(tasks: Task[]): Promise<Task[][]> {
    const { engine = 'auto', reduction = 'auto' } = this.wishes;
    const { together } = ENGINES[engine === 'auto' ? 'reach' : engine];
    const groups: Task[][] = [];
    for (const system of new Set(tasks.map((task) => task.system))) {
      const about = tasks.filter((task) => task.system === system);
      const asks = about.map(({ question }) => question.ask);
      const indices =
        together && about.length > 1
          ? await together.groups(system, asks, { reduction })
          : about.map((_, i) => [i]);
      groups.push(...indices.map((group) => group.map((i) => about[i])));
    }
    return groups.sort(([a], [b]) => tasks.indexOf(a) - tasks.indexOf(b));
  }

  /** Whether that is so much more time than they had that it is worth beginning again. */
  isWorthwhile(group: Task[], seconds: number): boolean {
    const given = Math.max(...group.map((task) => this.given.get(task) ?? seconds));
    return seconds > 1.5 * given && !this.isInterrupted;
  }

  /** Answers the questions of a group in so much time. */
  async answer(group: Task[], seconds: number, results: Map<Task, Result>): Promise<void> {
    const { loaded, now } = this;
    const begun = now();
    const until = begun + seconds;
    const [{ system }] = group;
    const again = group.length > 1 && hasAbstractions(system);
    const answers = await this.conducted(group, again ? begun + FIRST_LOOK * seconds : until);
    const taken = now() - begun;
    const unsure: { task: Task; result: Result; rests: string[] }[] = [];
    for (const [i, task] of group.entries()) {
      this.given.set(task, seconds);
      const answer = answers[i];
      const result = resultOf(loaded.file, system, task.question, answer, this.goOn());
      results.set(task, result);
      const rests = restsOn(system, answer);
      if (rests.length > 0) unsure.push({ task, result, rests });
      if (answer.verdict !== 'holds') continue;
      await this.addRemarks(task, result, taken);
      results.set(task, upToBound({ ...result, certificate: entryOf(task, answer) }, system, answer));
    }
    if (unsure.length === 0) return;
    // What the model leaves open may be why: look for violations that need none of it.
    const exact = withoutAbstractions(system);
    const second = await this.conducted(
      unsure.map(({ task }) => ({ ...task, system: exact })),
      until,
    );
    for (const [i, { task, result, rests }] of unsure.entries())
      results.set(task, this.firmly(task, second[i]) ?? candidate(result, rests));
  }

  /** The result of a violation that needs nothing which the model leaves open, if it is one. */
  private firmly({ system, question }: Task, answer: Conducted): Result | undefined {
    if (answer.verdict !== 'violated') return undefined;
    const run = inWhole(system, answer.run);
    if (!run || !violates(new Interpreter(system), question.ask, run)) return undefined;
    const firm: Conducted = { ...answer, run };
    if (restsOn(system, firm).length > 0) return undefined;
    return resultOf(this.loaded.file, system, question, firm, this.goOn());
  }

  /** What a `holds` may hide. It may cost as much as the answer did, and a little more. */
  private async addRemarks(task: Task, result: Result, seconds: number): Promise<void> {
    if (result.verdict !== 'holds') return;
    const { question, system } = task;
    const most = Math.min(this.deadline, this.now() + Math.min(MOST_SECONDS_REMARKING, seconds + 0.1));
    const budget = this.budget([task], most);
    const vacuous = await eventsThatNeverHappen(system, question, budget);
    if (vacuous.length > 0) result.vacuous = vacuous;
    const wanted = this.loaded.language === 'ada' && !anythingAsked(task.asked);
    if (!wanted || question.ask.kind !== 'deadlock-free' || result.strength !== 'exhaustive') return;
    const note = await terminationNote(system, budget);
    if (note !== undefined) result.notices.push(note);
  }

  private async conducted(group: Task[], until: number): Promise<Conducted[]> {
    const { wishes } = this;
    const { program } = this.loaded;
    const nothing = { statistics: {}, notices: [], attempts: [], verdict: 'inconclusive' as const };
    const left = until - this.now();
    // A search may be over before it looks up, and there may be many of them: signals come in here, too.
    await pause();
    if (this.isInterrupted) {
      const reason = 'the run was interrupted before this was looked at';
      return group.map(() => ({ ...nothing, engine: 'none', reason, limit: 'interrupted' }));
    }
    if (left <= 0) {
      const reason = 'the time limit was reached before this was looked at';
      return group.map(() => ({ ...nothing, engine: 'none', reason, limit: 'time' }));
    }
    if (wishes.engine === 'reference' && wishes.store && !isPlain(wishes.store)) {
      const reason =
        '--compression, --store and --workers are for the compiled search, not for --engine reference';
      return group.map(() => ({ ...nothing, engine: 'reach', reason }));
    }
    const inquiries = group.map((task) => ({ ...task, program }));
    const plans = group.map(({ system, question }) => {
      const hasCoarser = system === program.system && program.coarser !== undefined;
      return planFor(system, question, wishes, left, hasCoarser);
    });
    const budget = this.budget(group, until);
    if (group.length === 1) return [await conduct(inquiries[0], plans[0], budget)];
    return conductTogether(inquiries, plans, budget);
  }

  private budget(group: Task[], deadline: number): Budget {
    const { options, now, started } = this;
    const property = group.map(({ question }) => question.name).join(', ');
    return {
      now,
      deadline,
      bytes: options.memoryBytes ?? DEFAULT_BYTES,
      states: options.maxStates,
      depth: options.maxDepth,
      interrupted: options.interrupted,
      progress: (progress) => {
        options.progress?.({ ...progress, property, seconds: now() - started });
      },
      pause,
    };
  }

  private goOn(): () => boolean {
    const until = this.now() + MOST_SECONDS_MINIMISING;
    return () => this.now() < until && !this.isInterrupted;
  }
}

/** Two turns: in the first one only what had come in before the work was done may be looked at. */
const pause = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

const hasAbstractions = ({ types }: Task['system']): boolean =>
  types.some(({ steps }) => steps.some(({ abstracted }) => abstracted !== undefined));

function tellUnreachedOnce(tasks: Task[], results: Result[]): void {
  const told = new Set<Task['system']>();
  for (const [i, { system }] of tasks.entries()) {
    const result = results[i];
    if (result.verdict !== 'holds' || !result.unreached) continue;
    if (told.has(system)) delete result.unreached;
    told.add(system);
  }
}

function wishesOf(options: CheckOptions): Wishes {
  const { engine, search, reduction, compression, store, bitstateBits, workers } = options;
  const cycles = { default: 'eliminate', published: 'published', off: 'ignore' } as const;
  return {
    engine,
    order: search,
    reduction,
    store: {
      compression: compression ?? DEFAULT_SETTINGS.compression,
      store: store ?? DEFAULT_SETTINGS.store,
      bits: bitstateBits,
      workers: workers ?? DEFAULT_SETTINGS.workers,
      headStart: DEFAULT_SETTINGS.headStart,
    },
    cycles: cycles[options.cycles ?? 'default'],
    constraints: options.constraints,
    maxStates: options.maxStates,
    maxDepth: options.maxDepth,
  };
}
