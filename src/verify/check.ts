/**
 * One program, its questions, an answer to each. The engines are chosen and run by `portfolio/`; what they
 * say becomes a result in `settle.ts`.
 */
import type { Budget } from '../engine/budget.js';
import {
  type Compression,
  DEFAULT_SETTINGS,
  type StoreKind,
} from '../engine/reach/compiled/store/settings.js';
import type { Reduction, SearchOrder } from '../engine/reach/reference/index.js';
import { violates } from '../evidence/judge.js';
import { Interpreter } from '../model/interpreter.js';
import { inWhole, withoutAbstractions } from './abstraction.js';
import type { Assumption } from './assumption.js';
import type { Loaded } from './language.js';
import { type Conducted, conduct } from './portfolio/conduct.js';
import { type EngineName, isPlain } from './portfolio/engines.js';
import { planFor, type Wishes } from './portfolio/plan.js';
import type { Result } from './result.js';
import { candidate, entryOf, restsOn, resultOf, upToBound } from './settle.js';
import { type Asked, anythingAsked, type Task, tasksOf } from './task.js';
import { terminationNote } from './termination.js';
import { eventsThatNeverHappen } from './vacuity.js';

export interface CheckOptions extends Asked {
  /** `inequality`, `flow`: proof without visiting states. `reference`: the slow search on the interpreter that everything else is compared with. */
  engine?: 'auto' | EngineName;
  /**
   * Of the inequality engine: how solutions whose flow is not connected are excluded. `published`: by
   * bounding all counts, which proves nothing; `off`: not at all.
   */
  cycles?: 'default' | 'published' | 'off';
  /** Of the flow engine: only these constraints; none where the list is empty. Absent: it finds those it needs. */
  constraints?: string[];
  search?: SearchOrder;
  /** Leave out interleavings that the question cannot tell apart; `auto` (the default) where that is sound. */
  reduction?: Reduction;
  /** In which form states are kept. */
  compression?: Compression;
  /** Whether all states are kept for certain; if not, the answer is at best `inconclusive`. */
  store?: StoreKind;
  /** Of `store: 'bitstate'`: as many bits as 2 to this power. */
  bitstateBits?: number;
  /** How many threads search. */
  workers?: number;
  /** Parts of the program, each with a specification that takes its place once the two are shown to be equivalent. */
  assumeEquivalent?: Assumption[];
  /** For all questions about the program together. */
  timeSeconds?: number;
  memoryBytes?: number;
  maxStates?: number;
  /** Longest executions to look at, in steps of the search. */
  maxDepth?: number;
  /** What needs no engine, because it was answered before. */
  known?: (task: Task) => Result | undefined;
  interrupted?: () => boolean;
  progress?: (progress: CheckProgress) => void;
  /** Seconds since some fixed moment. */
  now?: () => number;
}

export interface CheckProgress {
  property: string;
  states: number;
  transitions: number;
  depth: number;
  bytes: number;
  seconds: number;
  /** What is being done, where it is not counted in states. */
  work?: string;
}

const DEFAULT_SECONDS = 60;
const MOST_SECONDS_MINIMISING = 2;
const MOST_SECONDS_REMARKING = 1;
const DEFAULT_BYTES = 2 * 1024 ** 3;

export async function check(loaded: Loaded, options: CheckOptions = {}): Promise<Result[]> {
  const tasks = tasksOf(loaded.program, options);
  if (!options.assumeEquivalent?.length) {
    const known = tasks.map((task) => options.known?.(task));
    const open = tasks.filter((_, i) => !known[i]);
    const answers = await checkTasks(loaded, open, options);
    return tasks.map((task, i) => known[i] ?? answers[open.indexOf(task)]);
  }
  const { checkWithSpecifications } = await import('./assumption.js');
  return checkWithSpecifications(loaded, tasks, options);
}

/** Some of the questions about a program. */
export async function checkTasks(loaded: Loaded, tasks: Task[], options: CheckOptions): Promise<Result[]> {
  const round = new Round(loaded, options);
  const results: Result[] = [];
  // Where many share the time, all get a short turn first: one that is hard must not leave nothing for others.
  const turn = round.total / (TURNS * tasks.length);
  for (const [i, task] of tasks.entries()) {
    const share = round.left / (tasks.length - i);
    results.push(await round.answer(task, tasks.length > FEW ? Math.min(share, turn) : share));
  }
  const late = tasks.filter((_, i) => ranOut(results[i]));
  for (const [i, task] of late.entries()) {
    const share = Math.max(round.left / (late.length - i), Math.min(round.left, round.total / LEAST));
    if (round.isWorthwhile(task, share)) results[tasks.indexOf(task)] = await round.answer(task, share);
  }
  round.tellUnreachedOnce(tasks, results);
  return results;
}

const FEW = 4;
const TURNS = 4;
/** A question that needs more than its turn gets at least this part of the time, while there is any. */
const LEAST = 8;

const ranOut = (result: Result): boolean => result.verdict === 'inconclusive' && result.limit === 'time';

/** The questions about one program, which share the time. */
class Round {
  private readonly now: () => number;
  private readonly started: number;
  private readonly deadline: number;
  private readonly given = new Map<Task, number>();

  constructor(
    private readonly loaded: Loaded,
    private readonly options: CheckOptions,
  ) {
    this.now = options.now ?? (() => performance.now() / 1000);
    this.started = this.now();
    this.deadline = this.started + (options.timeSeconds ?? DEFAULT_SECONDS);
  }

  get total(): number {
    return this.deadline - this.started;
  }

  get left(): number {
    return this.deadline - this.now();
  }

  /** Whether that is so much more time than it had that it is worth beginning again. */
  isWorthwhile(task: Task, seconds: number): boolean {
    return seconds > 1.5 * (this.given.get(task) ?? seconds) && !this.options.interrupted?.();
  }

  async answer(task: Task, seconds: number): Promise<Result> {
    const { loaded, now } = this;
    const { question, system } = task;
    this.given.set(task, seconds);
    const begun = now();
    const until = begun + seconds;
    const answer = await this.conducted(task, until);
    const result = resultOf(loaded.file, system, question, answer, this.goOn());
    const rests = restsOn(system, answer);
    if (rests.length === 0) {
      if (answer.verdict !== 'holds') return result;
      await this.addRemarks(task, result, now() - begun);
      return upToBound({ ...result, certificate: entryOf(task, answer) }, system, answer);
    }
    // What the model leaves open may be why: look for a violation that needs none of it.
    const exact = withoutAbstractions(system);
    const second = await this.conducted({ ...task, system: exact }, until);
    const run = second.verdict === 'violated' ? inWhole(system, second.run) : undefined;
    const firm = run && violates(new Interpreter(system), question.ask, run) && { ...second, run };
    const sure = firm && firm.verdict === 'violated' && restsOn(system, firm).length === 0;
    return sure ? resultOf(loaded.file, system, question, firm, this.goOn()) : candidate(result, rests);
  }

  /** What a `holds` may hide. It may cost as much as the answer did, and a little more. */
  private async addRemarks(task: Task, result: Result, seconds: number): Promise<void> {
    if (result.verdict !== 'holds') return;
    const { question, system } = task;
    const most = Math.min(this.deadline, this.now() + Math.min(MOST_SECONDS_REMARKING, seconds + 0.1));
    const budget = this.budget(task, most);
    const vacuous = await eventsThatNeverHappen(system, question, budget);
    if (vacuous.length > 0) result.vacuous = vacuous;
    const wanted = this.loaded.language === 'ada' && !anythingAsked(task.asked);
    if (!wanted || question.ask.kind !== 'deadlock-free' || result.strength !== 'exhaustive') return;
    const note = await terminationNote(system, budget);
    if (note !== undefined) result.notices.push(note);
  }

  private async conducted(task: Task, until: number): Promise<Conducted> {
    const { loaded, options, now } = this;
    const { program } = loaded;
    const answered = { statistics: {}, notices: [], attempts: [] };
    const left = until - now();
    if (left <= 0) {
      const reason = 'the time limit was reached before this was looked at';
      return { ...answered, engine: 'none', verdict: 'inconclusive', reason, limit: 'time' };
    }
    const wishes = wishesOf(options);
    if (wishes.engine === 'reference' && wishes.store && !isPlain(wishes.store)) {
      const reason =
        '--compression, --store and --workers are for the compiled search, not for --engine reference';
      return { ...answered, engine: 'reach', verdict: 'inconclusive', reason };
    }
    const hasCoarser = task.system === program.system && program.coarser !== undefined;
    const plan = planFor(task.system, task.question, wishes, left, hasCoarser);
    return conduct({ ...task, program }, plan, this.budget(task, until));
  }

  private budget({ question }: Task, deadline: number): Budget {
    const { options, now, started } = this;
    return {
      now,
      deadline,
      bytes: options.memoryBytes ?? DEFAULT_BYTES,
      states: options.maxStates,
      depth: options.maxDepth,
      interrupted: options.interrupted,
      progress: (progress) => {
        options.progress?.({ ...progress, property: question.name, seconds: now() - started });
      },
      pause: () => new Promise((resolve) => setImmediate(resolve)),
    };
  }

  private goOn(): () => boolean {
    const until = this.now() + MOST_SECONDS_MINIMISING;
    return () => this.now() < until && !this.options.interrupted?.();
  }

  tellUnreachedOnce(tasks: Task[], results: Result[]): void {
    const told = new Set<Task['system']>();
    for (const [i, { system }] of tasks.entries()) {
      const result = results[i];
      if (result.verdict !== 'holds' || !result.unreached) continue;
      if (told.has(system)) delete result.unreached;
      told.add(system);
    }
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
