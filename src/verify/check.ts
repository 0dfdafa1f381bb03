/**
 * One program, its questions, an answer to each. A `violated` leaves here only after its run was
 * replayed on the reference interpreter and judged to violate the question.
 */
import type { Answer } from '../engine/answer.js';
import type { Budget } from '../engine/budget.js';
import { proveIsolated } from '../engine/inequality/isolated.js';
import { reachCompiled } from '../engine/reach/compiled/index.js';
import {
  type Compression,
  DEFAULT_SETTINGS,
  type StoreKind,
  type StoreSettings,
} from '../engine/reach/compiled/store/settings.js';
import { type Reduction, reach, type SearchOrder } from '../engine/reach/reference/index.js';
import { violates } from '../evidence/judge.js';
import { minimise } from '../evidence/minimise.js';
import { replay } from '../evidence/replay.js';
import { stuckness } from '../evidence/waiting.js';
import { InputError, type Reading } from '../model/diagnostic.js';
import { Interpreter } from '../model/interpreter.js';
import type { SourceText } from '../model/source.js';
import type { System } from '../model/system.js';
import type { Run } from '../model/transition.js';
import { bindProperties, builtInQuestion, declaredQuestions, parseProperties } from '../property/index.js';
import type { Question } from '../property/question.js';
import { abstractionsOf, BOUND, boundsOf, inWhole, withoutAbstractions } from './abstraction.js';
import { type Assumption, checkWithSpecifications } from './assumption.js';
import type { Loaded } from './load.js';
import type { Result } from './result.js';
import { unreachedCode } from './unreached.js';

export interface CheckOptions {
  /** Property files or texts; when anything is asked here, only that is checked. */
  properties?: SourceText[];
  /** Formulas of linear temporal logic. */
  ltl?: string[];
  /** Ask for freedom from deadlock. */
  deadlock?: boolean;
  /** Only executions that are weakly fair to every process count, where a property is about endless ones. */
  fair?: boolean;
  /** `inequality`: proof without visiting states. `reference`: the slow search on the interpreter that everything else is compared with. */
  engine?: 'auto' | 'reach' | 'inequality' | 'reference';
  /**
   * Of the inequality engine: how solutions whose flow is not connected are excluded. `published`: by
   * bounding all counts, which proves nothing; `off`: not at all.
   */
  cycles?: 'default' | 'published' | 'off';
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
  timeSeconds?: number;
  memoryBytes?: number;
  maxStates?: number;
  /** Longest executions to look at, in steps of the search. */
  maxDepth?: number;
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
const DEFAULT_BYTES = 2 * 1024 ** 3;

/** A question and the system it is asked of (a declared formula may bring its own). */
export interface Task {
  question: Question;
  system: System;
}

export async function check(loaded: Loaded, options: CheckOptions = {}): Promise<Result[]> {
  const tasks = tasksOf(loaded, options);
  const results: Result[] = anythingAsked(options) ? [] : unasked(loaded);
  if (options.assumeEquivalent?.length) {
    results.push(...(await checkWithSpecifications(loaded, tasks, options)));
  } else results.push(...(await checkTasks(loaded, tasks, options)));
  return results;
}

/** Some of the questions about a program. */
export async function checkTasks(loaded: Loaded, tasks: Task[], options: CheckOptions): Promise<Result[]> {
  const now = options.now ?? (() => performance.now() / 1000);
  const started = now();
  const deadline = started + (options.timeSeconds ?? DEFAULT_SECONDS);
  const results: Result[] = [];
  const told = new Set<System>();
  for (const { question, system } of tasks) {
    const budget: Budget = {
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
    const goOn = () => {
      const until = now() + MOST_SECONDS_MINIMISING;
      return () => now() < until && !options.interrupted?.();
    };
    const coarser =
      system === loaded.program.system && isSafety(question) ? loaded.program.coarser : undefined;
    if (coarser) budget.deadline = now() + (deadline - now()) / 2;
    let answer = await answerOf(system, question, budget, options);
    if (coarser && answer.verdict === 'inconclusive' && answer.limit === 'time') {
      budget.deadline = deadline;
      const coarse = coarser();
      const second = await answerOf(coarse, question, budget, options);
      const notices = [...second.notices, COARSER];
      if (second.verdict === 'holds' && boundsOf(coarse).length === 0) answer = { ...second, notices };
    }
    if (answer.verdict === 'holds' && answer.unreached) {
      if (told.has(system)) delete answer.unreached;
      told.add(system);
    }
    const result = resultOf(loaded, system, question, answer, goOn());
    const rests = restsOn(system, answer);
    if (rests.length === 0) {
      results.push(answer.verdict === 'holds' ? upToBound(result, system) : result);
      continue;
    }
    // What the model leaves open may be why: look for a violation that needs none of it.
    const exact = withoutAbstractions(system);
    const second = await answerOf(exact, question, budget, options);
    const run = second.verdict === 'violated' ? inWhole(system, second.run) : undefined;
    const firm = run && violates(new Interpreter(system), question.ask, run) && { ...second, run };
    const sure = firm && firm.verdict === 'violated' && restsOn(system, firm).length === 0;
    results.push(sure ? resultOf(loaded, system, question, firm, goOn()) : candidate(result, rests));
  }
  return results;
}

const COARSER = 'shown on a coarser model, in which uncounted loops go round any number of times';

/** What a system with more executions can only answer for the worse. */
const isSafety = ({ ask }: Question): boolean =>
  ask.kind === 'deadlock-free' ||
  ask.kind === 'assertions' ||
  (ask.kind === 'order' && ask.observers.every((observer) => observer.acceptance === 'finite'));

const restsOn = (system: System, answer: Answer): string[] =>
  answer.verdict === 'violated' ? abstractionsOf(new Interpreter(system), answer.run) : [];

/** A violation that needs a step which the program may not be able to take. */
function candidate(result: Result, rests: string[]): Result {
  if (result.verdict !== 'violated') return result;
  const { trace, reason, ...common } = result;
  const named = rests.map((what) => what.replace(BOUND, '')).join('; ');
  return {
    ...common,
    verdict: 'inconclusive',
    reason: `a candidate was found (${reason}), but it depends on what the model leaves open: ${named}`,
    candidate: trace,
  };
}

/** Nothing is wrong as far as the model goes. */
function upToBound(result: Result, system: System): Result {
  const bounds = boundsOf(system);
  if (result.verdict !== 'holds' || bounds.length === 0) return result;
  const { strength: _, ...common } = result;
  const reason = `it holds as far as the model goes; executions are followed no further where there is ${bounds.join('; ')}`;
  return { ...common, verdict: 'inconclusive', reason };
}

/** The compiled search, or the one on the interpreter where that is asked for or nothing else will do. */
async function answerOf(
  system: System,
  question: Question,
  budget: Budget,
  options: CheckOptions,
): Promise<Answer & { engine: string }> {
  const { engine, search, reduction = 'auto' } = options;
  if (budget.deadline !== undefined && budget.now() >= budget.deadline) {
    const reason = 'the time limit was reached before this was looked at';
    return { engine: 'none', verdict: 'inconclusive', reason, limit: 'time', statistics: {}, notices: [] };
  }
  const byInterpreter = async () => ({
    engine: 'reference',
    // The slow search is there to compare with: it leaves out nothing unless it is told what.
    ...(await reach(system, question, budget, {
      order: search,
      reduction: reduction === 'auto' ? 'none' : reduction,
    })),
  });
  if (engine === 'inequality') {
    const cycles = { default: 'eliminate', published: 'published', off: 'ignore' } as const;
    const answer = await proveIsolated(system, question, budget, {
      cycles: cycles[options.cycles ?? 'default'],
    });
    return { engine, ...answer };
  }
  const settings = settingsOf(options);
  const unused = unusable(options, settings);
  if (unused)
    return { engine: 'reach', verdict: 'inconclusive', reason: unused, statistics: {}, notices: [] };
  if (engine === 'reference') return byInterpreter();
  const answer = await reachCompiled(system, question, budget, search, settings, reduction);
  if (answer.verdict !== 'unsupported') return { engine: 'reach', ...answer };
  if (!isDefault(settings))
    return {
      engine: 'reach',
      verdict: 'inconclusive',
      reason: `only the compiled search has stores and workers, and ${answer.reason}`,
      statistics: {},
      notices: [],
    };
  const slow = await byInterpreter();
  return { ...slow, notices: [...slow.notices, `searched on the interpreter: ${answer.reason}`] };
}

function settingsOf({ compression, store, bitstateBits, workers }: CheckOptions): StoreSettings {
  return {
    compression: compression ?? DEFAULT_SETTINGS.compression,
    store: store ?? DEFAULT_SETTINGS.store,
    bits: bitstateBits,
    workers: workers ?? DEFAULT_SETTINGS.workers,
    headStart: DEFAULT_SETTINGS.headStart,
  };
}

const isDefault = ({ compression, store, workers }: StoreSettings): boolean =>
  compression === DEFAULT_SETTINGS.compression &&
  store === DEFAULT_SETTINGS.store &&
  workers === DEFAULT_SETTINGS.workers;

/** Only the compiled search keeps states as the settings say. */
function unusable({ engine }: CheckOptions, settings: StoreSettings): string | undefined {
  if (isDefault(settings)) return undefined;
  const asked = '--compression, --store and --workers';
  if (engine === 'reference') return `${asked} are for the compiled search, not for --engine reference`;
  return undefined;
}

/** All that is asked of a program. */
export function tasksOf(loaded: Loaded, options: CheckOptions): Task[] {
  const { system } = loaded.program;
  const tasks: Task[] = [];
  const ask = (...questions: Question[]) => {
    for (const question of questions) tasks.push({ question, system });
  };
  const everything = !anythingAsked(options);
  if (options.deadlock || everything) ask(builtInQuestion('deadlock-free'));
  if (everything) {
    if (canGoWrong(system)) ask(builtInQuestion('assertions'));
    for (const declared of accepted(declaredQuestions(loaded.program))) {
      tasks.push({ question: declared.question, system: declared.system ?? system });
    }
  }
  const inline = (options.ltl ?? []).map((formula) => ({ file: '--ltl', text: `ltl ${formula}` }));
  for (const source of [...(options.properties ?? []), ...inline]) {
    ask(...accepted(bindProperties(accepted(parseProperties(source)), system)));
  }
  return options.fair ? tasks.map(fairly) : tasks;
}

function anythingAsked(options: CheckOptions): boolean {
  return Boolean(options.deadlock || options.properties?.length || options.ltl?.length);
}

/** Properties of the program that cannot be asked are answered, not passed over. */
function unasked({ file, program }: Loaded): Result[] {
  return program.declared.flatMap((declared): Result[] => {
    if (declared.kind !== 'unasked') return [];
    const { name, reason, span } = declared;
    const common = { file, property: name, text: name, span, engine: 'none', statistics: {}, notices: [] };
    return [{ ...common, verdict: 'inconclusive', reason }];
  });
}

function fairly(task: Task): Task {
  const { ask } = task.question;
  if (ask.kind !== 'order' || !ask.observers.some((observer) => observer.acceptance === 'infinite'))
    return task;
  const question = { ...task.question, ask: { ...ask, fairness: ask.fairness ?? ('weak' as const) } };
  return { ...task, question };
}

/** Is there anything that an execution of the program itself could break? */
function canGoWrong(system: System): boolean {
  return (
    system.variables.length > 0 ||
    system.types.some(
      (type) =>
        type.observes === undefined &&
        (type.variables.length > 0 ||
          type.locations.some((location) => location.marks?.includes('error')) ||
          type.steps.some((step) => step.effects.length > 0)),
    )
  );
}

function resultOf(
  loaded: Loaded,
  system: System,
  question: Question,
  answer: Answer & { engine: string },
  goOn: () => boolean,
): Result {
  const common = {
    file: loaded.file,
    property: question.name,
    text: question.text,
    span: question.span,
    engine: answer.engine,
    statistics: answer.statistics,
    notices: [...(question.notices ?? []), ...answer.notices],
  };
  if (answer.verdict === 'holds') {
    const unreached = answer.unreached && unreachedCode(system, answer.unreached);
    return { ...common, verdict: 'holds', strength: answer.strength, ...(unreached ? { unreached } : {}) };
  }
  if (answer.verdict === 'inconclusive') {
    return { ...common, verdict: 'inconclusive', reason: answer.reason, limit: answer.limit };
  }
  const interpreter = new Interpreter(system);
  const stillViolates = (run: Run) => violates(interpreter, question.ask, run);
  if (!stillViolates(answer.run))
    throw new Error(`the run found against '${question.name}' does not violate it`);
  const run =
    question.ask.kind === 'progress' ? answer.run : minimise(interpreter, answer.run, stillViolates, goOn);
  const trace = replay(interpreter, run);
  const how = question.ask.kind === 'deadlock-free' ? stuckness(trace.ending) : undefined;
  const reason = how === undefined ? answer.reason : `${answer.reason}; ${how}`;
  return { ...common, verdict: 'violated', reason, trace };
}

function accepted<T>(reading: Reading<T>): T {
  if (!reading.ok) throw new InputError(reading.diagnostics);
  return reading.value;
}
