/**
 * Bits for wide types by trust: a variable of 32 bits seldom leaves a few hundred values, and a
 * reference seldom means what does not exist. Such a cell gets the bits for that; when a value outgrows
 * them the search comes back, and begins again with more bits for all cells of that type.
 *
 * Once states have been seen, the bits are for the values that were seen (see `survey.ts`).
 */
import type { System } from '../../../../model/system.js';
import { type Bounds, bitsFor } from './cells.js';
import type { Variety } from './variety.js';

const BYTE: Bounds = { low: -8, high: 247 };
const SHORT: Bounds = { low: -32768, high: 32767 };
const WIDE = 1000;
/** Types of so few values are not worth narrowing. */
const FEW = 8;
/** After so many values that were not foreseen, types are trusted again. */
const MOST_SURPRISES = 8;
const MOST_OF_A_KIND = 2;
const MOST_CROWDED = 4;
/** To begin again after so many states costs more than bits that are never used. */
const LATE = 1 << 18;
const BITS_AFTER_LATE = 2;
const MOST_LATE = 3;
/** A search that comes so far before it begins again is to come twice as far the next time. */
const FAR = 1 << 16;

/** A value that did not fit: the values of its type, where it is, its kind, and what else was known when it came. */
interface Surprise {
  cell: Bounds;
  place: number;
  kind: string;
  seen: Bounds[];
  estimated: boolean;
  /** It had all the bits that its type was trusted to need. */
  byType: boolean;
  states: number;
}

/** After so many estimates that were wrong, none is believed. */
const MOST_UNLIKELY = 6;

/** What holds for a system however it is searched. */
interface Lessons {
  /** Kinds of cells that had other values than the text of the program made likely. */
  unlikely: Set<string>;
  levels: Map<string, number>;
  /** Numbers of pairs needed more bits than a third of a key has. */
  manyPairs: boolean;
  /** What a search has met of it: the next one need not begin twice to know. */
  survey: Survey;
}

/** What was seen of the states of a system; each part undefined before it was. */
export interface Survey {
  /** How much each cell was seen to hold, in bits. */
  weights?: number[];
  /** Which cells were seen to belong together: lists of cells, near one another where they do. */
  groups?: number[][];
  /** Both were seen when there were few states yet. */
  early?: boolean;
  /** What values each cell was seen to have. */
  seen?: Bounds[];
  /** How many combinations of values groups of cells were seen to have. */
  variety?: Variety;
}

const learnt = new WeakMap<System, Lessons>();

/** What earlier attempts have taught: how often the cells of each type have outgrown their bits. */
export class Trust {
  /** How many bits more the numbers of dictionaries were found to need, by their first cells. */
  readonly crowded = new Map<number, number>();
  private readonly lessons: Lessons;
  /** How often a cell of a kind has outgrown the bits for what was seen. */
  private readonly surprises = new Map<string, number>();
  /** The same of cells that were seen to have some values: those of which the same was seen are like them. */
  private readonly like = new Map<string, number>();
  private surprised = 0;
  private crowdings = 0;
  /** Kinds of cells that had a value beyond what was seen: what was estimated may have been wrong too. */
  private readonly doubtful = new Set<string>();
  /** How often a search had come far when it had to begin again. */
  private late = 0;
  /** The most states of a search that had to begin again. */
  private farthest = 0;
  /** Beginning again took too long altogether: nothing that was seen or made likely is believed any more. */
  private weary = false;

  constructor(system: System) {
    this.lessons = learnt.get(system) ?? {
      unlikely: new Set(),
      levels: new Map(),
      manyPairs: false,
      survey: {},
    };
    learnt.set(system, this.lessons);
  }

  /** What is trusted at this moment: other searches of the system go on learning. */
  atPresent(): Trust {
    const { unlikely, levels, manyPairs, survey } = this.lessons;
    const lessons: Lessons = {
      unlikely: new Set(unlikely),
      levels: new Map(levels),
      manyPairs,
      survey: { ...survey },
    };
    return Object.assign(Object.create(Trust.prototype), this, {
      lessons,
      crowded: new Map(this.crowded),
      surprises: new Map(this.surprises),
      like: new Map(this.like),
      doubtful: new Set(this.doubtful),
    });
  }

  get survey(): Readonly<Survey> {
    return this.lessons.survey;
  }

  /** Something more was seen. */
  learn(more: Survey): void {
    Object.assign(this.lessons.survey, more);
  }

  /**
   * The values to have bits for. `references`: the greatest number of a channel or process there is.
   * `kind`: cells of the same kind are likely to have the same values. `spare`: some more than were seen.
   */
  narrowed(
    cell: Bounds,
    references: number,
    kind: string,
    likely?: Bounds,
    seen?: Bounds,
    spare = true,
  ): Bounds {
    const trusted = this.byType(cell, references);
    const byType = likely && this.believes(kind) ? common(trusted, likely) : trusted;
    if (!seen || seen.high < seen.low || byType.high - byType.low < FEW) return byType;
    const surprises = this.surprises.get(kind) ?? 0;
    if (this.weary || this.late >= MOST_LATE - 1) return byType;
    if (this.surprised > MOST_SURPRISES || surprises > MOST_OF_A_KIND) return byType;
    const range = seen.high - seen.low;
    const bits =
      bitsFor({ low: 0, high: spare ? range + (range >> 2) : range }) +
      2 * surprises ** 2 +
      (this.like.get(nameOf(seen)) ?? 0) +
      BITS_AFTER_LATE * this.late;
    return inBits(bits, seen, byType);
  }

  /** Whether three numbers of pairs may make a key, with a third of its bits each. */
  get allowsThirds(): boolean {
    return !this.lessons.manyPairs;
  }

  /** Numbers of pairs need half of a key. */
  needHalves(): void {
    this.lessons.manyPairs = true;
  }

  /** More numbers for the dictionaries of these cells, or no dictionaries at all. */
  needNumbers(cells: readonly number[], states: number): void {
    this.begunAgain(states);
    for (const cell of cells) this.crowded.set(cell, (this.crowded.get(cell) ?? 0) + 2);
    if (++this.crowdings > MOST_CROWDED || this.weary) this.learn({ variety: undefined });
  }

  /** So all searches that began again take about as long together as one that does not have to. */
  private begunAgain(states: number): void {
    if (states > FAR && states < 2 * this.farthest) this.weary = true;
    this.farthest = Math.max(this.farthest, states);
  }

  private byType(cell: Bounds, references: number): Bounds {
    const size = cell.high - cell.low;
    if (size <= WIDE) return cell;
    const level = this.lessons.levels.get(nameOf(cell)) ?? 0;
    if (size === 0x7fff || size === 0x8000) return level === 0 ? { low: cell.low, high: references } : cell;
    if (level > 1) return cell;
    return within(level === 0 ? BYTE : SHORT, cell);
  }

  /** `variety`: what was seen until then, in a sample. */
  outgrown({ cell, place, kind, seen, estimated, byType, states }: Surprise, variety?: Variety): void {
    this.begunAgain(states);
    const known = this.survey.seen;
    if (this.weary) this.learn({ variety: undefined });
    else if (known && variety && this.crowdings <= MOST_CROWDED)
      this.learn({ variety: this.survey.variety?.and(variety) ?? variety });
    const isNews = estimated && this.believes(kind);
    this.doubtful.add(kind);
    if (states > LATE) this.late++;
    const surprises = this.surprises.get(kind) ?? 0;
    if (known && !byType && surprises <= MOST_OF_A_KIND && this.surprised <= MOST_SURPRISES) {
      this.surprised++;
      this.surprises.set(kind, surprises + 1);
      const alike = nameOf(known[place]);
      this.like.set(alike, (this.like.get(alike) ?? 0) + 1);
      const together = known.map(({ low, high }, c) => ({
        low: Math.min(low, seen[c].low),
        high: Math.max(high, seen[c].high),
      }));
      this.learn({ seen: together });
      return;
    }
    // What was seen was no guide.
    this.surprises.set(kind, MOST_OF_A_KIND + 1);
    if (isNews) this.lessons.unlikely.add(kind);
    else {
      const { levels } = this.lessons;
      levels.set(nameOf(cell), (levels.get(nameOf(cell)) ?? 0) + 1 + this.late + Number(this.weary));
    }
  }

  private believes(kind: string): boolean {
    const { unlikely } = this.lessons;
    const isDoubtful = this.doubtful.has(kind) || this.late >= MOST_LATE || this.weary;
    return !isDoubtful && !unlikely.has(kind) && unlikely.size <= MOST_UNLIKELY;
  }
}

/** Values around those that were seen, as many as go into so many bits. */
export function inBits(bits: number, seen: Bounds, type: Bounds): Bounds {
  // Room to spare is better above than below, except for the least value of the type itself.
  const low = seen.high < type.low + 2 ** bits ? type.low : seen.low;
  return { low, high: Math.min(type.high, low + 2 ** bits - 1) };
}

/** The values in both, or in the first where there is none in both. */
function common(a: Bounds, b: Bounds): Bounds {
  const [low, high] = [Math.max(a.low, b.low), Math.min(a.high, b.high)];
  return low <= high ? { low, high } : a;
}

const nameOf = ({ low, high }: Bounds): string => `${low}..${high}`;

/** As many values as the narrow bounds have, but none below the least of the type. */
function within(narrow: Bounds, type: Bounds): Bounds {
  const low = Math.max(narrow.low, type.low);
  return { low, high: Math.min(low + narrow.high - narrow.low, type.high) };
}
