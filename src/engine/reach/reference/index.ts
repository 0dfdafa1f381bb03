/**
 * The reachability engine on the reference interpreter: it visits every state.
 *
 * `holds (exhaustive)`: all reachable states were visited and none violates. `violated`: this run does
 * it. It abstains only when a limit of the budget is reached. Slow on purpose: it is the oracle of the
 * compiled search, so it is kept small and separate from it.
 */
import { Interpreter } from '../../../model/interpreter.js';
import type { System } from '../../../model/system.js';
import type { Run } from '../../../model/transition.js';
import type { Ask, Question } from '../../../property/question.js';
import { type Answer, type Statistics, total, type UnreachedStep, unreachedSteps } from '../../answer.js';
import type { Budget } from '../../budget.js';
import { searchBreadthFirst } from './breadth.js';
import { searchCycle, searchDepthFirst } from './depth.js';
import { searchFairCycle } from './fair.js';
import { buildGraph } from './graph.js';
import { LimitReached, Meter } from './meter.js';
import { type AtomicStates, Product, type Successor } from './product.js';
import { searchProgress } from './progress.js';
import { isSound, type Reduction, refusal, searchReduced } from './reduction/index.js';
import { type Violation, violationTest } from './safety.js';
import { shortenLasso } from './shortest.js';

export type { Reduction };

export type SearchOrder = 'breadth' | 'depth';

export const FAULT_NOTICE = 'some executions end in a fault; what would come after it was not considered';

export interface SearchOptions {
  order?: SearchOrder;
  /** Reduced searches are depth-first. */
  reduction?: Reduction;
}

export async function reach(
  system: System,
  question: Question,
  budget: Budget,
  options: SearchOptions = {},
): Promise<Answer> {
  const interpreter = new Interpreter(system);
  const { ask } = question;
  const notices = new Set<string>();
  const spent: Statistics[] = [];
  let unreached: UnreachedStep[] | undefined;
  for (const observer of ask.kind === 'order' ? ask.observers : [undefined]) {
    const product = new Product(interpreter, observer, atomicStates(ask));
    const meter = new Meter(budget);
    const refused = refusal(product, ask, options.reduction ?? 'none');
    if (refused) return { verdict: 'inconclusive', reason: refused, statistics: {}, notices: [] };
    try {
      const violation = await search(product, ask, options, meter);
      if (!violation) meter.finish();
      spent.push(meter.statistics);
      // Observers and reductions leave out states.
      if (!observer && (options.reduction ?? 'none') === 'none')
        unreached = unreachedSteps(system, (type, step) => product.taken.has(system.types[type].steps[step]));
      if (violation) return { verdict: 'violated', ...violation, statistics: total(spent), notices: [] };
      if (product.faulted && ask.kind !== 'assertions') notices.add(FAULT_NOTICE);
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      spent.push(meter.statistics);
      const reason = `${error.message} was reached before all states were visited`;
      return { verdict: 'inconclusive', reason, limit: error.limit, statistics: total(spent), notices: [] };
    }
  }
  const statistics = total(spent);
  return { verdict: 'holds', strength: 'exhaustive', unreached, statistics, notices: [...notices] };
}

/** Cycles and fairness are about all states, not only those between atomic sequences. */
function atomicStates(ask: Ask): AtomicStates {
  const repeats = ask.kind === 'progress' || (ask.kind === 'order' && ask.fairness !== undefined);
  return repeats ? 'stored' : 'passed';
}

async function search(
  product: Product,
  ask: Ask,
  { order = 'breadth', reduction = 'none' }: SearchOptions,
  meter: Meter,
): Promise<Violation | undefined> {
  if (reduction !== 'none' && (reduction !== 'auto' || isSound(product, ask)))
    return searchReduced(product, ask, reduction, meter);
  if (ask.kind === 'progress') return searchProgress(product, ask, meter);
  const { observer } = product;
  if (observer?.acceptance === 'infinite') {
    const accepting = (node: Int32Array) => observer.accepting(product.observerState(node));
    if (ask.kind === 'order' && ask.fairness) {
      const run = await searchFairCycle(product, accepting, ask.fairness, meter);
      return run && { run, reason: `${endlessReason(run)} (fair to every process)` };
    }
    const lasso = await searchCycle(
      product,
      (node) => observer.accepting(product.observerState(node)),
      meter,
    );
    return lasso && { run: await shortenLasso(product, lasso), reason: endlessReason(lasso.run) };
  }
  const inOrder = order === 'breadth' ? searchBreadthFirst : searchDepthFirst;
  const violation = await inOrder(product, violationTest(product, ask), meter);
  if (violation || ask.kind !== 'terminates') return violation;
  // A process may go round for ever inside an atomic sequence.
  const each = new Product(product.interpreter, undefined, 'stored');
  const lasso = await searchCycle(each, undefined, meter);
  return lasso && { run: await shortenLasso(each, lasso), reason: 'this can go on for ever' };
}

function endlessReason(run: Run): string {
  if (run.cycleFrom !== undefined) return 'this can go on for ever, and then the property is false';
  return 'the execution ends here, and then the property is false';
}

export interface Exploration {
  states: number;
  transitions: number;
  /** States where nothing is enabled: stuck with unfinished work, and properly ended. */
  deadlocks: number;
  terminations: number;
}

/** Counts everything that can be reached. Throws where the budget does not suffice. */
export async function explore(system: System, budget: Budget): Promise<Exploration> {
  const interpreter = new Interpreter(system);
  const product = new Product(interpreter);
  const graph = await buildGraph(product, new Meter(budget));
  const count = {
    states: graph.tree.store.size,
    transitions: graph.targets.length,
    deadlocks: 0,
    terminations: 0,
  };
  for (let id = 0; id < graph.tree.store.size; id++) {
    if (graph.first[id] !== graph.first[id + 1]) continue;
    const node = graph.tree.store.row(id);
    const passed: Successor[] = [];
    product.successors(node, passed);
    if (passed.length > 0) continue;
    if (interpreter.unfinished(product.systemState(node)).length > 0) count.deadlocks++;
    else count.terminations++;
  }
  return count;
}
