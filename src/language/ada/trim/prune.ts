/** Removes what cannot be reached, and locations that only lead on. */
import type { Draft, DraftStep } from '../lower/draft.js';
import { isConstant } from '../lower/fold.js';
import { isEmptyStep } from './walk.js';

/** Drops steps that are never possible and what cannot be reached without them. */
export function prune(draft: Draft): boolean {
  const before = draft.steps.length;
  const possible = draft.steps.filter((step) => {
    if (step.guard && isConstant(step.guard)) {
      if (step.guard.value === 0) return false;
      step.guard = undefined;
    }
    return step.provided === undefined || step.provided();
  });
  const reached = reachedBy(possible, draft.locations.length);
  const kept = possible.filter((step) => reached[step.from]);
  keepOnly(draft, kept);
  return kept.length !== before;
}

/** 1 for each location that these steps lead to from the first. */
function reachedBy(steps: readonly DraftStep[], locations: number): Uint8Array {
  const first = new Int32Array(locations).fill(-1);
  const next = new Int32Array(steps.length);
  for (let i = steps.length - 1; i >= 0; i--) {
    const { from } = steps[i];
    next[i] = first[from];
    first[from] = i;
  }
  const reached = new Uint8Array(locations);
  const waiting = [0];
  reached[0] = 1;
  for (let location = waiting.pop(); location !== undefined; location = waiting.pop())
    for (let i = first[location]; i >= 0; i = next[i]) {
      const { to } = steps[i];
      if (reached[to]) continue;
      reached[to] = 1;
      waiting.push(to);
    }
  return reached;
}

/** Not by spreading: there may be more steps than a call can have arguments. */
export function keepOnly(draft: Draft, steps: readonly DraftStep[]): void {
  draft.steps.length = 0;
  for (const step of steps) draft.steps.push(step);
}

/** Joins locations that a step without any content leads from with where it leads. */
export function thread(draft: Draft): boolean {
  const leaving = outgoing(draft);
  const onward = new Map<number, number>();
  for (const [location, steps] of leaving) {
    const [first] = steps;
    const { total } = draft.locations[location];
    const same = steps.every((step) => isEmptyStep(step) && step.to === first.to);
    if (!same || first.to === location) continue;
    if (steps.length > 1 && !total && !steps.some((step) => !step.guard)) continue;
    if (steps.length === 1 && first.guard && !total) continue;
    if (draft.locations[first.to].alone && !draft.locations[location].alone) continue;
    // A loop without content stays one: going round in it is something a process can do.
    if (leadsBack(onward, first.to, location)) continue;
    onward.set(location, first.to);
  }
  if (onward.size === 0) return false;
  const end = (location: number): number => {
    let at = location;
    for (let next = onward.get(at); next !== undefined; next = onward.get(at)) at = next;
    return at;
  };
  for (const location of onward.keys()) keepLoop(draft, location, end(location));
  let changed = false;
  for (const step of draft.steps) {
    const to = end(step.to);
    if (to !== step.to) {
      step.to = to;
      changed = true;
    }
  }
  const start = end(0);
  if (start !== 0) {
    moveStart(draft, start);
    changed = true;
  }
  return prune(draft) || changed;
}

/** Where a loop came back to, it now comes back further on; of two loops the one that says less counts. */
function keepLoop({ locations }: Draft, from: number, to: number): void {
  const [before, after] = [locations[from], locations[to]];
  if (!before.loopHead) return;
  const alone = !after.loopHead;
  after.loopHead = true;
  if (alone) {
    if (before.iterations !== undefined) after.iterations = before.iterations;
    if (before.bounded) after.bounded = true;
    return;
  }
  if (before.iterations === undefined || after.iterations === undefined) after.iterations = undefined;
  else after.iterations *= before.iterations;
  if (!before.bounded) after.bounded = undefined;
}

/** The process begins at another location: that one becomes location 0. */
function moveStart(draft: Draft, start: number): void {
  for (const step of draft.steps) {
    if (step.from === 0) step.from = -1;
    if (step.to === 0) step.to = -1;
  }
  for (const step of draft.steps) {
    if (step.from === start) step.from = 0;
    if (step.to === start) step.to = 0;
  }
  for (const step of draft.steps) {
    if (step.from === -1) step.from = start;
    if (step.to === -1) step.to = start;
  }
  const [first, other] = [draft.locations[0], draft.locations[start]];
  draft.locations[0] = other;
  draft.locations[start] = first;
}

function leadsBack(onward: Map<number, number>, from: number, to: number): boolean {
  for (let at: number | undefined = from; at !== undefined; at = onward.get(at)) if (at === to) return true;
  return false;
}

export function outgoing(draft: Draft): Map<number, DraftStep[]> {
  const leaving = new Map<number, DraftStep[]>();
  for (const step of draft.steps) {
    const list = leaving.get(step.from);
    if (list) list.push(step);
    else leaving.set(step.from, [step]);
  }
  return leaving;
}
