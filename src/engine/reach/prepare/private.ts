/**
 * Where a process can only do what concerns itself alone, nothing is gained by letting others move first: it goes on
 * alone, as in an atomic sequence, until it comes to something that others can notice, or to a place that it may
 * come back to. States on the way are not kept.
 *
 * For questions about single states only, and only where the question cannot see these steps.
 */
import type { Expression } from '../../../model/expression.js';
import { footprintOf, type Resource } from '../../../model/footprint.js';
import {
  isAlwaysPossible,
  isBuffered,
  type ProcessType,
  type Step,
  type System,
} from '../../../model/system.js';
import { unwatched, type Watch } from '../../../model/watch.js';
import { Faultless } from '../reference/reduction/faultless.js';
import { lastFirst } from '../reference/reduction/profile.js';
import { Readiness } from '../reference/reduction/readiness.js';

/** `remote`: numbers of variables that others, or a question, look at; `asked`: what the questions are about. */
export function privateAlone(
  system: System,
  remote: ReadonlySet<number>,
  asked: readonly Expression[],
  watch: Watch = unwatched,
): System {
  const watched = watchedTypes([system.types, asked], new Set());
  if (system.keepsLastProcess || !watched) return system;
  const faultless = new Faultless(system);
  const readiness = new Readiness(system);
  const mine = (resource: Resource): boolean => resource.kind === 'own' && !remote.has(resource.variable);
  const isPrivate = (type: ProcessType, step: Step): boolean => {
    if (step.action.kind !== 'internal' && step.action.kind !== 'choose') return false;
    if (step.event || step.effects.some(({ kind }) => kind === 'fault')) return false;
    if (readiness.writes(type, step).length > 0) return false;
    const { tests, reads, writes } = footprintOf(step);
    return [...tests, ...reads, ...writes].every(mine) && faultless.step(type, step);
  };
  const types = system.types.map((type, t) => {
    watch();
    if (watched.has(t) || type.observes !== undefined || type.provided) return type;
    const alone = aloneAt(system, type, (step) => isPrivate(type, step));
    if (alone.size === 0) return type;
    const locations = type.locations.map((location, l) =>
      alone.has(l) ? { ...location, region: 'atomic' as const } : location,
    );
    return { ...type, locations };
  });
  return { ...system, types };
}

/** The types of which some process or question looks where they stand; undefined where it may be any. */
function watchedTypes(part: unknown, found: Set<number>): Set<number> | undefined {
  if (typeof part !== 'object' || part === null) return found;
  const { kind, type } = part as Partial<Expression> & { type?: number };
  if (kind === 'location' || kind === 'enabled') return undefined;
  if (kind === 'at') found.add(type!);
  return Object.values(part).every((inner) => watchedTypes(inner, found)) ? found : undefined;
}

function aloneAt(system: System, type: ProcessType, isPrivate: (step: Step) => boolean): Set<number> {
  const leaving: Step[][] = type.locations.map(() => []);
  for (const step of type.steps) leaving[step.from].push(step);
  const met = new Set(type.steps.flatMap((step) => (mayMeet(system, step) ? [step.to] : [])));
  const noticed = noticedFrom(type, leaving, isPrivate);
  const alone = new Set<number>();
  type.locations.forEach(({ region, marks }, l) => {
    // Whom one meets may be in an atomic sequence of its own: that goes first.
    if (region || marks?.includes('error') || met.has(l) || leaving[l].length === 0) return;
    // Who goes on alone into such a sequence would do so at once with what it has done before.
    if (leaving[l].every((step) => isPrivate(step) && !noticed.has(step.to))) alone.add(l);
  });
  for (const l of comeBackTo(leaving, alone, type)) alone.delete(l);
  return alone;
}

/**
 * Locations in regions from which something follows in the region that others can notice; also those from which it may
 * never end, or may block where that is a fault.
 */
function noticedFrom(
  { steps, locations }: ProcessType,
  leaving: readonly Step[][],
  isPrivate: (step: Step) => boolean,
): Set<number> {
  const isInside = (l: number): boolean => locations[l].region !== undefined;
  const inside = [...locations.keys()].filter(isInside);
  const arriving: number[][] = locations.map(() => []);
  for (const { from, to } of steps) if (isInside(from) && isInside(to)) arriving[to].push(from);
  const { endless } = lastFirst(inside, (l) => leaving[l].flatMap(({ to }) => (isInside(to) ? [to] : [])));
  const mayBlock = (l: number): boolean =>
    locations[l].region === 'indivisible' && !leaving[l].some(isAlwaysPossible);
  const noticed = new Set([...inside.filter((l) => mayBlock(l) || !leaving[l].every(isPrivate)), ...endless]);
  for (const l of noticed) for (const before of arriving[l]) noticed.add(before);
  return noticed;
}

function mayMeet(system: System, { action }: Step): boolean {
  if (action.kind === 'synchronise') return true;
  return (action.kind === 'send' || action.kind === 'receive') && !isBuffered(system, action.channel);
}

/**
 * Locations of the set without which no way inside atomic sequences goes round. None goes round in regions alone, where
 * one of the set leads into them.
 */
function comeBackTo(leaving: Step[][], alone: ReadonlySet<number>, { locations }: ProcessType): Set<number> {
  /** Where one comes to next in the set, through regions if need be. */
  const after = (location: number): Set<number> => {
    const passed = new Set([location]);
    const reached = new Set<number>();
    for (const at of passed)
      for (const { to } of leaving[at]) {
        if (alone.has(to)) reached.add(to);
        else if (locations[to].region !== undefined) passed.add(to);
      }
    return reached;
  };
  const found = new Set<number>();
  const state = new Map<number, 'open' | 'done'>();
  for (const start of alone) {
    if (state.has(start)) continue;
    const work = [{ at: start, next: [...after(start)] }];
    state.set(start, 'open');
    while (work.length > 0) {
      const { at, next } = work[work.length - 1];
      const to = next.pop();
      if (to === undefined) {
        state.set(at, 'done');
        work.pop();
      } else if (state.get(to) === 'open') found.add(to);
      else if (!state.has(to)) {
        state.set(to, 'open');
        work.push({ at: to, next: [...after(to)] });
      }
    }
  }
  return found;
}
