/**
 * The flow engine: proof by carrying the states of the property over a graph of what can follow what.
 *
 * `holds (proved)`: on no path of the trace-flow graph that the constraints allow does the property come to a
 * state that violates it, and every execution is such a path. `violated`: a path was found on which it does,
 * and the interpreter ran an execution with those events. Otherwise `inconclusive`, with the path: it may be
 * none that an execution takes.
 *
 * An execution that ends is judged at its end; one that goes on for ever, or is stuck, only as soon as nothing
 * that could follow would make it right. The engine abstains from questions that are not about the order of
 * events, or about what goes on for ever, and from programs whose processes are created while they run.
 */
import type { FlowCertificate } from '../../evidence/certificate/flow/certificate.js';
import { findFlowCertificate } from '../../evidence/certificate/flow/find.js';
import { Interpreter } from '../../model/interpreter.js';
import type { System } from '../../model/system.js';
import type { Observer } from '../../property/observer.js';
import type { Question } from '../../property/question.js';
import type { Answer, Limit, Statistics } from '../answer.js';
import type { Budget } from '../budget.js';
import { observersFor } from './applies.js';
import { type Constraint, showConstraint } from './constraint.js';
import { type Known, knownOf } from './data/surroundings.js';
import { FlowSource, type GraphOptions } from './graph/index.js';
import { followsFrom } from './lemma.js';
import { namedConstraints, type StatedConstraint } from './named.js';
import type { Problem } from './problem.js';
import type { Counterexample, Search } from './propagate/propagate.js';
import { realise } from './realise.js';
import { type Attempted, attempt, type Selected, selectConstraints } from './select.js';
import { stoppedBy } from './stopping.js';
import { tellPath } from './told.js';
import { TooManyLetters } from './watcher/read.js';

export interface FlowOptions {
  /** Only these constraints, by name; an empty list for none. Absent: those that are needed are found. */
  constraints?: readonly string[];
  /** What the user states of all executions, or has proved: may be named as constraints. */
  stated?: readonly StatedConstraint[];
  search?: Exclude<Search, 'none'>;
  graph?: GraphOptions;
  /** Task automata as they are, not reduced to what the problem tells apart. */
  wholeTasks?: boolean;
  /** Default; switched off to compare. */
  partialOrder?: boolean;
  /** Unless false, tuples are first carried over positions, and over the graph where that is not enough. */
  positions?: boolean;
  /** Unless false, a certificate is looked for. */
  certificate?: boolean;
}

export type FlowAnswer = Answer & {
  /** The constraints that were used, in words. */
  constraints: string[];
  /** For `holds`, unless it would be too large. */
  certificate?: FlowCertificate;
};

export async function proveByFlow(
  system: System,
  question: Question,
  budget: Budget,
  options: FlowOptions = {},
): Promise<FlowAnswer> {
  const started = budget.now();
  const applicable = observersFor(system, question);
  if ('reason' in applicable)
    return {
      verdict: 'inconclusive',
      reason: applicable.reason,
      statistics: {},
      notices: [],
      constraints: [],
    };
  const engine = new Engine(system, question, budget, options);
  try {
    return await engine.answer(applicable.observers, started);
  } catch (error) {
    if (!(error instanceof TooManyLetters)) throw error;
    const reason = 'an event of the property has so many forms that its letters cannot be told';
    return { verdict: 'inconclusive', reason, statistics: {}, notices: [], constraints: [] };
  }
}

class Engine {
  private readonly known: Known;
  private readonly source: FlowSource;
  private readonly statistics: Statistics = {};
  private readonly used = new Set<string>();
  private readonly followed: Constraint[] = [];
  private readonly proved: StatedConstraint[] = [];
  private readonly notices = new Set<string>();

  constructor(
    private readonly system: System,
    private readonly question: Question,
    private readonly budget: Budget,
    private readonly options: FlowOptions,
  ) {
    this.known = knownOf(system);
    this.source = new FlowSource(system);
  }

  async answer(observers: readonly Observer[], started: number): Promise<FlowAnswer> {
    let verdict: Verdict = { verdict: 'holds', strength: 'proved' };
    if (!(await this.followsFromOthers(observers))) {
      await this.proveHelpers();
      verdict = await this.all(observers);
    }
    const statistics = { ...this.statistics, seconds: this.budget.now() - started };
    const constraints = [...this.used];
    const certificate = verdict.verdict === 'holds' ? this.certificate(observers) : undefined;
    if (certificate) return { ...verdict, statistics, notices: [...this.notices], constraints, certificate };
    return { ...verdict, statistics, notices: [...this.notices], constraints };
  }

  private async all(observers: readonly Observer[]): Promise<Verdict> {
    for (const observer of observers) {
      const verdict = await this.one(observer);
      if (verdict.verdict !== 'holds') return verdict;
    }
    return { verdict: 'holds', strength: 'proved' };
  }

  /** Whether those it is said to follow from do imply it, and hold. */
  private async followsFromOthers(observers: readonly Observer[]): Promise<boolean> {
    const { follows = [] } = this.question;
    if (follows.length === 0) return false;
    const names = follows.map(({ name }) => name).join(', ');
    const parts = follows.map(({ ask }) => observersFor(this.system, { ...this.question, ask }));
    const premises = parts.flatMap((part) => ('reason' in part ? [] : part.observers));
    const implied =
      parts.every((part) => !('reason' in part)) &&
      observers.every((observer) => followsFrom(this.source, this.known, observer, premises));
    if (!implied) {
      this.notices.add(`that it follows from ${names} was not seen`);
      return false;
    }
    const { verdict } = await this.all(premises);
    if (verdict === 'holds') this.notices.add(`it follows from ${names}, which hold`);
    return verdict === 'holds';
  }

  /** Properties that it uses are proved first; those that are not are not used. */
  private async proveHelpers(): Promise<void> {
    for (const { name, ask } of this.question.uses ?? []) {
      const part = observersFor(this.system, { ...this.question, ask });
      const [observer, ...more] = 'reason' in part ? [] : part.observers;
      const single = observer !== undefined && more.length === 0 && observer.initial.length === 1;
      const proved = single && (await this.one(observer)).verdict === 'holds';
      if (proved) this.proved.push({ name, observer });
      else this.notices.add(`${name} was not proved, so it is not used`);
    }
  }

  /** The same again for the checker, which has its own way of finding what can hold where. */
  private certificate(observers: readonly Observer[]): FlowCertificate | undefined {
    if (this.options.certificate === false || this.followed.some(({ kind }) => kind === 'property'))
      return undefined;
    const { budget } = this;
    const now = budget.now();
    const until = Math.min(now + MOST_SECONDS, budget.deadline ?? Number.POSITIVE_INFINITY);
    const followed = {
      cells: [...new Set(this.followed.flatMap((c) => (c.kind === 'variable' ? [c.variable.cell] : [])))],
      tasks: [...new Set(this.followed.flatMap((c) => (c.kind === 'task' ? c.processes : [])))],
    };
    const goOn = () => budget.now() < until && !budget.interrupted?.();
    const found = findFlowCertificate(this.system, observers, followed, goOn);
    if (!('reason' in found)) return found;
    this.notices.add(`there is no certificate: ${found.reason}`);
    return undefined;
  }

  private async one(observer: Observer): Promise<Verdict> {
    const { options, known, source, budget } = this;
    const { graph, wholeTasks, partialOrder, positions } = options;
    const problem: Problem = { source, known, observer, graph, wholeTasks, partialOrder, positions };
    const { search = 'shortest' } = options;
    if (options.constraints === undefined)
      return this.told(problem, await selectConstraints(problem, this.stated(), budget, search));
    const named = namedConstraints(known, options.constraints, this.relied());
    if ('reason' in named) return { verdict: 'inconclusive', reason: named.reason };
    const tried = await attempt(problem, named.constraints, new Set(), budget, search);
    if ('reason' in tried) return this.told(problem, { kind: 'refused', reason: tried.reason });
    const { counterexample, limit } = tried;
    if (limit !== undefined) return this.told(problem, { kind: 'limit', attempt: tried });
    if (counterexample === undefined) return this.told(problem, { kind: 'proved', attempt: tried });
    return this.told(problem, { kind: 'candidate', attempt: tried, counterexample });
  }

  private stated(): Constraint[] {
    return this.relied().map(({ name, observer }) => ({ kind: 'property', name, observer }));
  }

  private relied(): StatedConstraint[] {
    return [...(this.options.stated ?? []), ...this.proved];
  }

  private async told(problem: Problem, selected: Selected): Promise<Verdict> {
    if (selected.kind === 'refused') return { verdict: 'inconclusive', reason: selected.reason };
    this.count(selected.attempt);
    if (selected.kind === 'proved') return { verdict: 'holds', strength: 'proved' };
    if (selected.kind === 'limit') {
      const { limit } = selected.attempt;
      return { verdict: 'inconclusive', reason: LIMITS[limit!], limit };
    }
    return this.candidate(problem, selected.attempt, selected.counterexample);
  }

  private async candidate(
    problem: Problem,
    attempted: Attempted,
    counterexample: Counterexample,
  ): Promise<Verdict> {
    const { graph, property } = attempted.posed;
    const lead = { graph, ...counterexample, seen: (node: number) => property.symbolOf[node] >= 0 };
    const next = stoppedBy(problem, attempted, { graph, ...counterexample }, new Set());
    const most = next === undefined ? MOST_STATES : FEW_STATES;
    const run = await realise(new Interpreter(this.system), this.question.ask, lead, most, this.budget);
    if (run !== undefined) {
      const reason = counterexample.atEnd
        ? 'it ends without having done what it must'
        : 'these events in this order violate it';
      return { verdict: 'violated', run, reason };
    }
    const path = tellPath(this.system, graph, property.symbolOf, counterexample);
    const hint =
      next === undefined || next.length === 0
        ? 'no execution with these events was found, and no further constraint rules them out'
        : `it is stopped by ${next.map((one) => showConstraint(this.system, one)).join(' and ')}`;
    return { verdict: 'inconclusive', reason: `a path of the graph violates it (${path}); ${hint}` };
  }

  private count({ posed, constraints, tuples, nodeTuples, bytes }: Attempted): void {
    const { graph } = posed;
    const most = (key: keyof Statistics, value: number) => {
      this.statistics[key] = Math.max(this.statistics[key] ?? 0, value);
    };
    most('nodes', graph.nodes);
    most('edges', graph.targets.length + graph.interleaving.edges);
    most('tuples', tuples);
    most('nodeTuples', nodeTuples);
    most('bytes', bytes);
    for (const constraint of constraints) this.used.add(showConstraint(this.system, constraint));
    this.followed.push(...constraints);
    const reading = graph.final < 0 ? ENDLESS : ENDING;
    this.notices.delete(reading);
    this.notices.add(reading);
    const names =
      this.used.size === 0 ? 'no constraints were used' : `constraints: ${[...this.used].join(', ')}`;
    for (const notice of this.notices) if (notice.includes('constraints')) this.notices.delete(notice);
    this.notices.add(names);
  }
}

/** Most time for a certificate. */
const MOST_SECONDS = 5;

/** Most states looked at for a run along the path: fewer where a constraint is known to stop it. */
const MOST_STATES = 20_000;
const FEW_STATES = 2000;

type Verdict =
  | { verdict: 'holds'; strength: 'proved' }
  | Pick<Extract<Answer, { verdict: 'violated' }>, 'verdict' | 'run' | 'reason'>
  | { verdict: 'inconclusive'; reason: string; limit?: Limit };

const ENDING =
  'executions are judged where all processes have ended, and as soon as nothing can make them right';
const ENDLESS =
  'the program does not end: executions are judged by whether something can still make them right';

const LIMITS: Record<Limit, string> = {
  time: 'the time limit was reached while states were carried over the graph',
  memory: 'the memory limit was reached while states were carried over the graph',
  states: 'the limit of states was reached while they were carried over the graph',
  depth: 'the limit of depth was reached',
  interrupted: 'interrupted while states were carried over the graph',
};
