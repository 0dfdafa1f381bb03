/** Lets a compiled search work in portions, and keeps it inside its budget in between. */
import type { Budget, Progress } from '../../../budget.js';
import { LimitReached } from '../../reference/meter.js';

export const UNLIMITED = 0x7fff_ffff;

const FIRST_PORTION = 1 << 14;
const LARGEST_PORTION = 1 << 20;
const SMALLEST_PORTION = 1 << 8;
const SHORT = 0.015;
const LONG = 0.045;

export class Limits {
  /** Transitions until the search comes back. */
  portion = FIRST_PORTION;
  private last: number;
  readonly started: number;

  constructor(private readonly budget: Budget) {
    this.started = budget.now();
    this.last = this.started;
    if (budget.states !== undefined) this.portion = Math.min(this.portion, budget.states + 1);
  }

  /** Most steps from the start. */
  get depth(): number {
    return Math.min(this.budget.depth ?? UNLIMITED, UNLIMITED);
  }

  get seconds(): number {
    return this.budget.now() - this.started;
  }

  /** Called when the search has come back. Portions are made to take a few hundredths of a second. */
  async check(progress: Progress): Promise<void> {
    const { budget } = this;
    const now = budget.now();
    const largest = Math.min(LARGEST_PORTION, (budget.states ?? LARGEST_PORTION) + 1);
    if (now - this.last < SHORT) this.portion = Math.min(largest, this.portion * 2);
    else if (now - this.last > LONG) this.portion = Math.max(SMALLEST_PORTION, this.portion >> 1);
    this.enforce(progress, now);
    budget.progress?.(progress);
    await budget.pause?.();
    if (budget.interrupted?.()) throw new LimitReached('interrupted', 'an interruption');
    this.last = budget.now();
  }

  private enforce(progress: Progress, now: number): void {
    const { budget } = this;
    if (budget.states !== undefined && progress.states > budget.states)
      throw new LimitReached('states', `more than ${budget.states} states`);
    if (budget.deadline !== undefined && now > budget.deadline)
      throw new LimitReached('time', 'the time limit');
    if (budget.bytes !== undefined && progress.bytes > budget.bytes)
      throw new LimitReached('memory', 'the memory limit');
  }
}
