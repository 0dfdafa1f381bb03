/**
 * A set of the states seen, as the searches use it: code to look a key up and put it in, and, once the
 * module runs, what makes the set larger. The generated code never allocates: where `count` might pass
 * `limit` the search comes back and the set is made larger.
 */
import type * as w from '../wasm/code.js';
import type { Instance } from '../wasm/engine.js';
import type { FunctionBuilder } from '../wasm/module.js';
import type { Arena } from './arena.js';

export interface StateStore {
  readonly count: w.Global<'i32'>;
  /** Most keys there may be before the set has to grow. */
  readonly limit: w.Global<'i32'>;
  /** Where looking for a key begins. */
  home(key: w.I64, scratch: w.Local<'i64'>): { before: w.Statement[]; slot: w.I32 };
  /** Where that is in memory. */
  addressOf(slot: w.I32): w.I32;
  /** Does `then` if the key, whose home is `slot`, is new, after putting it into the set. */
  add(
    key: w.Local<'i64'>,
    slot: w.Local<'i32'>,
    there: w.Local<'i64'>,
    then: readonly w.Statement[],
  ): w.Statement;
  /** 1 if the key is new; it is then in the set. There must be room for it. */
  readonly insert: FunctionBuilder<'i32'>;

  open(instance: Instance, arena: Arena): void;
  /** Forgets all states. */
  clear(): void;
  /** Makes room for so many more states. */
  grow(more: number): void;
  /** Throws where a state could not be kept and the set is to be exact. */
  confirm?(): void;
  /** More pairs than this cannot be numbered, where there is such a bound. */
  readonly mostPairs?: number;
  /** Bytes that it takes at present. */
  readonly bytes: number;
  /** Some of the keys in the set, spread over it; none where the set does not know them. */
  sample(most: number): bigint[];
}

/** A set that can say where a key is, so that it can be painted: half a byte is for that, the upper half. */
export interface ColouredStore extends StateStore {
  /** Whether the key, whose home is `slot`, is in the set; and its colour, which is 0 if it is not. */
  has(
    key: w.Local<'i64'>,
    slot: w.Local<'i32'>,
    there: w.Local<'i64'>,
  ): { before: w.Statement[]; found: w.I32; colour: w.I32 };
  /** The slot of a key that was in this one before. */
  stillAt(key: w.Local<'i64'>, slot: w.Local<'i32'>): w.I32;
  /** Where the colour of the key in a slot is; what is there before it is painted is 0. */
  colourAt(slot: w.I32): w.I32;
  /** The slot of a key that is in the set; else one without a colour. */
  readonly find: FunctionBuilder<'i32'>;
  /** Once the module runs: the address of the colour. */
  colourAddress(slot: number): number;
}

/** A set that may take a new state for one that it has. */
export interface LossyStore extends StateStore {
  /** How much was probably left out, in words. */
  readonly loss: string;
}

export const isLossy = (store: StateStore): store is LossyStore => 'loss' in store;
