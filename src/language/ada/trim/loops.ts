/** Loops that count and do nothing else are passed over. */

import { type Draft, type DraftStep, stepBetween } from '../lower/draft.js';
import { components } from './components.js';
import { keepOnly } from './prune.js';
import { outgoing } from './step-lists.js';
import { eachUse, eachWrite, isEmptyStep, isInternal } from './walk.js';

export function skipEmptyLoops(drafts: readonly Draft[]): boolean {
  let uses: Map<number, number> | undefined;
  const counted = (): Map<number, number> => {
    uses ??= usesIn(drafts);
    return uses;
  };
  let changed = false;
  for (const draft of drafts) if (skipIn(draft, counted)) changed = true;
  return changed;
}

/** How many steps use each variable. */
function usesIn(drafts: readonly Draft[]): Map<number, number> {
  const uses = new Map<number, number>();
  for (const draft of drafts)
    for (const step of draft.steps) for (const v of variablesOf(step)) uses.set(v, (uses.get(v) ?? 0) + 1);
  return uses;
}

function variablesOf(step: DraftStep): Set<number> {
  const found = new Set<number>();
  eachUse(step, (place) => found.add(place.variable));
  return found;
}

function skipIn(draft: Draft, uses: () => Map<number, number>): boolean {
  const heads: number[] = [];
  draft.locations.forEach(({ loopHead, iterations }, location) => {
    if (loopHead && iterations !== undefined) heads.push(location);
  });
  if (heads.length === 0) return false;
  const leaving = outgoing(draft);
  let changed = false;
  for (const component of components(draft.locations.length, leaving)) {
    const head = heads.find((h) => component.has(h));
    if (head === undefined) continue;
    const inside = [...component].flatMap((l) => leaving.get(l) ?? []);
    const round = inside.filter((step) => component.has(step.to));
    const exits = inside.filter((step) => !component.has(step.to));
    const [first] = exits;
    const counted = [...component].every(
      (l) => !draft.locations[l].loopHead || Number.isFinite(draft.locations[l].iterations),
    );
    if (!first || !counted || !exits.every((step) => isEmptyStep(step) && step.to === first.to)) continue;
    if (
      !round.every(
        (step) =>
          isInternal(step) && !step.event && !step.kept && step.effects.every((e) => e.kind === 'assign'),
      )
    )
      continue;
    const written = new Set<number>();
    for (const step of round) eachWrite(step, (place) => written.add(place.variable));
    const own = [...written].every(
      (v) => inside.filter((step) => variablesOf(step).has(v)).length === (uses().get(v) ?? 0),
    );
    if (!own) continue;
    const entries = draft.steps.filter((step) => !component.has(step.from) && component.has(step.to));
    for (const step of entries) step.to = head;
    const rest = draft.steps.filter((step) => !component.has(step.from));
    keepOnly(draft, rest);
    draft.steps.push(stepBetween(head, first.to, { span: first.span }));
    draft.locations[head].iterations = undefined;
    draft.locations[head].loopHead = undefined;
    draft.locations[head].bounded = undefined;
    changed = true;
  }
  return changed;
}
