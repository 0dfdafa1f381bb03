/**
 * A reduction that nobody named has to pay: knowing the transitions and looking for what is enough costs
 * time in every state. Where hardly any state had less than everything taken, the search begins again
 * without it.
 */
import type { Budget, Progress } from '../../../budget.js';
import type { Machine } from '../machine.js';
import { Limits } from '../search/limits.js';

/** The reduction is not worth its cost. */
export class NotWorthwhile extends Error {}

/** Enough states to judge by, and how many of them may have all their successors taken for each that has not. */
const FIRST_JUDGED = 4_000;
const MOST_FULL = 20;

export class Trial extends Limits {
  /** It was judged, and is not judged again. */
  isOver = false;

  constructor(
    budget: Budget,
    private readonly machine: () => Machine | undefined,
  ) {
    super(budget);
  }

  override async check(progress: Progress): Promise<void> {
    await super.check(progress);
    const machine = this.machine();
    if (this.isOver || !machine?.scene.labels || progress.states < FIRST_JUDGED) return;
    this.isOver = true;
    if (machine.instance.get('saved') * MOST_FULL < progress.states) throw new NotWorthwhile();
  }
}
