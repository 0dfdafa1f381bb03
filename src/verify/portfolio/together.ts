/**
 * Questions that one search answers, each with a plan of its own for what else may be tried. The search goes
 * on until all of them are answered, by it or by others; those others take turns, so that each question has
 * its part of the time for them.
 */
import type { Budget } from '../../engine/budget.js';
import { type Company, type Conducted, Conductor, type Inquiry } from './conduct.js';
import { ENGINES, type EngineAnswer } from './engines.js';
import type { Plan } from './plan.js';

/** The questions are about the same system, and all plans begin with the same search. */
export async function conductTogether(
  inquiries: readonly Inquiry[],
  plans: readonly Plan[],
  budget: Budget,
): Promise<Conducted[]> {
  const ensemble = new Ensemble(inquiries, plans, budget);
  return ensemble.perform();
}

const STOPPED: EngineAnswer = {
  verdict: 'inconclusive',
  reason: 'another engine has answered',
  limit: 'interrupted',
  statistics: {},
  notices: [],
};

class Ensemble {
  private readonly conductors: Conductor[];
  /** What the search says about each question, once it does. */
  private readonly answers: Promised<EngineAnswer>[];
  /** Fulfilled when everybody who came before has had a turn. */
  private turns: Promise<void> = Promise.resolve();
  private readonly hadTurn = new Set<Conductor>();

  constructor(
    private readonly inquiries: readonly Inquiry[],
    private readonly plans: readonly Plan[],
    private readonly budget: Budget,
  ) {
    this.answers = inquiries.map(() => new Promised());
    this.conductors = inquiries.map(
      (inquiry, i) => new Conductor(inquiry, plans[i], budget, this.companyOf(i)),
    );
  }

  async perform(): Promise<Conducted[]> {
    const performances = this.conductors.map((conductor) => conductor.perform());
    const search = this.search();
    // Nobody goes on working after the first that fails has been heard of.
    const ended = await Promise.allSettled(performances);
    await search;
    return ended.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    });
  }

  private companyOf(index: number): Company {
    return {
      search: () => this.answers[index].promise,
      leave: () => this.answers[index].resolve(STOPPED),
      turn: () => this.turnOf(index),
    };
  }

  private async search(): Promise<void> {
    const { inquiries, plans, answers, conductors, budget } = this;
    const [{ first, headStart }] = plans;
    const started = budget.now();
    const memory = Math.min(...plans.map((plan) => plan.first.memory));
    const shared: Budget = {
      ...budget,
      bytes: budget.bytes === undefined ? undefined : Math.floor(budget.bytes * memory),
      interrupted: () => conductors.every(({ isAnswered }) => isAnswered) || budget.interrupted?.() === true,
      pause: async () => {
        if (budget.now() - started > headStart) for (const conductor of conductors) conductor.join();
        await budget.pause?.();
      },
    };
    try {
      const found = await ENGINES[first.engine].together!.run(
        inquiries[0].system,
        inquiries.map(({ question }) => question),
        shared,
        first.settings,
        (i, answer) => answers[i].resolve(answer),
      );
      for (const [i, answer] of found.entries()) answers[i].resolve(answer);
    } catch (error) {
      for (const answer of answers) answer.reject(error);
    }
  }

  private async turnOf(index: number): ReturnType<Company['turn']> {
    const { conductors, hadTurn, budget } = this;
    const before = this.turns;
    const over = new Promised<void>();
    this.turns = over.promise;
    await before;
    const waiting = conductors.filter((one) => !hadTurn.has(one) && !one.isAnswered).length;
    const now = budget.now();
    const until =
      budget.deadline === undefined ? undefined : now + (budget.deadline - now) / Math.max(1, waiting);
    return {
      until,
      end: () => {
        hadTurn.add(conductors[index]);
        over.resolve();
      },
    };
  }
}

/** A promise that others keep. */
class Promised<T> {
  resolve!: (value: T) => void;
  reject!: (reason: unknown) => void;
  readonly promise = new Promise<T>((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });
}
