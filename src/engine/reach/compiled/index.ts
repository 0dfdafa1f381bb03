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
import type { Observer } from '../../../property/observer.js';
import type { Question } from '../../../property/question.js';
import { type Answer, type Statistics, total, type UnreachedStep } from '../../answer.js';
import type { Budget } from '../../budget.js';
import { type Exploration, FAULT_NOTICE, type Reduction, type SearchOrder } from '../reference/index.js';
import { LimitReached } from '../reference/meter.js';
import { withMachine } from './compile.js';
import { Inquiry } from './inquiry.js';
import { Unsupported } from './program/scene.js';
import { methodOf } from './reduction/method.js';
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
  if (ask.kind === 'order' && ask.fairness === 'strong')
    return { verdict: 'unsupported', reason: 'strong fairness is not compiled' };
  const alone = settings.workers === 1;
  if (!alone && budget.depth !== undefined) {
    const reason = '--workers do not know how deep they are, so they cannot keep to --max-depth';
    return { verdict: 'inconclusive', reason, statistics: {}, notices: [] };
  }
  const named = reduction !== 'none' && reduction !== 'auto';
  const refused =
    alone || !named
      ? refusal(settings, ask, reduction.includes('conflict') ? 'depth' : order)
      : `--workers search in no fixed order, and the reduction '${reduction}' depends on it`;
  if (refused) return { verdict: 'inconclusive', reason: refused, statistics: {}, notices: [] };
  const interpreter = new Interpreter(system);
  const losses: string[] = [];
  let unreached: UnreachedStep[] | undefined;
  const notices = new Set<string>();
  const spent: Statistics[] = [];
  const observers: (Observer | undefined)[] = ask.kind === 'order' ? ask.observers : [undefined];
  for (const observer of observers) {
    const method = alone ? methodOf(interpreter, ask, observer, reduction) : undefined;
    if (typeof method === 'string')
      return { verdict: 'inconclusive', reason: method, statistics: {}, notices: [] };
    const inquiry = new Inquiry(interpreter, ask, observer, budget, settings, method);
    try {
      const violation = await inquiry.search(order);
      spent.push(inquiry.statistics);
      if (violation) return { verdict: 'violated', ...violation, statistics: total(spent), notices: [] };
      if (inquiry.loss) losses.push(inquiry.loss);
      unreached = inquiry.unreached;
      if (inquiry.faulted && ask.kind !== 'assertions') notices.add(FAULT_NOTICE);
    } catch (error) {
      if (error instanceof Unsupported) return { verdict: 'unsupported', reason: error.message };
      if (!(error instanceof LimitReached)) throw error;
      spent.push(inquiry.statistics);
      const reason = `${error.message} was reached before all states were visited`;
      return { verdict: 'inconclusive', reason, limit: error.limit, statistics: total(spent), notices: [] };
    }
  }
  if (losses.length > 0) {
    const reason = `no violation was found, but --store ${settings.store} may leave out states: ${losses.join('; ')}`;
    return { verdict: 'inconclusive', reason, statistics: total(spent), notices: [...notices] };
  }
  const statistics = total(spent);
  return { verdict: 'holds', strength: 'exhaustive', unreached, statistics, notices: [...notices] };
}

export interface CompiledExploration extends Exploration {
  /** Bytes of tables and queue at the end, and of all the memory that was taken on the way. */
  bytes: number;
  memory: number;
}

/** Counts everything that can be reached. Throws where the budget does not suffice. */
export async function exploreCompiled(
  system: System,
  budget: Budget,
  settings: StoreSettings = DEFAULT_SETTINGS,
): Promise<CompiledExploration | { unsupported: string }> {
  const interpreter = new Interpreter(system);
  const plan = { order: 'breadth', purpose: { kind: 'everything' }, bytes: budget.bytes, settings } as const;
  try {
    return await withMachine(interpreter, plan, async (machine, keys, again) => {
      const search = new BreadthFirst(machine);
      search.begin(keys);
      await searchTogether(search, settings, again, plan.purpose, new Limits(budget));
      return {
        states: machine.count,
        transitions: Number(machine.instance.getLong('transitions')),
        deadlocks: machine.instance.get('deadlocks'),
        terminations: machine.instance.get('terminations'),
        bytes: machine.arena.used,
        memory: machine.arena.extent,
      };
    });
  } catch (error) {
    if (error instanceof Unsupported) return { unsupported: error.message };
    throw error;
  }
}
