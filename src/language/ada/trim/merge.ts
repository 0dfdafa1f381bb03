/** What a process does for itself goes along with the step before it. */
import type { Expression } from '../../../model/expression.js';
import type { Draft, DraftStep } from '../lower/draft.js';
import { keepOnly, outgoing, prune } from './prune.js';
import type { Sharing } from './sharing.js';
import { eachUse, eachWrite, isInternal, shownBy } from './walk.js';

const MOST_EFFECTS = 200;

/** Touches only variables of its own process. */
export function isLocal(
  step: DraftStep,
  { owner }: Sharing,
  constantToo: (variable: number) => boolean,
): boolean {
  let local = true;
  eachUse(step, (place) => {
    if (!owner.has(place.variable) && !constantToo(place.variable)) local = false;
  });
  eachWrite(step, (place) => {
    if (!owner.has(place.variable)) local = false;
  });
  return local && !(step.guard && asksOthers(step.guard));
}

function asksOthers(condition: Expression): boolean {
  switch (condition.kind) {
    case 'channel':
    case 'poll':
    case 'timeout':
    case 'at':
    case 'enabled':
      return true;
    case 'unary':
      return asksOthers(condition.operand);
    case 'binary':
      return asksOthers(condition.left) || asksOthers(condition.right);
    case 'conditional':
      return asksOthers(condition.test) || asksOthers(condition.whenTrue) || asksOthers(condition.whenFalse);
    case 'read':
      return condition.place.path.some((selector) => selector.kind === 'index' && asksOthers(selector.index));
    default:
      return false;
  }
}

/** Does the later step change what the event of the earlier one shows? */
function changesShown(later: DraftStep, earlier: DraftStep): boolean {
  const shown = shownBy(earlier);
  let changes = false;
  if (shown.size > 0)
    eachWrite(later, (place) => {
      if (shown.has(place.variable)) changes = true;
    });
  return changes;
}

/** Steps that lead to a location are looked at again when those from it have changed: each change costs what it touches. */
export function mergeLocal(draft: Draft, sharing: Sharing): void {
  const leaving = outgoing(draft);
  const arriving = new Map<number, Set<DraftStep>>();
  for (const step of draft.steps) {
    const known = arriving.get(step.to);
    if (known) known.add(step);
    else arriving.set(step.to, new Set([step]));
  }
  const waiting = new Set(leaving.keys());
  let changed = false;
  // What is added while this runs comes at the end.
  for (const location of waiting) {
    waiting.delete(location);
    const only = leaving.get(location)?.length === 1 ? leaving.get(location)![0] : undefined;
    const before = arriving.get(location);
    if (!only || !before || !goesAlong(draft, sharing, location, only, before)) continue;
    const there = arriving.get(only.to)!;
    there.delete(only);
    leaving.delete(location);
    arriving.delete(location);
    for (const step of before) {
      step.effects = [...step.effects, ...only.effects];
      step.to = only.to;
      there.add(step);
      waiting.add(step.from);
    }
    waiting.add(only.to);
    changed = true;
  }
  if (!changed) return;
  keepOnly(
    draft,
    draft.steps.filter(({ from }) => leaving.has(from)),
  );
  prune(draft);
}

/** May the only step from the location happen along with those that lead to it? */
function goesAlong(
  draft: Draft,
  sharing: Sharing,
  location: number,
  only: DraftStep,
  before: ReadonlySet<DraftStep>,
): boolean {
  if (location === 0 || only.to === location || before.size === 0) return false;
  if (!isInternal(only) || only.guard || only.event || only.kept || only.abstracted) return false;
  if (only.priority !== undefined) return false;
  const { alone } = draft.locations[location];
  const unchanging = (variable: number): boolean => !sharing.contended.has(variable);
  // Nobody moves while it is alone, so what it does there may as well be done at once.
  if (!alone && !only.early && !isLocal(only, sharing, unchanging)) return false;
  if (draft.locations[only.to].alone && !alone) return false;
  for (const step of before)
    if (
      step.from === location ||
      step.effects.length + only.effects.length > MOST_EFFECTS ||
      changesShown(only, step)
    )
      return false;
  return true;
}
