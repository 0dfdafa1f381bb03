/**
 * Carries out a plan: the first search here, the others beside it in a thread. The first conclusive
 * answer wins; whatever else still works is stopped before the answer is given, so that nothing goes on
 * running. What each engine said, or why it was not asked, is kept.
 */
import type { Limit, Statistics } from '../../engine/answer.js';
import type { Budget } from '../../engine/budget.js';
import { watchOf } from '../../engine/reach/reference/meter.js';
import type { Program } from '../../model/program.js';
import type { System } from '../../model/system.js';
import { boundsOf } from '../abstraction.js';
import { type Task, unfairly } from '../task.js';
import { ENGINES, type EngineAnswer } from './engines.js';
import { inThread, isTooLarge, THREADS } from './isolate.js';
import type { Plan, Way } from './plan.js';

/** What became of one use of an engine. */
export interface Attempt {
  engine: string;
  how: string;
  /** `stopped`: another one was faster. `not needed`: it was never begun. `abstains`: it has nothing to say. */
  outcome: 'holds' | 'violated' | 'inconclusive' | 'stopped' | 'not needed' | 'abstains' | 'failed';
  reason?: string;
  seconds?: number;
}

export type Conducted = EngineAnswer & { engine: string; attempts: Attempt[] };

/** A question, where it is asked, and the program it came from. */
export interface Inquiry extends Task {
  program: Program;
}

const COARSER =
  'shown on a coarser model, in which uncounted loops go round any number of times, counters that grow without end have any value, and any waiting caller may be next';

const UNFAIR = 'it holds of all executions, fair or not';

export function conduct(inquiry: Inquiry, plan: Plan, budget: Budget): Promise<Conducted> {
  return new Conductor(inquiry, plan, budget).perform();
}

/** What one of several conductors has in common with the others: one search answers all their questions. */
export interface Company {
  /** What the search says about this one's question. */
  search(): Promise<EngineAnswer>;
  /** Another engine has answered it. */
  leave(): void;
  /** Waits until it may use the other engines, and says until when. */
  turn(): Promise<{ until: number | undefined; end(): void }>;
}

interface Finished {
  way: Way;
  answer: EngineAnswer;
}

export class Conductor {
  private readonly attempts = new Map<Way, Attempt>();
  private winner: Finished | undefined;
  private beside: Promise<void> | undefined;
  private searching = true;
  private coarse: System | undefined;
  private readonly started: number;
  /** When the other engines have to be done. */
  private until: number | undefined;

  constructor(
    private readonly inquiry: Inquiry,
    private readonly plan: Plan,
    private readonly budget: Budget,
    private readonly company?: Company,
  ) {
    this.started = budget.now();
    this.until = budget.deadline;
  }

  get isAnswered(): boolean {
    return this.winner !== undefined;
  }

  async perform(): Promise<Conducted> {
    const { first } = this.plan;
    let own: EngineAnswer;
    try {
      own = await this.use(first);
    } catch (error) {
      this.winner ??= { way: first, answer: failure(error) };
      await this.beside;
      throw error;
    }
    this.searching = false;
    if (!this.winner && isWorthMore(own)) this.join();
    await this.beside;
    return this.told(
      this.winner ?? { way: first, answer: { ...own, ...this.standstill(own) } as EngineAnswer },
    );
  }

  /** The others begin. */
  join(): void {
    if (this.beside || this.winner || this.plan.others.length === 0) return;
    this.beside = this.besides();
  }

  /** As many at a time as there are processors beside the one that searches. */
  private async besides(): Promise<void> {
    const { availableParallelism } = await import('node:os');
    const atOnce = ({ engine }: Way) => ENGINES[engine].atOnce === true;
    await this.takeTurns(this.plan.others.filter(atOnce));
    if (this.winner) return;
    const turn = await this.company?.turn();
    if (turn) this.until = turn.until;
    const waiting = this.plan.others.filter((way) => !atOnce(way));
    const lanes = THREADS ? Math.max(1, Math.min(availableParallelism() - 1, waiting.length)) : 1;
    await Promise.all(Array.from({ length: lanes }, () => this.takeTurns(waiting)));
    turn?.end();
  }

  private async takeTurns(waiting: Way[]): Promise<void> {
    for (let way = waiting.shift(); way; way = waiting.shift()) {
      if (this.winner || this.budget.interrupted?.() || this.left() <= 0) return;
      try {
        const silence = way.abstains?.(watchOf(this.budget));
        if (silence !== undefined) {
          this.attempts.set(way, attempt(way, 'abstains', silence));
          continue;
        }
        await this.use(way);
      } catch (error) {
        // The search goes on without it; the plan tells.
        this.attempts.set(way, attempt(way, 'failed', failure(error).reason));
      }
    }
  }

  private left(): number {
    return this.until === undefined ? Number.POSITIVE_INFINITY : this.until - this.budget.now();
  }

  private async use(way: Way): Promise<EngineAnswer> {
    const { budget } = this;
    const begun = budget.now();
    const running = attempt(way, 'stopped');
    this.attempts.set(way, running);
    const own = way === this.plan.first ? this.company : undefined;
    const answer = await (own ? own.search() : this.run(way, this.budgetOf(way)));
    running.seconds = budget.now() - begun;
    const late = this.winner !== undefined;
    if (!late && this.isConclusive(way, answer)) {
      this.winner = { way, answer };
      this.company?.leave();
    }
    if (this.winner?.way === way || !late) running.outcome = answer.verdict;
    if (answer.verdict !== 'holds' && running.outcome !== 'stopped') running.reason = answer.reason;
    return answer;
  }

  private run(way: Way, budget: Budget): Promise<EngineAnswer> {
    const { inquiry } = this;
    const engine = ENGINES[way.engine];
    const system = way.on === 'coarser' ? this.coarser() : inquiry.system;
    const isFirst = way === this.plan.first;
    const here = !THREADS || engine.atOnce || (isFirst && (!engine.needsThread || isTooLarge(system)));
    const question = way.of === 'all' ? unfairly(inquiry.question) : inquiry.question;
    if (here) return engine.run(system, question, budget, way.settings);
    if (isTooLarge(system))
      return Promise.resolve(failure('the model is too large to be handed to a thread'));
    const { asked, index, program } = inquiry;
    const seconds = budget.deadline === undefined ? undefined : budget.deadline - budget.now();
    const { bytes, states, depth } = budget;
    return inThread(
      {
        engine: way.engine,
        settings: way.settings,
        program: { system: program.system, declared: program.declared },
        asked,
        index,
        of: way.of,
        system,
        limits: { seconds, bytes, states, depth },
      },
      budget,
      () => this.winner !== undefined,
      way.grace === undefined ? undefined : Math.min(way.grace, Math.max(0, this.left() - (seconds ?? 0))),
    );
  }

  private budgetOf(way: Way): Budget {
    const { budget } = this;
    const now = budget.now();
    const most = Math.min(this.left() * way.share, way.seconds ?? Number.POSITIVE_INFINITY);
    const isFirst = way === this.plan.first;
    return {
      ...budget,
      deadline: Number.isFinite(most) ? now + most : undefined,
      bytes: budget.bytes === undefined ? undefined : Math.floor(budget.bytes * way.memory),
      interrupted: () => this.winner !== undefined || budget.interrupted?.() === true,
      progress: (progress) => {
        if (isFirst || !this.searching) budget.progress?.(progress);
      },
      pause: async () => {
        if (isFirst && budget.now() - this.started > this.plan.headStart) this.join();
        await budget.pause?.();
      },
    };
  }

  /**
   * What a coarser model can do, the program may not be able to; and it must be followed to its ends. An execution that
   * violates need not be a fair one.
   */
  private isConclusive({ on, of }: Way, answer: EngineAnswer): boolean {
    if (of === 'all') return answer.verdict === 'holds';
    if (on !== 'coarser') return answer.verdict !== 'inconclusive';
    return answer.verdict === 'holds' && boundsOf(this.coarser(), answer.unreached ?? []).length === 0;
  }

  private coarser(): System {
    this.coarse ??= this.inquiry.program.coarser?.(watchOf(this.budget)) ?? this.inquiry.system;
    return this.coarse;
  }

  /** Nobody could decide: what stands in everybody's way. */
  private standstill(own: EngineAnswer): { reason?: string; limit?: Limit } {
    if (own.verdict !== 'inconclusive') return {};
    const others = [...this.attempts.values()].filter(
      ({ outcome }, i) => i > 0 && outcome === 'inconclusive',
    );
    const reasons = others.map(({ engine, how, reason }) => `${engine} (${how}): ${reason}`);
    return { reason: [own.reason, ...reasons].join('; ') };
  }

  private told({ way, answer }: Finished): Conducted {
    const { plan } = this;
    const statistics: Statistics = answer.statistics;
    const notices = [...answer.notices];
    if (way.on === 'coarser') notices.push(COARSER);
    if (way.of === 'all') notices.push(UNFAIR);
    const attempts = [plan.first, ...plan.others].map(
      (one) => this.attempts.get(one) ?? attempt(one, 'not needed'),
    );
    const silent = plan.abstaining.map(
      ({ engine, reason }): Attempt => ({ engine, how: 'proof', outcome: 'abstains', reason }),
    );
    const engine = answer.engine ?? way.engine;
    const told = { ...answer, statistics, notices, engine, attempts: [...attempts, ...silent] };
    if (told.verdict !== 'holds') return told;
    // What is evidence for a coarser model is none that could be checked against the program.
    const { evidence, ...rest } = told;
    if (way.on === 'coarser') {
      // Nor does it say which steps of the program are never taken.
      const { unreached, ...coarse } = rest;
      return coarse;
    }
    return told.strength === 'exhaustive' ? { ...rest, evidence: { kind: 'enumeration' } } : told;
  }
}

const attempt = ({ engine, how }: Way, outcome: Attempt['outcome'], reason?: string): Attempt => ({
  engine,
  how,
  outcome,
  ...(reason === undefined ? {} : { reason }),
});

function failure(error: unknown): Extract<EngineAnswer, { verdict: 'inconclusive' }> {
  const reason = error instanceof Error ? error.message : String(error);
  return { verdict: 'inconclusive', reason, statistics: {}, notices: [] };
}

/** The search gave up, and not because somebody wanted it to. */
const isWorthMore = (answer: EngineAnswer): boolean =>
  answer.verdict === 'inconclusive' && answer.limit !== 'interrupted';
