/** Removes what cannot be reached, and locations that only lead on. */
import type { Draft, DraftStep } from '../lower/draft.js';
import { isConstant } from '../lower/fold.js';
import { outgoing } from './step-lists.js';
import { isEmptyStep } from './walk.js';

/** Drops steps that are never possible and what cannot be reached without them. */
export function prune(draft: Draft): boolean {
  const { steps } = draft;
  const before = steps.length;
  keepWhere(steps, isPossible);
  const reached = reachedBy(steps, draft.locations.length);
  keepWhere(steps, ({ from }) => reached[from] === 1);
  return steps.length !== before;
}

function isPossible(step: DraftStep): boolean {
  const { guard } = step;
  if (guard && isConstant(guard)) {
    if (guard.value === 0) return false;
    step.guard = undefined;
  }
  return step.provided === undefined || step.provided();
}

/** In place: most of the time nothing goes. */
export function keepWhere(steps: DraftStep[], stays: (step: DraftStep) => boolean): void {
  let kept = 0;
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i];
    if (!stays(step)) continue;
    if (kept !== i) steps[kept] = step;
    kept++;
  }
  if (kept !== steps.length) steps.length = kept;
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
  const onward = new Int32Array(draft.locations.length).fill(NOWHERE);
  const joined: number[] = [];
  for (const location of leaving.keys()) {
    const to = leadsOnlyTo(draft, location, leaving.get(location)!);
    // A loop without content stays one: going round in it is something a process can do.
    if (to === NOWHERE || leadsBack(onward, to, location)) continue;
    onward[location] = to;
    joined.push(location);
  }
  if (joined.length === 0) return false;
  const end = (location: number): number => {
    let at = location;
    while (onward[at] !== NOWHERE) at = onward[at];
    return at;
  };
  for (const location of joined) keepLoop(draft, location, end(location));
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

const NOWHERE = -1;

/** Where steps without content lead, if there is but one such place and they always do. */
function leadsOnlyTo({ locations }: Draft, location: number, steps: readonly DraftStep[]): number {
  const { to } = steps[0];
  if (to === location) return NOWHERE;
  let open = false;
  for (const step of steps) {
    if (step.to !== to || !isEmptyStep(step)) return NOWHERE;
    if (!step.guard) open = true;
  }
  const { total, alone } = locations[location];
  if (!open && !total) return NOWHERE;
  return locations[to].alone && !alone ? NOWHERE : to;
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

function leadsBack(onward: Int32Array, from: number, to: number): boolean {
  for (let at = from; at !== NOWHERE; at = onward[at]) if (at === to) return true;
  return false;
}
