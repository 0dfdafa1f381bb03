/** The set of states seen, where states are kept as strings of bytes: a mark before each. */
import type { Scene } from '../../program/scene.js';
import * as w from '../../wasm/code.js';
import { choose, giveBack, when } from '../../wasm/control.js';
import type { Instance } from '../../wasm/engine.js';
import type { FunctionBuilder } from '../../wasm/module.js';
import type { Arena } from '../arena.js';
import type { ColouredStore } from '../states.js';
import type { Vectors } from './vectors.js';

const LOAD = 0.8;
const FIRST_SLOTS = 1 << 12;
const FIRST_BYTES = 1 << 16;
const MOST_SEARCHES = 255;
const COLOUR = 1;

export class SeenVectors implements ColouredStore {
  readonly count: w.Global<'i32'>;
  readonly limit: w.Global<'i32'>;
  readonly insert: FunctionBuilder<'i32'>;
  readonly find: FunctionBuilder<'i32'>;
  private readonly search: w.Global<'i32'>;
  private instance!: Instance;
  private arena!: Arena;
  private searches = 0;
  private slots = 0;
  /** Bytes of vectors in pieces that are full, and where the present piece starts. */
  private full = 0;
  private start = 0;

  constructor(
    private readonly scene: Scene,
    private readonly vectors: Vectors,
  ) {
    const { module } = scene;
    this.count = module.global('count', 'i32');
    this.limit = module.global('limit', 'i32');
    this.search = module.global('searchNumber', 'i32');
    this.insert = this.defineInsert();
    this.find = this.defineFind();
  }

  home(key: w.I64): { before: w.Statement[]; slot: w.I32 } {
    return { before: [], slot: w.lowHalf(key) };
  }

  /** The whole word is read there, so that what is touched is in the cache. */
  addressOf(slot: w.I32): w.I32 {
    return slot;
  }

  add(
    _key: w.Local<'i64'>,
    slot: w.Local<'i32'>,
    _there: w.Local<'i64'>,
    then: readonly w.Statement[],
  ): w.Statement {
    const { count, search } = this;
    return when(w.unequal(this.vectors.searchAt(w.get(slot)), w.getGlobal(search)), [
      w.store8(w.get(slot), w.getGlobal(search)),
      w.store8(w.get(slot), w.i32(0), COLOUR),
      w.setGlobal(count, w.add(w.getGlobal(count), w.i32(1))),
      ...then,
    ]);
  }

  has(_key: w.Local<'i64'>, slot: w.Local<'i32'>) {
    const found = w.equal(this.vectors.searchAt(w.get(slot)), w.getGlobal(this.search));
    return { before: [], found, colour: choose(found, w.load8(this.colourAt(w.get(slot))), w.i32(0)) };
  }

  colourAt(slot: w.I32): w.I32 {
    return w.add(slot, w.i32(COLOUR));
  }

  colourAddress(slot: number): number {
    return slot + COLOUR;
  }

  stillAt(_key: w.Local<'i64'>, slot: w.Local<'i32'>): w.I32 {
    return w.get(slot);
  }

  private defineInsert(): FunctionBuilder<'i32'> {
    const body = this.scene.module.function('insert', ['i64'], 'i32', true);
    const key = body.parameter(0, 'i64');
    const [slot, there] = [body.local('i32'), body.local('i64')];
    body.define(
      [w.set(slot, w.lowHalf(w.get(key))), this.add(key, slot, there, [giveBack(w.i32(1))])],
      w.i32(0),
    );
    return body;
  }

  private defineFind(): FunctionBuilder<'i32'> {
    const body = this.scene.module.function('find', ['i64'], 'i32', true);
    body.define([], w.lowHalf(w.get(body.parameter(0, 'i64'))));
    return body;
  }

  open(instance: Instance, arena: Arena): void {
    this.instance = instance;
    this.arena = arena;
    instance.set('limit', -1);
    this.growTable();
    this.growBytes();
  }

  clear(): void {
    const { instance } = this;
    if (this.searches === MOST_SEARCHES) this.forget();
    instance.set('searchNumber', ++this.searches);
    instance.set('count', 0);
  }

  /** Takes all marks away, so that searches can be numbered from 1 again. */
  private forget(): void {
    const bytes = new Uint8Array(this.arena.memory.buffer);
    for (const key of this.references()) bytes[key] = 0;
    this.searches = 0;
  }

  private references(): Uint32Array {
    const table = new Uint32Array(this.arena.memory.buffer, this.instance.get('vectorTable'), this.slots);
    return table.filter((reference) => reference !== 0);
  }

  /** Being seen takes no room: it is the vectors that do. */
  grow(): void {}

  /** After a vector found no room. */
  growVectors(): void {
    const { instance } = this;
    if (instance.get('vectorCount') >= instance.get('vectorLimit')) this.growTable();
    else this.growBytes();
  }

  private growTable(): void {
    const { instance, arena } = this;
    const [old, oldSlots] = [instance.get('vectorTable'), this.slots];
    const slots = Math.max(FIRST_SLOTS, oldSlots * 2);
    instance.set('vectorTable', arena.allocate(slots * 4));
    instance.set('vectorMask', slots - 1);
    instance.set('vectorLimit', Math.floor(slots * LOAD));
    this.slots = slots;
    if (oldSlots === 0) return;
    instance.function('reindexVectors')(old, oldSlots);
    arena.release(old, oldSlots * 4);
  }

  private growBytes(): void {
    const { instance, arena } = this;
    this.full += instance.get('vectorNext') - this.start;
    const bytes = Math.max(FIRST_BYTES, this.full >>> 3, 2 * this.vectors.most);
    this.start = arena.allocate(bytes);
    instance.set('vectorNext', this.start);
    instance.set('vectorEnd', this.start + bytes - 8);
  }

  /** Of the vectors and the table that finds them. */
  get bytes(): number {
    return this.full + this.instance.get('vectorNext') - this.start + this.slots * 4;
  }

  sample(most: number): bigint[] {
    const references = this.references();
    const stride = Math.max(1, Math.floor(references.length / most));
    return Array.from(references)
      .filter((_, i) => i % stride === 0)
      .map((reference) => BigInt(reference));
  }
}
