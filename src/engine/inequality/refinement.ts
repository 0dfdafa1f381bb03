/**
 * What to do with a solution that no execution realises: the equations know how often, not in which
 * order. Each remedy loses no execution: a trap that the solution empties, an end from which nothing
 * goes on, two automata put together, a segment split at an action that was blocked. All are bounded.
 */
import { type Arrangement, asItIs, composed } from './arrangement.js';
import type { Features } from './coverage.js';
import type { Possibility } from './possibility.js';
import type { Realised } from './realise.js';
import { emptiedTrap, type Trap } from './traps.js';

/** A product with no more states and edges than this comes before splitting; up to the other, after it. */
const SMALL_PRODUCT = 300;
const LARGE_PRODUCT = 5000;
/** Pairs that are tried. */
const MOST_TRIED = 3;
const FEW_AUTOMATA = 12;

export interface RefinementLimits {
  /** Most traps, ends and splits together. */
  splits: number;
  /** How often automata are put together at most. */
  products: number;
}

export class Refinement {
  private splits = 0;
  private products = 0;
  private readonly splitAt = new Map<number, number>();
  /** How many ends from which nothing goes on were excluded. */
  barren = 0;

  constructor(
    private readonly features: Features,
    private readonly limits: RefinementLimits,
  ) {}

  /** What takes the place of a way whose solution could not be realised; undefined if nothing is left to try. */
  instead(
    way: Possibility,
    values: number[],
    { barren, blocked, crowded }: Realised,
  ): Possibility[] | undefined {
    if (crowded && way.arranged && way.arrangement) return [way.arranged(asItIs(way.arrangement.base))];
    const within = this.splits < this.limits.splits;
    const trap = within ? trapOf(way, values) : undefined;
    if (trap && way.withTrap) {
      this.splits++;
      return [way.withTrap(trap)];
    }
    // Regions and priorities are part of a state too, and the inequalities do not see them.
    if (within && barren && way.without && !this.features.restricted && !this.features.timeout) {
      this.splits++;
      this.barren++;
      return [way.without(barren)];
    }
    const actions = new Set(blocked.map(({ action }) => action));
    const together = this.together(way, SMALL_PRODUCT, actions);
    if (together) return together;
    // Of what is blocked, the action that was split least often: one that repeats could be split for ever.
    const often = (action: number) => this.splitAt.get(action) ?? 0;
    const [place] = [...blocked].sort((a, b) => often(a.action) - often(b.action));
    if (!within || !place || !way.refine) return this.together(way, LARGE_PRODUCT, actions);
    this.splits++;
    this.splitAt.set(place.action, often(place.action) + 1);
    return way.refine(place);
  }

  /** Are there few automata, of which two small ones could be put together? */
  canJoin(way: Possibility): boolean {
    const few = (way.arrangement?.network.components.length ?? 0) <= FEW_AUTOMATA;
    return few && this.joined(way, SMALL_PRODUCT) !== undefined;
  }

  /** The same with two automata in one, where the search for a solution found no end. */
  afterAll(way: Possibility): Possibility[] | undefined {
    return this.together(way, LARGE_PRODUCT);
  }

  private together(way: Possibility, most: number, blocked?: ReadonlySet<number>): Possibility[] | undefined {
    const arrangement = this.joined(way, most, blocked);
    if (!arrangement || !way.arranged) return undefined;
    this.products++;
    return [way.arranged(arrangement)];
  }

  /** Two automata that meet as one, if there are such: those of the smallest product, of blocked actions first. */
  private joined(
    { arranged, arrangement }: Possibility,
    most: number,
    blocked: ReadonlySet<number> = new Set(),
  ): Arrangement | undefined {
    if (this.products >= this.limits.products || !arranged || !arrangement) return undefined;
    for (const actions of [blocked, undefined]) {
      for (const [one, other] of meetingPairs(arrangement, actions).slice(0, MOST_TRIED)) {
        const found = composed(arrangement, one, other, most);
        if (found) return found;
      }
    }
    return undefined;
  }
}

/** Pairs of automata that take part in one of these actions (or in any), small products first. */
function meetingPairs(
  { network: { components, actions } }: Arrangement,
  among: ReadonlySet<number> | undefined,
): [number, number][] {
  const found = new Map<string, { pair: [number, number]; size: number }>();
  const sizeOf = (c: number) => components[c].states.length + components[c].edges.length;
  actions.forEach(({ participants }, action) => {
    if ((among && !among.has(action)) || participants.length > FEW_AUTOMATA) return;
    for (const one of participants)
      for (const other of participants)
        if (one < other && components[one].observes === components[other].observes)
          found.set(`${one} ${other}`, { pair: [one, other], size: sizeOf(one) * sizeOf(other) });
  });
  return [...found.values()].sort((a, b) => a.size - b.size).map(({ pair }) => pair);
}

/** A trap that the solution empties. */
function trapOf({ arrangement, standing }: Possibility, values: number[]): Trap | undefined {
  if (!arrangement) return undefined;
  for (const states of standing?.(values) ?? []) {
    const trap = emptiedTrap(arrangement.network, states);
    if (trap) return trap;
  }
  return undefined;
}
