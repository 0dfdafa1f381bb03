/** Task and protected units, and the objects made of them. */
import type { Expression, Place } from '../../../model/expression.js';
import type { Context } from '../lower/context.js';
import type { ProtectedValue, Value } from '../lower/value.js';
import type {
  EntryBody,
  EntryDeclaration,
  Parameter,
  ProtectedBody,
  ProtectedDeclaration,
  TaskBody,
  TaskDeclaration,
} from '../syntax/index.js';
import type { Scope } from './scope.js';
import type { AdaType, Bounds } from './type.js';

export interface Formal {
  name: string;
  key: string;
  mode: 'in' | 'out' | 'in out';
  type: AdaType;
  /** Where it is declared. */
  declaration: number;
  initial?: Parameter['initial'];
  /** Of any type that extends this one: what is given keeps its own. */
  classWide?: boolean;
}

export interface EntryUnit {
  name: string;
  key: string;
  declaration: EntryDeclaration;
  /** `open`: the bounds are not known. */
  family?: { low: number; high: number; open?: boolean; base?: Bounds };
  formals: Formal[];
  /** Who waits is part of the state: something in the program asks for it. */
  queued: boolean;
  /** Calls in its queue tell whether they may be taken back: who is requeued without abort may not. */
  tellsFirm: boolean;
  /** No accept statement of it has a body. */
  bodiless: boolean;
  /** An exception may come back from it. */
  raises: boolean;
}

/** The entries of a unit, in the order of the text. */
export class Entries {
  private readonly keys = new Map<string, EntryUnit[]>();

  constructor(readonly all: readonly EntryUnit[]) {
    for (const entry of all) {
      const same = this.keys.get(entry.key);
      if (same) same.push(entry);
      else this.keys.set(entry.key, [entry]);
    }
  }

  /** Several where they differ in their parameters. */
  named(key: string): readonly EntryUnit[] {
    return this.keys.get(key) ?? [];
  }
}

/** Where a call goes on, with the parameters as they are then, and the number that tells the caller so. */
export interface HandOver {
  code: number;
  /** The entry that was accepted. */
  from: EntryUnit;
  of: ProtectedValue;
  entry: EntryUnit;
  index: Expression | undefined;
  rooms: Value[];
  /** Without abort. */
  firm: boolean;
}

/** Everything that must have ended before its owner goes on. */
export interface Master {
  name: string;
  /** The outermost one: nothing comes after it. */
  outermost: boolean;
  parent?: Master;
  tasks: TaskObject[];
  /** Whose declarations these are; none for the main program. */
  task?: TaskObject;
  /** Tasks may be allocated that depend on it. */
  pool?: boolean;
  /** Set while its owner waits for them. */
  waiting?: Place;
  /** What is done with its objects when it is left, the last one first. */
  finalizers?: ((context: Context) => void)[];
}

export interface TaskUnit {
  name: string;
  declaration: TaskDeclaration;
  body?: TaskBody;
  /** Where its body's names are looked up. */
  scope: Scope;
  discriminants: Formal[];
  entries: Entries;
  master: Master;
  /** The subprograms it is declared in, as they call each other: its body goes on from there. */
  calls: Context['calls'];
  objects: TaskObject[];
  /** Told of every object, those to come too. */
  onObject: ((object: TaskObject) => void)[];
}

export interface TaskObject {
  unit: TaskUnit;
  /** Its number among the objects of its unit. */
  index: number;
  /** Its number among the processes. */
  process: number;
  name: string;
  master: Master;
  /** The task whose declarations it is among. */
  parent?: TaskObject;
  /** Where its life is kept: see `life.ts`. */
  status: Place;
  discriminants: Map<string, Value>;
  /** Of each entry: the channels of its members. */
  channels: Map<EntryUnit, { queue: number; direct: number }[]>;
  /** It waits for its activator. */
  gated: boolean;
  /** Its activation has been written. */
  started?: boolean;
  /** It may be activated more than once. */
  again?: boolean;
  /** How often at most, as far as loops around its declaration tell. */
  repeats: number;
  /** Some statement aborts it. */
  abnormal?: Place;
  /** The condition that it has completed, once it is asked for. */
  over?: Expression;
}

export interface ProtectedUnit {
  name: string;
  declaration?: ProtectedDeclaration;
  body?: ProtectedBody;
  scope: Scope;
  discriminants: Formal[];
  entries: Entries;
  objects: ProtectedObject[];
  onObject: ((object: ProtectedObject) => void)[];
}

export interface ProtectedObject {
  unit: ProtectedUnit;
  index: number;
  name: string;
  /** Its components and operations. */
  scope: Scope;
  queues: Map<EntryUnit, number[]>;
  bodies: Map<string, EntryBody>;
  /** Held while an action on it is under way, where that is not one step. */
  lock?: Place;
  /** It has been finalized, where somebody may wait for it all the same: that raises Program_Error. */
  gone?: Place;
  /** Is there a waiting caller whose barrier is open? Set with the first queue. */
  served?: () => Expression;
}
