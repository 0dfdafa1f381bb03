/** Keeps a search inside its budget and tells what it has done. */
import type { Watch } from '../../../model/watch.js';
import type { Answer, Statistics } from '../../answer.js';
import type { Budget } from '../../budget.js';

/** Thrown by `Meter.tick` when a limit is reached; turned into an answer by the engine's entry. */
export class LimitReached extends Error {
  constructor(
    readonly limit: NonNullable<Extract<Answer, { verdict: 'inconclusive' }>['limit']>,
    message: string,
  ) {
    super(message);
  }
}

/** For work between searches, which nobody waits for piece by piece: throws where there is no time to go on. */
export const watchOf =
  ({ now, deadline, interrupted }: Budget): Watch =>
  () => {
    if (deadline !== undefined && now() > deadline) throw new LimitReached('time', 'the time limit');
    if (interrupted?.()) throw new LimitReached('interrupted', 'an interruption');
  };

const SECONDS_BETWEEN_PAUSES = 0.05;

export class Meter {
  states = 0;
  transitions = 0;
  depth = 0;
  bytes = 0;
  /** Something was left out because it is too far from the start. */
  cut = false;
  private readonly started: number;
  private paused: number;

  constructor(private readonly budget: Budget) {
    this.started = budget.now();
    this.paused = this.started;
  }

  /** Called once for each node expanded. */
  async tick(): Promise<void> {
    const { budget } = this;
    if (budget.states !== undefined && this.states > budget.states) {
      throw new LimitReached('states', `more than ${budget.states} states`);
    }
    // Asked each time: where many processes meet, a single state may have taken a second.
    const now = budget.now();
    if (budget.deadline !== undefined && now > budget.deadline)
      throw new LimitReached('time', 'the time limit');
    if (budget.bytes !== undefined && this.bytes > budget.bytes)
      throw new LimitReached('memory', 'the memory limit');
    if (now - this.paused > SECONDS_BETWEEN_PAUSES) {
      this.paused = now;
      budget.progress?.(this);
      await budget.pause?.();
    }
    if (budget.interrupted?.()) throw new LimitReached('interrupted', 'an interruption');
  }

  /** Is a state so many steps from the start the last one that a search may go to? */
  isDeepest(depth: number): boolean {
    return this.budget.depth !== undefined && depth >= this.budget.depth;
  }

  /** Called when the search has come to its end: what was cut short has not visited everything. */
  finish(): void {
    if (this.cut) throw new LimitReached('depth', 'the depth limit');
  }

  get statistics(): Statistics {
    const { states, transitions, depth, bytes } = this;
    return { states, transitions, depth, bytes, seconds: this.budget.now() - this.started };
  }
}
