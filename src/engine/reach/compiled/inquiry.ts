/** One question about one system, with one observer at most: which searches answer it, and the run that does. */
import type { Interpreter } from '../../../model/interpreter.js';
import type { Run } from '../../../model/transition.js';
import type { Observer } from '../../../property/observer.js';
import type { Ask } from '../../../property/question.js';
import type { Statistics, UnreachedStep } from '../../answer.js';
import type { Budget, Progress } from '../../budget.js';
import type { SearchOrder } from '../reference/index.js';
import { type AtomicStates, Product, type Successor, stepsOf } from '../reference/product.js';
import { type Violation, violationTest, wrongOnTheWay } from '../reference/safety.js';
import { withMachine } from './compile.js';
import { fairCycle } from './graph/fair.js';
import { CompiledGraph } from './graph/graph.js';
import { eventsOf, withoutProgress } from './graph/progress.js';
import type { Machine } from './machine.js';
import { ReducedDepthFirst } from './reduction/path.js';
import type { Method } from './reduction/tables.js';
import { NotWorthwhile, Trial } from './reduction/trial.js';
import { Retracer } from './retrace.js';
import type { Purpose } from './search/checks.js';
import { Limits } from './search/limits.js';
import { DepthFirst } from './search/path.js';
import { BreadthFirst } from './search/queue.js';
import { LassoShortener } from './shorten.js';
import { DEFAULT_SETTINGS, type StoreSettings } from './store/settings.js';
import { isLossy } from './store/states.js';
import type { SceneMaker } from './workers/crew.js';
import { searchTogether } from './workers/together.js';

export class Inquiry {
  /** Some execution ended in a fault. */
  faulted = false;
  private readonly limits: Limits;
  private product: Product;
  /** Whether states inside atomic sequences are states of their own. */
  private atomic: AtomicStates = 'passed';
  private transitionsBefore = 0;
  private machine: Machine | undefined;
  private searching: { progress: Progress; inOrder?: boolean } | undefined;

  constructor(
    private readonly interpreter: Interpreter,
    private readonly ask: Ask,
    private readonly observer: Observer | undefined,
    private readonly budget: Budget,
    private readonly settings: StoreSettings = DEFAULT_SETTINGS,
    private method?: Method,
  ) {
    this.limits = method?.onTrial ? new Trial(budget, () => this.machine) : new Limits(budget);
    this.product = new Product(interpreter, observer);
  }

  /** Of the last search; transitions are those of all. */
  get statistics(): Statistics {
    const last = this.searching?.progress;
    const transitions = this.transitionsBefore + (last?.transitions ?? 0);
    const bytesPerState =
      last && last.states > 0 ? tenths(this.machine!.arena.used / last.states) : undefined;
    const depth = this.searching?.inOrder === false ? undefined : last?.depth;
    return { ...last, depth, transitions, seconds: this.limits.seconds, bytesPerState };
  }

  /** How much a set of states that is not exact has probably left out. */
  get loss(): string | undefined {
    const store = this.machine?.store;
    return store && isLossy(store) ? store.loss : undefined;
  }

  /**
   * After all states were visited: the steps that none of them takes. A reduction puts no step off for
   * ever, so it leaves out interleavings but no step; an observer may.
   */
  get unreached(): UnreachedStep[] | undefined {
    const partial = this.observer || this.loss || this.settings.workers > 1;
    return partial ? undefined : this.machine?.unreached;
  }

  async search(order: SearchOrder): Promise<Violation | undefined> {
    try {
      return await this.searchInOrder(order);
    } catch (error) {
      if (!(error instanceof NotWorthwhile)) throw error;
      this.method = undefined;
      return this.searchInOrder(order);
    }
  }

  private async searchInOrder(order: SearchOrder): Promise<Violation | undefined> {
    const { ask } = this;
    if (ask.kind === 'progress') return this.progress(ask);
    if (this.observer?.acceptance === 'infinite')
      return ask.kind === 'order' && ask.fairness ? this.fairCycle() : this.cycle();
    const sleeping = this.method?.sleeping ?? false;
    const violation = order === 'breadth' && !sleeping ? await this.breadthFirst() : await this.depthFirst();
    if (violation || this.ask.kind !== 'terminates') return violation;
    this.transitionsBefore = this.searching?.progress.transitions ?? 0;
    this.searching = undefined;
    // A process may go round for ever inside an atomic sequence.
    this.atomic = 'stored';
    this.product = new Product(this.interpreter, undefined, 'stored');
    return this.cycle();
  }

  private with<T>(
    order: SearchOrder,
    purpose: Purpose,
    use: (machine: Machine, keys: bigint[], retracer: Retracer, again: SceneMaker) => Promise<T>,
    method?: Method,
  ): Promise<T> {
    const { observer, atomic, settings } = this;
    const plan = { order, purpose, observer, atomic, settings, bytes: this.budget.bytes, method };
    return withMachine(this.interpreter, plan, (machine, keys, again) => {
      this.machine = machine;
      return use(machine, keys, new Retracer(machine, this.product), again);
    });
  }

  private breadthFirst(): Promise<Violation | undefined> {
    const purpose = { kind: 'question', ask: this.ask } as const;
    return this.with(
      'breadth',
      purpose,
      async (machine, keys, retracer, again) => {
        const search = new BreadthFirst(machine);
        this.searching = search;
        search.begin(keys);
        search.limitDepth(this.limits.depth);
        const found = await searchTogether(search, this.settings, again, purpose, this.limits);
        this.faulted ||= machine.instance.get('faulted') !== 0;
        if (!found) return undefined;
        let path = search.path();
        if (!path) {
          // The parents were not kept: the same search once more, keeping them.
          search.begin(keys);
          await search.run(this.limits, true);
          path = search.path();
        }
        return this.confirmed(retracer, path!);
      },
      this.method,
    );
  }

  private depthFirst(): Promise<Violation | undefined> {
    return this.with(
      'depth',
      { kind: 'question', ask: this.ask },
      async (machine, keys, retracer) => {
        const search = this.method ? new ReducedDepthFirst(machine, keys) : new DepthFirst(machine, keys);
        this.searching = search;
        const found = await search.run(this.limits);
        this.faulted ||= machine.instance.get('faulted') !== 0;
        return found ? this.confirmed(retracer, search.path()) : undefined;
      },
      this.method,
    );
  }

  /** The violation in the last of these states or in a step from it, in the reference engine's words. */
  private confirmed(retracer: Retracer, keys: bigint[]): Violation {
    const run = retracer.run(keys);
    const node = retracer.node(keys[keys.length - 1]);
    const test = violationTest(this.product, this.ask);
    const passed: Successor[] = [];
    const successors = this.product.successors(node, passed);
    const reason = test.node(node, successors.length + passed.length === 0);
    if (reason) return { run, reason };
    const beyond = (last: Successor) => ({ ...run, steps: [...run.steps, ...stepsOf(last)] });
    const within = wrongOnTheWay(test, passed);
    if (within) return { run: beyond(within.at), reason: within.reason };
    for (const successor of successors) {
      const wrong = test.step(successor);
      if (wrong) return { run: beyond(successor), reason: wrong };
    }
    throw new Error('the compiled search found a violation that the interpreter does not see');
  }

  private async fairCycle(): Promise<Violation | undefined> {
    return this.inGraph(this.observer, fairCycle, (run) => `${endlessReason(run)} (fair to every process)`);
  }

  private async progress(ask: Extract<Ask, { kind: 'progress' }>): Promise<Violation | undefined> {
    const { interpreter } = this;
    return this.inGraph(
      eventsOf(ask),
      (graph, retracer) =>
        withoutProgress(graph, ask, interpreter, (state) =>
          this.product.systemState(retracer.node(graph.keys[state])),
        ),
      () => 'from here on none of these events can happen',
    );
  }

  /** Builds the whole graph and looks for a way and a round in it. */
  private async inGraph(
    observer: Observer | undefined,
    look: (graph: CompiledGraph, retracer: Retracer) => { way: number[]; round: number[] } | undefined,
    reason: (run: Run) => string,
  ): Promise<Violation | undefined> {
    this.product = new Product(this.interpreter, observer, 'stored');
    const plan = {
      order: 'breadth',
      purpose: { kind: 'everything' },
      observer,
      atomic: 'stored',
      bytes: this.budget.bytes,
      shows: true,
    } as const;
    return withMachine(this.interpreter, plan, async (machine, starts) => {
      this.machine = machine;
      const graph = new CompiledGraph(machine, starts);
      this.searching = graph;
      await graph.build(this.limits);
      this.faulted ||= graph.faulted;
      const retracer = new Retracer(machine, this.product);
      const found = look(graph, retracer);
      if (!found) return undefined;
      const run = retracer.run(found.way.map((state) => graph.keys[state]));
      let at = found.way[found.way.length - 1];
      const round = found.round.flatMap((edge) => {
        const step = retracer.step(graph.keys[at], graph.keys[graph.targets[edge]], graph.movers[edge]);
        at = graph.targets[edge];
        return stepsOf(step);
      });
      const whole =
        round.length === 0 ? run : { ...run, steps: [...run.steps, ...round], cycleFrom: run.steps.length };
      return { run: whole, reason: reason(whole) };
    });
  }

  /** A run that repeats for ever, with accepting states of the observer if there is one. */
  private async cycle(): Promise<Violation | undefined> {
    const { observer, product } = this;
    const method = this.method?.endless ? this.method : undefined;
    const look = async (machine: Machine, keys: bigint[], retracer: Retracer) => {
      const search = new DepthFirst(machine, keys);
      this.searching = search;
      const violated = await search.run(this.limits);
      this.faulted ||= machine.instance.get('faulted') !== 0;
      if (!violated) return undefined;
      const path = search.path();
      const cycle = path.slice(path.indexOf(search.closing)).map((key) => retracer.node(key));
      const repeats = cycle.find((node) => !observer || observer.accepting(product.observerState(node)));
      return { run: lasso(retracer, path, search.closing), repeats: repeats! };
    };
    const found = await this.with('depth', { kind: 'cycle' }, look, method);
    if (!found) return undefined;
    const run = await this.shortened(found.run, found.repeats);
    if (!observer) return { run, reason: 'this can go on for ever' };
    return { run, reason: endlessReason(run) };
  }

  private async shortened(run: Run, repeats: Int32Array): Promise<Run> {
    if (run.steps.length <= SHORT) return run;
    return this.with('breadth', { kind: 'goal' }, (machine, keys) =>
      new LassoShortener(machine, keys, this.product, this.limits).shorten(run, repeats),
    );
  }
}

const tenths = (value: number): number => Math.round(value * 10) / 10;

const endlessReason = (run: Run): string =>
  run.cycleFrom === undefined
    ? 'the execution ends here, and then the property is false'
    : 'this can go on for ever, and then the property is false';

/** A lasso as short as this stays as it is. */
const SHORT = 3;

function lasso(retracer: Retracer, path: bigint[], closing: bigint): Run {
  const run = retracer.run(path);
  const last = retracer.step(path[path.length - 1], closing);
  // A finished execution staying as it is: the run simply ends.
  if (!last.transition) return run;
  const stem = retracer.run(path.slice(0, path.indexOf(closing) + 1));
  return {
    initial: run.initial,
    steps: [...run.steps, ...stepsOf(last)],
    cycleFrom: stem.steps.length,
  };
}
