/** What a process does for itself goes along with the step before it. */
import type { Draft, DraftStep } from '../lower/draft.js';
import { outgoing, prune } from './prune.js';
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
  return local && !asksOthers(step);
}

function asksOthers(step: DraftStep): boolean {
  const text = step.guard ? JSON.stringify(step.guard) : '';
  return /"kind":"(channel|poll|timeout|at|enabled)"/.test(text);
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

export function mergeLocal(draft: Draft, sharing: Sharing): void {
  const unchanging = (variable: number): boolean => !sharing.contended.has(variable);
  for (let changed = true; changed; ) {
    changed = false;
    const leaving = outgoing(draft);
    const arriving = new Map<number, DraftStep[]>();
    for (const step of draft.steps) {
      const list = arriving.get(step.to);
      if (list) list.push(step);
      else arriving.set(step.to, [step]);
    }
    const touched = new Set<number>();
    for (const [location, steps] of leaving) {
      const [only] = steps;
      if (
        location === 0 ||
        steps.length !== 1 ||
        only.to === location ||
        touched.has(location) ||
        touched.has(only.to)
      )
        continue;
      if (
        !isInternal(only) ||
        only.guard ||
        only.event ||
        only.kept ||
        only.abstracted ||
        only.priority !== undefined
      )
        continue;
      const { alone } = draft.locations[location];
      // Nobody moves while it is alone, so what it does there may as well be done at once.
      if (!alone && !only.early && !isLocal(only, sharing, unchanging)) continue;
      if (draft.locations[only.to].alone && !alone) continue;
      const before = arriving.get(location) ?? [];
      if (before.length === 0 || before.some((step) => step.from === location || touched.has(step.from)))
        continue;
      if (before.some((step) => step.effects.length + only.effects.length > MOST_EFFECTS)) continue;
      if (before.some((step) => changesShown(only, step))) continue;
      for (const step of before) {
        step.effects = [...step.effects, ...only.effects];
        step.to = only.to;
        touched.add(step.from);
      }
      touched.add(location).add(only.to);
      changed = true;
    }
    if (changed) prune(draft);
  }
}
