/**
 * Where a process can only do what concerns itself alone, nothing is gained by letting others move first: it goes on
 * alone, as in an atomic sequence, until it comes to something that others can notice, or to a place that it may
 * come back to. States on the way are not kept.
 *
 * For questions about single states only, and only where the question cannot see these steps.
 */
import type { Expression } from '../../../model/expression.js';
import { footprintOf, type Resource } from '../../../model/footprint.js';
import { isBuffered, type ProcessType, type Step, type System } from '../../../model/system.js';
import { Faultless } from '../reference/reduction/faultless.js';
import { Readiness } from '../reference/reduction/readiness.js';

/** `remote`: numbers of variables that others, or a question, look at; `asked`: what the questions are about. */
export function privateAlone(
  system: System,
  remote: ReadonlySet<number>,
  asked: readonly Expression[],
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
    // Who goes on alone into a sequence that others notice would do so at once with what it has done before.
    if (leaving[l].every((step) => isPrivate(step) && !noticed.has(step.to))) alone.add(l);
  });
  for (const l of comeBackTo(leaving, alone, type)) alone.delete(l);
  return alone;
}

/** Locations in regions from which something follows in the region that others can notice. */
function noticedFrom(
  { steps, locations }: ProcessType,
  leaving: readonly Step[][],
  isPrivate: (step: Step) => boolean,
): Set<number> {
  const inside = (l: number): boolean => locations[l].region !== undefined;
  const arriving: number[][] = locations.map(() => []);
  for (const { from, to } of steps) if (inside(from) && inside(to)) arriving[to].push(from);
  const noticed = new Set([...locations.keys()].filter((l) => inside(l) && !leaving[l].every(isPrivate)));
  for (const l of noticed) for (const before of arriving[l]) noticed.add(before);
  return noticed;
}

function mayMeet(system: System, { action }: Step): boolean {
  if (action.kind === 'synchronise') return true;
  return (action.kind === 'send' || action.kind === 'receive') && !isBuffered(system, action.channel);
}

/** Locations of the set that lie on every way round inside atomic sequences: without them none goes round. */
function comeBackTo(leaving: Step[][], alone: ReadonlySet<number>, { locations }: ProcessType): Set<number> {
  const inside = (l: number): boolean => alone.has(l) || locations[l].region !== undefined;
  const found = new Set<number>();
  const state = new Map<number, 'open' | 'done'>();
  for (const start of alone) {
    if (state.has(start)) continue;
    const work: { at: number; next: number }[] = [{ at: start, next: 0 }];
    state.set(start, 'open');
    while (work.length > 0) {
      const top = work[work.length - 1];
      const step = leaving[top.at][top.next++];
      if (!step) {
        state.set(top.at, 'done');
        work.pop();
      } else if (inside(step.to)) {
        const known = state.get(step.to);
        if (known === 'open') found.add(alone.has(step.to) ? step.to : top.at);
        if (known === undefined) {
          state.set(step.to, 'open');
          work.push({ at: step.to, next: 0 });
        }
      }
    }
  }
  return found;
}
