/**
 * Decisions that make no difference: whichever way is taken, nothing that matters happens before the ways meet
 * again. What such a decision depends on does not matter either.
 */
import type { Draft, DraftStep } from '../lower/draft.js';
import { components } from './components.js';
import { outgoing } from './prune.js';

const BOUND = 'the bound: ';

/** Where each idle location surely leads: undefined for those at which something may happen. */
export function idleEnds(draft: Draft, matters: (variable: number) => boolean): (number | undefined)[] {
  const leaving = outgoing(draft);
  const idle = new Set<number>();
  for (const [location, steps] of leaving) if (isIdle(draft, location, steps, matters)) idle.add(location);
  for (;;) {
    const ends = endsAmong(draft, leaving, idle);
    if (ends) return ends;
  }
}

function isIdle(
  { locations }: Draft,
  location: number,
  steps: readonly DraftStep[],
  matters: (variable: number) => boolean,
): boolean {
  const { marks, total, alone } = locations[location];
  if (marks) return false;
  const certain = total || (steps.length === 1 && !steps[0].guard);
  return (
    certain === true &&
    steps.every((step) => doesNothing(step, total === true, matters) && (alone || !locations[step.to].alone))
  );
}

function doesNothing(step: DraftStep, total: boolean, matters: (variable: number) => boolean): boolean {
  const { action, effects, event, kept, priority, abstracted } = step;
  if (event || kept || priority !== undefined) return false;
  // Of steps that only their condition is unknown of, one is possible for certain.
  if (abstracted !== undefined && (abstracted.startsWith(BOUND) || !(total || action.kind === 'choose')))
    return false;
  if (action.kind === 'choose' ? matters(action.place.variable) : action.kind !== 'internal') return false;
  return effects.every((effect) => effect.kind === 'assign' && !matters(effect.place.variable));
}

/** Takes the first decisions that do make a difference out of the set, and gives nothing; or gives the ends. */
function endsAmong(
  draft: Draft,
  leaving: ReadonlyMap<number, DraftStep[]>,
  idle: Set<number>,
): (number | undefined)[] | undefined {
  const inside = new Map([...leaving].filter(([location]) => idle.has(location)));
  const round = new Map<number, Set<number>>();
  const parts = components(draft.locations.length, inside);
  const different: number[] = [];
  for (const part of parts) {
    if (comesToAnEnd(draft, inside, part)) for (const location of part) round.set(location, part);
    else different.push(...decisionsIn(inside, part));
  }
  if (different.length > 0) {
    for (const location of different) idle.delete(location);
    return undefined;
  }
  const ends: (number | undefined)[] = draft.locations.map(() => undefined);
  const known = (location: number): number | undefined => (idle.has(location) ? ends[location] : location);
  // Depth first: what a location leads to is known before the location itself.
  const begun = new Set<number>();
  for (const start of idle) {
    const stack = [start];
    while (stack.length > 0) {
      const location = stack[stack.length - 1];
      if (ends[location] !== undefined || !idle.has(location)) {
        stack.pop();
        continue;
      }
      const part = round.get(location) ?? new Set([location]);
      const exits = [...part].flatMap((one) =>
        (inside.get(one) ?? []).flatMap(({ to }) => (part.has(to) ? [] : [to])),
      );
      const open = begun.has(location) ? [] : exits.filter((to) => known(to) === undefined);
      begun.add(location);
      if (open.length > 0) {
        for (const to of open) stack.push(to);
        continue;
      }
      stack.pop();
      const found = new Set(exits.map(known));
      const [end] = found;
      if (found.size === 1 && end !== undefined) for (const one of part) ends[one] = end;
      else {
        for (const one of decisionsIn(inside, part)) idle.delete(one);
        // Without its decisions a loop falls apart into other parts.
        if (part.size > 1) return undefined;
      }
    }
  }
  return ends;
}

/** Every way round passes the head of a loop that comes to an end, and no other. */
function comesToAnEnd(
  { locations }: Draft,
  inside: ReadonlyMap<number, DraftStep[]>,
  part: ReadonlySet<number>,
): boolean {
  const counts = (location: number): boolean => locations[location].bounded === true;
  if ([...part].some((location) => locations[location].loopHead && !counts(location))) return false;
  const rest = new Map(
    [...part]
      .filter((location) => !counts(location))
      .map((location) => [location, (inside.get(location) ?? []).filter(({ to }) => part.has(to))]),
  );
  const closed = new Map(
    [...rest].map(([location, steps]) => [location, steps.filter(({ to }) => rest.has(to))]),
  );
  return components(locations.length, closed).length === 0;
}

/** Those with several ways on, or all of them. */
function decisionsIn(inside: ReadonlyMap<number, DraftStep[]>, part: ReadonlySet<number>): number[] {
  const several = [...part].filter((location) => (inside.get(location)?.length ?? 0) > 1);
  return several.length > 0 ? several : [...part];
}

/** Idle decisions are left out: one step leads to where they all lead. */
export function skipIdle(draft: Draft, ends: readonly (number | undefined)[]): boolean {
  const skipped = new Map<number, DraftStep>();
  for (const [location, steps] of outgoing(draft)) {
    const end = ends[location];
    const decides = steps.length > 1 || steps.some((step) => step.guard);
    if (end !== undefined && decides) {
      const { span, text } = steps[0];
      skipped.set(location, {
        from: location,
        to: end,
        action: { kind: 'internal' },
        effects: [],
        span,
        text,
      });
    }
  }
  if (skipped.size === 0) return false;
  const rest = draft.steps.filter((step) => !skipped.has(step.from));
  draft.steps.length = 0;
  for (const step of rest) draft.steps.push(step);
  for (const step of skipped.values()) draft.steps.push(step);
  return true;
}
