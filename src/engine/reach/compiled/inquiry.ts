/**
 * Questions about one system, with one observer at most: which searches answer them, and the runs that do.
 * Those that single states decide may be several: one search then answers all of them, and each has the
 * first violation that the search meets, as if it had been asked alone.
 */
import type { Interpreter } from '../../../model/interpreter.js';
import type { Run } from '../../../model/transition.js';
import type { Watch } from '../../../model/watch.js';
import type { Observer } from '../../../property/observer.js';
import type { Ask } from '../../../property/question.js';
import type { Statistics, UnreachedStep } from '../../answer.js';
import type { Budget, Progress } from '../../budget.js';
import type { SearchOrder } from '../reference/index.js';
import { LimitReached, watchOf } from '../reference/meter.js';
import { type AtomicStates, Product, stepsOf } from '../reference/product.js';
import { endsProperly } from '../reference/progress.js';
import type { Violation } from '../reference/safety.js';
import { withMachine } from './compile.js';
import { confirmed } from './confirm.js';
import { EndlessSearch, type Pursuit } from './graph/endless.js';
import { fairCycle } from './graph/fair.js';
import { eventsOf, roundFromFirst, withoutProgress } from './graph/progress.js';
import type { Machine } from './machine.js';
import type { Liberties } from './program/scene.js';
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
import { searchTogether } from './workers/together.js';

/** A violation, and what had been searched when it was found. */
export type Finding = Violation & { statistics: Statistics };

export class Inquiry {
  /** What was found against each question. */
  readonly findings: (Finding | undefined)[];
  /** Some execution ended in a fault. */
  faulted = false;
  /** A reduction that nobody named was found not to pay. */
  reductionGivenUp = false;
  /** How much a set of states that is not exact has probably left out. */
  loss: string | undefined;
  private notTaken: UnreachedStep[] | undefined;
  private readonly limits: Limits;
  private readonly watch: Watch;
  private product: Product;
  /** Whether states inside atomic sequences are states of their own. */
  private atomic: AtomicStates = 'passed';
  private transitionsBefore = 0;
  private machine: Machine | undefined;
  private searching: { progress: Progress; inOrder?: boolean } | undefined;

  constructor(
    private readonly interpreter: Interpreter,
    private readonly asks: readonly Ask[],
    private readonly observer: Observer | undefined,
    private readonly budget: Budget,
    private readonly settings: StoreSettings = DEFAULT_SETTINGS,
    private method?: Method,
    private readonly liberties: Liberties = {},
    /** Told at once of what is found. */
    private readonly found: (question: number, finding: Finding) => void = () => {},
  ) {
    this.findings = asks.map(() => undefined);
    this.limits = method?.onTrial ? new Trial(budget, () => this.machine) : new Limits(budget);
    this.watch = watchOf(budget);
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

  /**
   * After all states were visited: the steps that none of them takes. A reduction puts no step off for
   * ever, so it leaves out interleavings but no step; an observer may.
   */
  get unreached(): UnreachedStep[] | undefined {
    const partial = this.observer || this.loss || this.settings.workers > 1;
    return partial ? undefined : this.notTaken;
  }

  async search(order: SearchOrder): Promise<void> {
    try {
      await this.searchInOrder(order);
    } catch (error) {
      if (!(error instanceof NotWorthwhile)) throw error;
      this.method = undefined;
      this.reductionGivenUp = true;
      await this.searchInOrder(order);
    }
  }

  private async searchInOrder(order: SearchOrder): Promise<void> {
    const [ask] = this.asks;
    if (ask.kind === 'progress') return this.note(0, await this.progress(ask));
    if (this.observer?.acceptance === 'infinite')
      return this.note(0, ask.kind === 'order' && ask.fairness ? await this.fairCycle() : await this.cycle());
    const sleeping = this.method?.sleeping ?? false;
    await (order === 'breadth' && !sleeping ? this.breadthFirst() : this.depthFirst());
    if (ask.kind === 'terminates' && this.open !== 0) this.note(0, await this.endlessness());
  }

  private note(question: number, violation: Violation | undefined): void {
    if (!violation) return;
    const finding = { ...violation, statistics: this.statistics };
    this.findings[question] = finding;
    this.found(question, finding);
  }

  /** The questions that nothing was found against, as bits. */
  private get open(): number {
    return this.findings.reduce((bits, finding, i) => (finding ? bits : bits | (1 << i)), 0);
  }

  /** The machine has come to a state that violates some of the questions; true if others are still open. */
  private settle(machine: Machine, retracer: Retracer, path: readonly bigint[]): boolean {
    const broken = machine.instance.get('broken');
    this.asks.forEach((ask, i) => {
      if (broken & (1 << i)) this.note(i, confirmed(this.product, ask, retracer, path));
    });
    machine.instance.set('open', this.open);
    return this.open !== 0;
  }

  /** Nothing is stuck: can it go on for ever? */
  private async endlessness(): Promise<Violation | undefined> {
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
    use: (machine: Machine, keys: bigint[], retracer: Retracer) => Promise<T>,
    method?: Method,
  ): Promise<T> {
    const { observer, atomic, settings, liberties } = this;
    const { bytes } = this.budget;
    const { watch } = this;
    const plan = { order, purpose, observer, atomic, settings, bytes, method, liberties, watch };
    return withMachine(this.interpreter, plan, (machine, keys) =>
      this.noting(machine, () => use(machine, keys, new Retracer(machine, this.product))),
    );
  }

  /** What a machine knows when it has done its work; soon afterwards it is gone. */
  private async noting<T>(machine: Machine, work: () => Promise<T>): Promise<T> {
    this.machine = machine;
    const result = await work();
    const { store } = machine;
    this.loss = isLossy(store) ? store.loss : undefined;
    this.notTaken = machine.unreached;
    return result;
  }

  private breadthFirst(): Promise<void> {
    const purpose = { kind: 'questions', asks: this.asks } as const;
    return this.with(
      'breadth',
      purpose,
      async (machine, keys, retracer) => {
        const search = new BreadthFirst(machine);
        this.searching = search;
        const begin = () => {
          search.begin(keys);
          search.limitDepth(this.limits.depth);
          machine.instance.set('open', this.open);
        };
        begin();
        for (let keeps = false; ; ) {
          const found = keeps
            ? await search.run(this.limits, true)
            : await searchTogether(search, this.settings, purpose, this.limits);
          this.faulted ||= machine.instance.get('faulted') !== 0;
          if (!found) return;
          const path = search.path();
          if (path && !this.settle(machine, retracer, path)) return;
          // Where the parents were not kept: the same search once more, keeping them as far as here.
          keeps = path === undefined;
          if (keeps) begin();
        }
      },
      this.method,
    );
  }

  private depthFirst(): Promise<void> {
    return this.with(
      'depth',
      { kind: 'questions', asks: this.asks },
      async (machine, keys, retracer) => {
        const search = this.method ? new ReducedDepthFirst(machine, keys) : new DepthFirst(machine, keys);
        this.searching = search;
        machine.instance.set('open', this.open);
        await search.run(this.limits, () => this.settle(machine, retracer, search.path()));
        this.faulted ||= machine.instance.get('faulted') !== 0;
      },
      this.method,
    );
  }

  private fairCycle(): Promise<Violation | undefined> {
    return this.endless(
      {
        observer: this.observer,
        wanted: { kind: 'fair cycle' },
        look: fairCycle,
        condemns: () => true,
        lookNear: fairCycle,
      },
      (run) => `${endlessReason(run)} (fair to every process)`,
    );
  }

  private progress(ask: Extract<Ask, { kind: 'progress' }>): Promise<Violation | undefined> {
    const { interpreter } = this;
    const stateOf = (key: bigint, retracer: Retracer) => this.product.systemState(retracer.node(key));
    return this.endless(
      {
        observer: eventsOf(ask),
        wanted: { kind: 'lost progress', conditional: ask.when !== undefined },
        look: (graph, retracer) =>
          withoutProgress(graph, ask, interpreter, (state) => stateOf(graph.keys[state], retracer)),
        condemns: (key, repeats, retracer) => repeats || !endsProperly(interpreter, stateOf(key, retracer)),
        lookNear: roundFromFirst,
      },
      () => 'from here on none of these events can happen',
    );
  }

  private async endless(pursuit: Pursuit, reason: (run: Run) => string): Promise<Violation | undefined> {
    const { observer, wanted } = pursuit;
    // A process may go round for ever inside an atomic sequence.
    this.atomic = 'stored';
    this.product = new Product(this.interpreter, observer, 'stored');
    const plan = {
      order: 'depth',
      purpose: { kind: 'component', wanted },
      observer,
      atomic: 'stored',
      bytes: this.budget.bytes,
      liberties: this.liberties,
      watch: this.watch,
      shows: true,
    } as const;
    const found = await withMachine(this.interpreter, plan, (machine, starts) =>
      this.noting(machine, async () => {
        const retracer = new Retracer(machine, this.product);
        const search = new EndlessSearch(machine, retracer, pursuit, this.limits, this.settings.graphed);
        this.searching = search;
        const run = await search.find(starts);
        this.faulted ||= search.faulted;
        return run;
      }),
    );
    if (!found) return undefined;
    const run = found.detour ? await this.straightened(found.run, found.detour) : found.run;
    return { run, reason: reason(run) };
  }

  private straightened(run: Run, { steps, to }: { steps: number; to: Int32Array }): Promise<Run> {
    return this.neater(run, (shortener) => shortener.straighten(run, steps, to));
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
    return run.steps.length <= SHORT ? run : this.neater(run, (shortener) => shortener.shorten(run, repeats));
  }

  /** The run that is made of it, or itself where there is no time or memory for that. */
  private async neater(run: Run, make: (shortener: LassoShortener) => Promise<Run>): Promise<Run> {
    try {
      return await this.with('breadth', { kind: 'goal' }, (machine, keys) =>
        make(new LassoShortener(machine, keys, this.product, this.limits)),
      );
    } catch (error) {
      if (error instanceof LimitReached) return run;
      throw error;
    }
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
