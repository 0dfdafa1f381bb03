/**
 * The reachability engine, compiled: the system becomes WebAssembly that expands packed states and
 * searches among them.
 *
 * `holds (exhaustive)`: all reachable states were visited and none violates. `violated`: this run does
 * it; each of its steps was found again by the reference interpreter. `unsupported`: the system or the
 * question has something that is not compiled, and the reference engine should be asked. It abstains
 * when a limit of the budget is reached.
 */
import { Interpreter } from '../../../model/interpreter.js';
import type { System } from '../../../model/system.js';
import type { Watch } from '../../../model/watch.js';
import type { Observer } from '../../../property/observer.js';
import type { Ask, Question } from '../../../property/question.js';
import { type Answer, type Statistics, total, type UnreachedStep } from '../../answer.js';
import type { Budget } from '../../budget.js';
import { type Prepared, prepare, specialised, unprepared, withThoseWhoEnded } from '../prepare/index.js';
import { type Exploration, FAULT_NOTICE, type Reduction, type SearchOrder } from '../reference/index.js';
import { LimitReached, watchOf } from '../reference/meter.js';
import { isAboutAnyProcess, symmetryOf } from '../symmetry/index.js';
import { withMachine } from './compile.js';
import { type Finding, Inquiry } from './inquiry.js';
import { type Liberties, Unsupported } from './program/scene.js';
import { methodOf } from './reduction/method.js';
import type { Method } from './reduction/tables.js';
import { withRoom } from './room.js';
import { Limits } from './search/limits.js';
import { BreadthFirst } from './search/queue.js';
import { refusal } from './store/choice.js';
import { DEFAULT_SETTINGS, type StoreSettings } from './store/settings.js';
import { searchTogether } from './workers/together.js';

export type CompiledAnswer = Answer | { verdict: 'unsupported'; reason: string };

export async function reachCompiled(
  system: System,
  question: Question,
  budget: Budget,
  order: SearchOrder = 'breadth',
  settings: StoreSettings = DEFAULT_SETTINGS,
  reduction: Reduction = 'none',
): Promise<CompiledAnswer> {
  const { ask } = question;
  const hindrance = hindranceTo(ask, budget, order, settings, reduction);
  if (hindrance) return hindrance;
  const prepared = preparedFor(system, [ask], reduction, budget);
  if (prepared instanceof LimitReached) return cutShort(prepared, {});
  const answer = await withRoom(prepared.system, budget, async (roomy, tentativeSlots) => {
    const liberties = libertiesFor(roomy, reduction, tentativeSlots);
    if (typeof liberties === 'string') return undecided(liberties);
    return searchAlone(roomy, ask, { budget, order, settings, reduction, liberties });
  });
  return told(answer, prepared, ask);
}

/** Who names a reduction wants to see what it does to the system as it is. */
function preparedBy(reduction: Reduction, system: System, asks: readonly Ask[], watch: Watch): Prepared {
  if (reduction === 'symmetry') {
    // Not all that could be reached is: exchanged processes have the same steps, but each has them as its own.
    return { ...withThoseWhoEnded(prepare(system, asks, watch)), unreached: undefined };
  }
  if (reduction === 'auto') return prepare(system, asks, watch);
  return reduction === 'none' ? specialised(system, asks, watch) : unprepared(system);
}

function preparedFor(
  system: System,
  asks: readonly Ask[],
  reduction: Reduction,
  budget: Budget,
): Prepared | LimitReached {
  try {
    return preparedBy(reduction, system, asks, watchOf(budget));
  } catch (error) {
    if (error instanceof LimitReached) return error;
    throw error;
  }
}

/** What the search need not keep to; or why there is nothing to be gained. */
function libertiesFor(
  system: System,
  reduction: Reduction,
  tentativeSlots: Liberties['tentativeSlots'],
): Liberties | string {
  if (reduction !== 'symmetry') return { tentativeSlots, followsAlone: reduction === 'auto' };
  const exchangeable = symmetryOf(new Interpreter(system));
  if (exchangeable.length === 0) return 'there are no processes that can be exchanged';
  return { tentativeSlots, followsAlone: true, exchangeable };
}

/** The answer in terms of the system that was asked about. */
function told<A extends CompiledAnswer>(answer: A, prepared: Prepared, ask: Ask): A {
  if (answer.verdict === 'violated') return { ...answer, run: prepared.run(answer.run, ask) };
  if (answer.verdict !== 'holds' || !answer.unreached) return answer;
  return { ...answer, unreached: prepared.unreached?.(answer.unreached) };
}

/** How a search is made. */
interface Conditions {
  budget: Budget;
  order: SearchOrder;
  settings: StoreSettings;
  reduction: Reduction;
  liberties: Liberties;
  /** Of an attempt before this one, with less room: a reduction did not pay. */
  learnt?: { reductionGivenUp?: boolean };
}

async function searchAlone(
  system: System,
  ask: Ask,
  { budget, order, settings, reduction, liberties }: Conditions,
): Promise<CompiledAnswer> {
  const interpreter = new Interpreter(system);
  const losses: string[] = [];
  let unreached: UnreachedStep[] | undefined;
  const notices = new Set<string>();
  const spent: Statistics[] = [];
  for (const observer of ask.kind === 'order' ? ask.observers : [undefined]) {
    const method = methodFor(interpreter, [ask], observer, settings, reduction);
    if (typeof method === 'string') return undecided(method);
    const inquiry = new Inquiry(interpreter, [ask], observer, budget, settings, method, liberties);
    const answer = answerOf(inquiry, 0, ask, await ending(inquiry, order));
    if (answer.verdict === 'unsupported') return answer;
    spent.push(answer.statistics);
    if (answer.verdict !== 'holds') return { ...answer, statistics: total(spent) };
    if (inquiry.loss) losses.push(inquiry.loss);
    unreached = answer.unreached;
    for (const notice of answer.notices) notices.add(notice);
  }
  const common = { statistics: total(spent), notices: [...notices] };
  return afterLosses({ verdict: 'holds', strength: 'exhaustive', unreached, ...common }, losses, settings);
}

/**
 * Answers questions of which each is decided by single states, in one search: see `grouping.ts` for those
 * that get the answers they would get alone. `settled` is told of a violation as soon as it is found.
 */
export async function reachCompiledTogether(
  system: System,
  questions: readonly Question[],
  budget: Budget,
  order: SearchOrder = 'breadth',
  settings: StoreSettings = DEFAULT_SETTINGS,
  reduction: Reduction = 'none',
  settled: (question: number, answer: Answer) => void = () => {},
): Promise<CompiledAnswer[]> {
  const asks = questions.map(({ ask }) => ask);
  const hindrance = hindranceTo(asks[0], budget, order, settings, reduction);
  if (hindrance) return asks.map(() => hindrance);
  const prepared = preparedFor(system, asks, reduction, budget);
  if (prepared instanceof LimitReached) return asks.map(() => cutShort(prepared, {}));
  const learnt: Conditions['learnt'] = {};
  const answers = await withRoom(prepared.system, budget, async (roomy, tentativeSlots) => {
    const liberties = libertiesFor(roomy, reduction, tentativeSlots);
    if (typeof liberties === 'string') return asks.map(() => undecided(liberties));
    return searchAtOnce(roomy, asks, { budget, order, settings, reduction, liberties, learnt }, (i, answer) =>
      settled(i, told(answer, prepared, asks[i])),
    );
  });
  return answers.map((answer, i) => told(answer, prepared, asks[i]));
}

async function searchAtOnce(
  system: System,
  asks: readonly Ask[],
  { budget, order, settings, reduction, liberties, learnt }: Conditions,
  settled: (question: number, answer: Answer) => void,
): Promise<CompiledAnswer[]> {
  const interpreter = new Interpreter(system);
  const method = learnt?.reductionGivenUp
    ? undefined
    : methodFor(interpreter, asks, undefined, settings, reduction);
  if (typeof method === 'string') return asks.map(() => undecided(method));
  const inquiry = new Inquiry(
    interpreter,
    asks,
    undefined,
    budget,
    settings,
    method,
    liberties,
    (i, finding) => settled(i, violated(finding)),
  );
  const ended = await ending(inquiry, order).finally(() => {
    if (learnt && inquiry.reductionGivenUp) learnt.reductionGivenUp = true;
  });
  return asks.map((ask, i) => {
    const answer = answerOf(inquiry, i, ask, ended);
    return answer.verdict === 'holds'
      ? afterLosses(answer, inquiry.loss ? [inquiry.loss] : [], settings)
      : answer;
  });
}

/** What keeps a question from being searched in this way at all. */
function hindranceTo(
  ask: Ask,
  budget: Budget,
  order: SearchOrder,
  settings: StoreSettings,
  reduction: Reduction,
): CompiledAnswer | undefined {
  if (ask.kind === 'order' && ask.fairness === 'strong')
    return { verdict: 'unsupported', reason: 'strong fairness is not compiled' };
  const alone = settings.workers === 1;
  if (reduction === 'symmetry' && (order !== 'breadth' || !isAboutAnyProcess(ask)))
    return undecided(
      "the reduction 'symmetry' searches breadth first, for deadlocks and failed assertions only",
    );
  if (!alone && budget.depth !== undefined)
    return undecided('--workers do not know how deep they are, so they cannot keep to --max-depth');
  const named = reduction !== 'none' && reduction !== 'auto';
  const refused =
    alone || !named
      ? refusal(settings, ask, reduction.includes('conflict') ? 'depth' : order)
      : `--workers search in no fixed order, and the reduction '${reduction}' depends on it`;
  return refused ? undecided(refused) : undefined;
}

const methodFor = (
  interpreter: Interpreter,
  asks: readonly Ask[],
  observer: Observer | undefined,
  { workers }: StoreSettings,
  reduction: Reduction,
): Method | string | undefined =>
  workers === 1 && reduction !== 'symmetry' ? methodOf(interpreter, asks, observer, reduction) : undefined;

/** Searches to the end; or to where it could not go on. */
async function ending(inquiry: Inquiry, order: SearchOrder): Promise<Unsupported | LimitReached | undefined> {
  try {
    await inquiry.search(order);
    return undefined;
  } catch (error) {
    if (error instanceof Unsupported || error instanceof LimitReached) return error;
    throw error;
  }
}

function answerOf(
  inquiry: Inquiry,
  question: number,
  ask: Ask,
  ended: Unsupported | LimitReached | undefined,
): CompiledAnswer {
  const finding = inquiry.findings[question];
  if (finding) return violated(finding);
  if (ended instanceof Unsupported) return { verdict: 'unsupported', reason: ended.message };
  const statistics = total([inquiry.statistics]);
  if (ended) return cutShort(ended, statistics);
  const notices = inquiry.faulted && ask.kind !== 'assertions' ? [FAULT_NOTICE] : [];
  return { verdict: 'holds', strength: 'exhaustive', unreached: inquiry.unreached, statistics, notices };
}

const cutShort = ({ message, limit }: LimitReached, statistics: Statistics): Answer => ({
  verdict: 'inconclusive',
  reason: `${message} was reached before all states were visited`,
  limit,
  statistics,
  notices: [],
});

const violated = ({ run, reason, statistics }: Finding): Answer => ({
  verdict: 'violated',
  run,
  reason,
  statistics: total([statistics]),
  notices: [],
});

const undecided = (reason: string): Answer => ({
  verdict: 'inconclusive',
  reason,
  statistics: {},
  notices: [],
});

/** A set of states that may have left out some shows nothing by finding nothing. */
function afterLosses(
  answer: Extract<Answer, { verdict: 'holds' }>,
  losses: string[],
  { store }: StoreSettings,
): Answer {
  if (losses.length === 0) return answer;
  const reason = `no violation was found, but --store ${store} may leave out states: ${losses.join('; ')}`;
  const { statistics, notices } = answer;
  return { verdict: 'inconclusive', reason, statistics, notices };
}

export interface CompiledExploration extends Exploration {
  /** Bytes of tables and queue at the end, and of all the memory that was taken on the way. */
  bytes: number;
  memory: number;
  /** How long the search took that came to its end, once there was code for it. */
  seconds: number;
}

/** Counts everything that can be reached. Throws where the budget does not suffice. */
export async function exploreCompiled(
  system: System,
  budget: Budget,
  settings: StoreSettings = DEFAULT_SETTINGS,
): Promise<CompiledExploration | { unsupported: string }> {
  const purpose = { kind: 'everything' } as const;
  try {
    const watch = watchOf(budget);
    return await withRoom(specialised(system, [], watch).system, budget, (roomy, tentativeSlots) => {
      const liberties = { tentativeSlots };
      const { bytes } = budget;
      const plan = { order: 'breadth', purpose, bytes, settings, liberties, watch } as const;
      return withMachine(new Interpreter(roomy), plan, async (machine, keys) => {
        const limits = new Limits(budget);
        const search = new BreadthFirst(machine);
        search.begin(keys);
        await searchTogether(search, settings, purpose, limits);
        return {
          states: machine.count,
          transitions: Number(machine.instance.getLong('transitions')),
          deadlocks: machine.instance.get('deadlocks'),
          terminations: machine.instance.get('terminations'),
          bytes: machine.arena.used,
          memory: machine.arena.extent,
          seconds: limits.seconds,
        };
      });
    });
  } catch (error) {
    if (error instanceof Unsupported) return { unsupported: error.message };
    throw error;
  }
}
