/** What a random model declares, and so what its statements can speak of. */
import { Chance } from '../../../model/random-system.js';
import type { Construct } from './constructs.js';

/** `number`: kept small by every assignment. `colour`: the second set of symbolic names. */
export type Kind = 'number' | 'flag' | 'name' | 'colour' | 'link';

export interface Place {
  text: string;
  kind: Kind;
  /** What may be assigned besides the usual: an increment that the type wraps around. */
  wraps?: boolean;
  /** The only value that is ever assigned to it. */
  only?: string;
}

/** A typedef, with the scalar parts of a variable of it as they are written behind its name. */
export interface RecordType {
  name: string;
  parts: { suffix: string; kind: Kind; wraps?: boolean }[];
}

export interface Channel {
  text: string;
  capacity: number;
  fields: Kind[];
  /** The record type that is its only field, where there is one. */
  record?: boolean;
}

export interface Proctype {
  name: string;
  /** Instances at the start and the number of the first, or none: then `init` runs it. */
  atStart: number;
  first: number;
  parameters: { name: string; kind: Kind | 'channel'; record?: RecordType }[];
  labels: string[];
  /** A variable that others may look at. */
  exposed: string;
}

export interface Scope {
  places: Place[];
  channels: Channel[];
  arrays: string[];
  /** Of a record variable with the fields that record channels carry. */
  records: string[];
  proctype?: Proctype;
  /** Set where nothing may be said of other processes. */
  local?: boolean;
}

export const NAMES: Record<'name' | 'colour', string[]> = {
  name: ['ask', 'give', 'stop'],
  colour: ['red', 'green'],
};

/** Values of numbers are 0 to one less than this. */
export const SMALL = 3;

export class Writer {
  readonly chance: Chance;
  readonly used = new Set<Construct>();
  readonly globals: Scope = { places: [], channels: [], arrays: [], records: [] };
  readonly proctypes: Proctype[] = [];
  /** Typedefs, and the global variables of each. */
  readonly recordTypes: { type: RecordType; variables: string[] }[] = [];
  /** Processes have priorities. */
  priorities = false;
  /** Others than `init` start processes: numbers of processes do not tell their type. */
  spawns = false;
  /** Macros and inlines that the model has. */
  readonly macros = new Set<string>();
  private fresh = 0;

  constructor(seed: number) {
    this.chance = new Chance(seed);
  }

  /** Notes that the model has this construct; gives the text back. */
  use(construct: Construct, text = ''): string {
    this.used.add(construct);
    return text;
  }

  unique(prefix: string): string {
    return `${prefix}${this.fresh++}`;
  }

  /** One of these, each as likely as its weight. */
  weighted<T>(choices: readonly (readonly [number, T])[]): T {
    let at = this.chance.below(choices.reduce((sum, [weight]) => sum + weight, 0));
    for (const [weight, choice] of choices) {
      at -= weight;
      if (at < 0) return choice;
    }
    throw new Error('no choice');
  }

  /** The places of a variable of a record type. */
  partsOf({ parts }: RecordType, variable: string): Place[] {
    return parts.map(({ suffix, ...rest }) => ({ text: `${variable}${suffix}`, ...rest }));
  }

  placesOf(scope: Scope, kind: Kind): Place[] {
    return scope.places.filter((place) => place.kind === kind);
  }
}
