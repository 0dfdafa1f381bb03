/**
 * One process being written: locations, steps, and the place where writing goes on. Everything it stores
 * is a shared variable at first; `trim` makes those its own that nobody else touches.
 */
import type { Expression, Place } from '../../../model/expression.js';
import type { Span } from '../../../model/source.js';
import { type Action, type Effect, type EventLabel, internal, type Mark } from '../../../model/system.js';
import { negation } from './fold.js';

export interface DraftLocation {
  name?: string;
  marks?: Mark[];
  /** The process goes on alone from here: inside a protected action. */
  alone?: boolean;
  span?: Span;
  /** An abort waits until it is left. */
  deferred?: boolean;
  /** Initialize and Finalize are carried to their end, whoever is aborted. */
  undisturbed?: boolean;
  /** The process may have to wait here: an abort takes effect at once. */
  blocking?: boolean;
  /** Calls that wait in a queue while the process is here: how to take them back. */
  queuedIn?: Withdrawal[];
  /** It waits here for these to end. */
  waitsForTasks?: unknown[];
  /** Where a loop comes back to; `iterations` of a loop that counts. */
  loopHead?: boolean;
  iterations?: number;
  /** The loop comes to an end, after however many rounds. */
  bounded?: boolean;
  /** Of the steps from here exactly one is possible. */
  total?: boolean;
  /** What an exception or an abort passes from here. */
  frames?: unknown;
}

/** A call taken back: not when it is about to be served. */
interface Withdrawal {
  action: Extract<Action, { kind: 'receive' }>;
  guard?: Expression;
}

/** Told to the caller when its rendezvous is over: which process, the exception or 0, and the results. */
interface Answer {
  caller: Place;
  code: Expression;
  values: Expression[];
  /** The channels of the entry that was called. */
  entry: number[];
  /** Without results of its own: a call that was requeued here has those of the entry it came from. */
  keepsOthers: boolean;
}

export interface DraftStep {
  from: number;
  to: number;
  guard?: Expression;
  action: Action;
  effects: Effect[];
  event?: EventLabel;
  priority?: number;
  text?: string;
  span?: Span;
  /** What was left out so that this step is possible at all. */
  abstracted?: string;
  /** Not written at its place in the text. */
  implied?: boolean;
  /** All it reads and writes is one action, whoever else does so. */
  atomic?: boolean;
  /** A moment of its own: never joined with its neighbours. */
  kept?: boolean;
  /** Others can only wait for it: it may as well happen along with the step before it. */
  early?: boolean;
  /** Leaves what is being done, at any moment of it. */
  interrupts?: boolean;
  /** Asked when all processes are written: is the step possible at all? */
  provided?: () => boolean;
  answers?: Answer;
  /** Waits for an answer; where its exception and its results go. */
  heard?: { code: Place | undefined; places: Place[] };
}

interface DraftMark {
  locations: number;
  steps: number;
  here: number;
  total: boolean | undefined;
}

export type StepParts = Partial<Omit<DraftStep, 'from' | 'to'>>;

/**
 * Locations and steps are gone over again and again by the hundred thousand: all of them are objects of one shape,
 * and nothing is ever deleted from one, which is what makes that fast.
 */
const emptyLocation = (span?: Span, frames?: unknown, alone?: boolean): DraftLocation => ({
  name: undefined,
  marks: undefined,
  alone,
  span,
  deferred: undefined,
  undisturbed: undefined,
  blocking: undefined,
  queuedIn: undefined,
  waitsForTasks: undefined,
  loopHead: undefined,
  iterations: undefined,
  bounded: undefined,
  total: undefined,
  frames,
});

const emptyStep = (from: number, to: number, span?: Span): DraftStep => ({
  from,
  to,
  guard: undefined,
  action: internal,
  effects: [],
  event: undefined,
  priority: undefined,
  text: undefined,
  span,
  abstracted: undefined,
  implied: undefined,
  atomic: undefined,
  kept: undefined,
  early: undefined,
  interrupts: undefined,
  provided: undefined,
  answers: undefined,
  heard: undefined,
});

/** Only the parts that are there: they come in dozens of shapes, in which looking for one that is not there is slow. */
export function stepBetween(from: number, to: number, parts: StepParts, span?: Span): DraftStep {
  const step = emptyStep(from, to, span);
  const rest = step as unknown as Record<string, unknown>;
  for (const key in parts) {
    const part = parts[key as keyof StepParts];
    if (part !== undefined) rest[key] = part;
  }
  return step;
}

const NOWHERE = -1;

export class Draft {
  readonly locations: DraftLocation[] = [emptyLocation()];
  readonly steps: DraftStep[] = [];
  private at = 0;
  /** Where the text stands that is being written. */
  span?: Span;
  /** Where the text of the whole process stands. */
  home?: Span;
  /** The frames around what is being written. */
  frames?: unknown;
  /** Where exceptions are raised from, for the checks under the same frames; by number, negative inside protected ones. */
  private readonly raising = new Map<object, Map<number, number>>();
  private readonly raised: { known: Map<number, number>; key: number; location: number }[] = [];
  private insideProtected = 0;

  constructor(
    readonly name: string,
    readonly number: number,
  ) {}

  /** Where the next step begins. */
  get here(): number {
    if (this.at === NOWHERE) this.at = this.location();
    return this.at;
  }

  set here(location: number) {
    this.at = location;
  }

  /** What is written next cannot be reached from what was written last; most of the time nothing is. */
  leave(): void {
    this.at = NOWHERE;
  }

  location(parts?: DraftLocation): number {
    const made = emptyLocation(this.span, this.frames, this.insideProtected > 0 ? true : undefined);
    if (parts) Object.assign(made, parts);
    return this.locations.push(made) - 1;
  }

  /** A step from here to a new location, where writing goes on. */
  step(parts?: StepParts): DraftStep {
    const to = this.location();
    const step = this.link(this.here, to, parts);
    this.here = to;
    return step;
  }

  link(from: number, to: number, parts?: StepParts): DraftStep {
    const step = parts ? stepBetween(from, to, parts, this.span) : emptyStep(from, to, this.span);
    this.steps.push(step);
    return step;
  }

  /** Goes from here to a location; what is written next cannot be reached this way. */
  jump(to: number, parts?: StepParts): void {
    this.link(this.here, to, parts);
    this.leave();
  }

  /** Two ways on: the first is taken where the condition is true. Writing goes on at neither. */
  branch(condition: Expression, whenTrue: number, whenFalse: number, text?: string): void {
    if (condition.kind === 'constant') {
      this.jump(condition.value !== 0 ? whenTrue : whenFalse);
      return;
    }
    this.locations[this.here].total = true;
    this.link(this.here, whenTrue, { guard: condition, text });
    this.link(this.here, whenFalse, { guard: negation(condition), text });
    this.leave();
  }

  /** Two ways on, and nothing that says which. */
  either(first: number, second: number, reason: string, text?: string): void {
    this.locations[this.here].total = true;
    this.link(this.here, first, { abstracted: reason, text });
    this.link(this.here, second, { abstracted: reason, text });
    this.leave();
  }

  /** Locations made by `write` are passed without anybody else moving. */
  alone(write: () => void): void {
    this.insideProtected++;
    try {
      write();
    } finally {
      this.insideProtected--;
    }
  }

  /** Locations made by `write` are ordinary ones, wherever that is called. */
  apart(write: () => void): void {
    const inside = this.insideProtected;
    this.insideProtected = 0;
    try {
      write();
    } finally {
      this.insideProtected = inside;
    }
  }

  get isAlone(): boolean {
    return this.insideProtected > 0;
  }

  /** Where the exception is raised from under these frames; `write` says what follows where it is new. */
  raisingAt(frames: object, exception: number, write: (location: number) => void): number {
    const key = this.isAlone ? ~exception : exception;
    let known = this.raising.get(frames);
    if (!known) {
      known = new Map();
      this.raising.set(frames, known);
    }
    const found = known.get(key);
    if (found !== undefined) return found;
    const location = this.location();
    known.set(key, location);
    this.raised.push({ known, key, location });
    write(location);
    return location;
  }

  /** From here on exceptions lead elsewhere than they did. */
  forgetRaising(): void {
    this.raising.clear();
  }

  /** Does anything that was written since then lead here? */
  isReached(location: number, since: { location: number; steps: number }): boolean {
    const next = new Map<number, number[]>();
    for (const { from, to } of this.steps.slice(since.steps))
      next.get(from)?.push(to) ?? next.set(from, [to]);
    const found = new Set([since.location]);
    for (const at of found) for (const to of next.get(at) ?? []) found.add(to);
    return found.has(location);
  }

  /** Undoes what was written since; for trying how something is best written. */
  mark(): DraftMark {
    const { total } = this.locations[this.here];
    return { locations: this.locations.length, steps: this.steps.length, here: this.here, total };
  }

  rollBack(mark: DraftMark): void {
    this.locations.length = mark.locations;
    this.steps.length = mark.steps;
    this.here = mark.here;
    this.locations[mark.here].total = mark.total;
    // Made last, undone first.
    while (this.raised.length > 0 && this.raised[this.raised.length - 1].location >= mark.locations) {
      const { known, key } = this.raised.pop()!;
      known.delete(key);
    }
  }
}
