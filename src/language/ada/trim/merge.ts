/** What a process does for itself goes along with the step before it. */

import type { Expression, Place } from '../../../model/expression.js';
import type { Draft, DraftStep } from '../lower/draft.js';
import { keepWhere, prune } from './prune.js';
import type { Sharing } from './sharing.js';
import { incoming, outgoing, type Ways } from './step-lists.js';
import { eachUse, eachWrite, isInternal, shownBy } from './walk.js';

const MOST_EFFECTS = 200;

/** Tells whether a step changes only variables of its own process, and reads only these and what never changes. */
export function localIn({ owner, contended }: Sharing): (step: DraftStep) => boolean {
  let local = true;
  const use = ({ variable }: Place): void => {
    if (contended.has(variable)) local = false;
  };
  const write = ({ variable }: Place): void => {
    if (!owner.has(variable)) local = false;
  };
  return (step) => {
    local = true;
    eachUse(step, use);
    if (local) eachWrite(step, write);
    return local && !(step.guard && asksOthers(step.guard));
  };
}

export function asksOthers(condition: Expression): boolean {
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
  const mayGo = leaving.keys().filter((location) => onlyFrom(leaving, location));
  if (mayGo.length === 0) return;
  const isLocal = localIn(sharing);
  const atFirst = incoming(draft);
  const arriving = new Map<number, Set<DraftStep>>();
  const arrivingAt = (location: number): Set<DraftStep> => {
    const known = arriving.get(location) ?? new Set(atFirst.get(location));
    arriving.set(location, known);
    return known;
  };
  const gone = new Uint8Array(draft.locations.length);
  const waiting = new Set(mayGo);
  let changed = false;
  // What is added while this runs comes at the end.
  for (const location of waiting) {
    waiting.delete(location);
    const only = gone[location] ? undefined : onlyFrom(leaving, location);
    if (!only) continue;
    const before = arrivingAt(location);
    if (!goesAlong(draft, isLocal, location, only, before)) continue;
    const there = arrivingAt(only.to);
    there.delete(only);
    gone[location] = 1;
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
  keepWhere(draft.steps, ({ from }) => gone[from] === 0);
  prune(draft);
}

/** The step from the location, if it is the only one and does nothing but change variables. */
function onlyFrom(leaving: Ways, location: number): DraftStep | undefined {
  const steps = leaving.get(location);
  if (steps?.length !== 1) return undefined;
  const [only] = steps;
  if (!isInternal(only) || only.guard || only.event || only.kept || only.abstracted) return undefined;
  return only.priority === undefined ? only : undefined;
}

/** May the only step from the location happen along with those that lead to it? */
function goesAlong(
  draft: Draft,
  isLocal: (step: DraftStep) => boolean,
  location: number,
  only: DraftStep,
  before: ReadonlySet<DraftStep>,
): boolean {
  if (location === 0 || only.to === location || before.size === 0) return false;
  const { alone } = draft.locations[location];
  // Nobody moves while it is alone, so what it does there may as well be done at once.
  if (!alone && !only.early && !isLocal(only)) return false;
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
