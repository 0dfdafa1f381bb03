/**
 * Decisions that make no difference: whichever way is taken, nothing that matters happens before the ways meet
 * again. What such a decision depends on does not matter either.
 */

import { type Draft, type DraftStep, stepBetween } from '../lower/draft.js';
import { components } from './components.js';
import { outgoing, type StepLists } from './step-lists.js';

const BOUND = 'the bound: ';

/** The locations of a process at which nothing happens that matters. */
export class IdleLocations {
  private readonly leaving: StepLists;
  /** Where nothing happened that mattered when it was last asked: what matters only grows. */
  private idle: readonly number[];

  constructor(private readonly draft: Draft) {
    this.leaving = outgoing(draft);
    this.idle = this.leaving.keys();
  }

  /** Where each idle location surely leads; nothing at all where no decision is idle. */
  ends(matters: (variable: number) => boolean): (number | undefined)[] {
    const { draft, leaving } = this;
    this.idle = this.idle.filter((location) => isIdle(draft, location, leaving.get(location)!, matters));
    if (!this.idle.some((location) => isDecision(leaving.get(location)!))) return [];
    const inside = new Map<number, readonly DraftStep[]>();
    for (const location of this.idle) inside.set(location, leaving.get(location)!);
    // Of two ways that end at once at different places no more needs to be asked.
    let decides = false;
    for (const [location, steps] of inside) {
      if (!isDecision(steps)) continue;
      if (endsApart(steps, inside)) inside.delete(location);
      else decides = true;
    }
    while (decides) {
      const ends = endsAmong(draft, inside);
      if (ends) return ends;
    }
    return [];
  }
}

function endsApart(steps: readonly DraftStep[], inside: ReadonlyMap<number, readonly DraftStep[]>): boolean {
  let end = -1;
  for (const { to } of steps) {
    if (inside.has(to) || to === end) continue;
    if (end >= 0) return true;
    end = to;
  }
  return false;
}

const isDecision = (steps: readonly DraftStep[]): boolean =>
  steps.length > 1 || steps.some((step) => step.guard);

function isIdle(
  { locations }: Draft,
  location: number,
  steps: readonly DraftStep[],
  matters: (variable: number) => boolean,
): boolean {
  const { marks, total, alone } = locations[location];
  if (marks) return false;
  const certain = total || (steps.length === 1 && !steps[0].guard);
  if (certain !== true) return false;
  for (const step of steps) {
    if (!doesNothing(step, total === true, matters)) return false;
    if (!alone && locations[step.to].alone) return false;
  }
  return true;
}

function doesNothing(step: DraftStep, total: boolean, matters: (variable: number) => boolean): boolean {
  const { action, effects, event, kept, priority, abstracted } = step;
  if (event || kept || priority !== undefined) return false;
  // Of steps that only their condition is unknown of, one is possible for certain.
  if (abstracted !== undefined && (abstracted.startsWith(BOUND) || !(total || action.kind === 'choose')))
    return false;
  if (action.kind === 'choose' ? matters(action.place.variable) : action.kind !== 'internal') return false;
  for (const effect of effects) if (effect.kind !== 'assign' || matters(effect.place.variable)) return false;
  return true;
}

/** Takes the first decisions that do make a difference out of the idle ones, and gives nothing; or gives the ends. */
function endsAmong(
  draft: Draft,
  inside: Map<number, readonly DraftStep[]>,
): (number | undefined)[] | undefined {
  const round = new Map<number, Set<number>>();
  const parts = components(draft.locations.length, inside);
  const different: number[] = [];
  for (const part of parts) {
    if (comesToAnEnd(draft, inside, part)) for (const location of part) round.set(location, part);
    else different.push(...decisionsIn(inside, part));
  }
  if (different.length > 0) {
    for (const location of different) inside.delete(location);
    return undefined;
  }
  const ends: (number | undefined)[] = new Array(draft.locations.length).fill(undefined);
  const known = (location: number): number | undefined => (inside.has(location) ? ends[location] : location);
  // Depth first: what a location leads to is known before the location itself.
  const begun = new Uint8Array(draft.locations.length);
  const idle = [...inside.keys()];
  for (const start of idle) {
    if (ends[start] !== undefined) continue;
    const stack = [start];
    while (stack.length > 0) {
      const location = stack[stack.length - 1];
      if (ends[location] !== undefined || !inside.has(location)) {
        stack.pop();
        continue;
      }
      const part = round.get(location);
      const exits = part ? exitsOf(inside, part) : inside.get(location)!.map(({ to }) => to);
      const open = begun[location] ? [] : exits.filter((to) => known(to) === undefined);
      begun[location] = 1;
      if (open.length > 0) {
        for (const to of open) stack.push(to);
        continue;
      }
      stack.pop();
      const end = known(exits[0]);
      const certain = end !== undefined && exits.every((to) => known(to) === end);
      if (!part) {
        if (certain) ends[location] = end;
        else inside.delete(location);
      } else if (certain) for (const one of part) ends[one] = end;
      else {
        for (const one of decisionsIn(inside, part)) inside.delete(one);
        // Without its decisions a loop falls apart into other parts.
        if (part.size > 1) return undefined;
      }
    }
  }
  return ends;
}

const exitsOf = (inside: ReadonlyMap<number, readonly DraftStep[]>, part: ReadonlySet<number>): number[] =>
  [...part].flatMap((one) => (inside.get(one) ?? []).flatMap(({ to }) => (part.has(to) ? [] : [to])));

/** Every way round passes the head of a loop that comes to an end, and no other. */
function comesToAnEnd(
  { locations }: Draft,
  inside: ReadonlyMap<number, readonly DraftStep[]>,
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
function decisionsIn(inside: ReadonlyMap<number, readonly DraftStep[]>, part: ReadonlySet<number>): number[] {
  const several = [...part].filter((location) => (inside.get(location)?.length ?? 0) > 1);
  return several.length > 0 ? several : [...part];
}

/** Idle decisions are left out: one step leads to where they all lead. */
export function skipIdle(draft: Draft, ends: readonly (number | undefined)[]): boolean {
  const skipped = new Map<number, DraftStep>();
  if (ends.length === 0) return false;
  const leaving = outgoing(draft);
  for (const location of leaving.keys()) {
    const steps = leaving.get(location)!;
    const end = ends[location];
    if (end !== undefined && isDecision(steps)) {
      const { span, text } = steps[0];
      skipped.set(location, stepBetween(location, end, { span, text }));
    }
  }
  if (skipped.size === 0) return false;
  const rest = draft.steps.filter((step) => !skipped.has(step.from));
  draft.steps.length = 0;
  for (const step of rest) draft.steps.push(step);
  for (const step of skipped.values()) draft.steps.push(step);
  return true;
}
