/**
 * A compiled system at work: the module with its memory, its tables, and what they need to grow. The
 * generated code never allocates: it comes back and says what is too small.
 */

import { type UnreachedStep, unreachedSteps } from '../../answer.js';
import { fieldsOf, mostPairsOf, nodesOf, type TreeNode } from './packing/chunks.js';
import { beginDictionaries, fullDictionaries } from './packing/numbering.js';
import { beginSurvey, seenSoFar } from './packing/survey.js';
import { defineExpansion } from './program/expansion.js';
import { Labels } from './program/labels.js';
import { Obstacle } from './program/registers.js';
import { Crowded, type Scene, Unsupported } from './program/scene.js';
import { outOfSlots } from './program/taking.js';
import { awaitedIn } from './reduction/awaited.js';
import { defineReducedBreadth } from './reduction/breadth.js';
import { defineReducedDepth } from './reduction/depth.js';
import type { Method } from './reduction/tables.js';
import { defineBreadth } from './search/breadth.js';
import { type Purpose, wrongInItself } from './search/checks.js';
import { defineComponents } from './search/components.js';
import { defineDepth } from './search/depth.js';
import { arrangingsOf } from './search/normal.js';
import { defineParallel } from './search/parallel.js';
import { recentOf } from './search/recent.js';
import { Arena, FIRST_PAGES } from './store/arena.js';
import { newStore } from './store/choice.js';
import { Overfull } from './store/dense.js';
import { InsideRoom } from './store/inside.js';
import { defineReindex } from './store/intern.js';
import { takeMemory } from './store/memories.js';
import type { StoreSettings } from './store/settings.js';
import { SharedStore } from './store/shared.js';
import type { ColouredStore, StateStore } from './store/states.js';
import type { SeenVectors } from './store/vectors/seen.js';
import type { VisitedStore } from './store/visited.js';
import { type Exported, Instance, MOST_PAGES, PAGE } from './wasm/engine.js';
import { CONTROL } from './workers/control.js';

/** How full the table of pairs gets, and for how many there is room at first when it has grown. */
const NODE_LOAD = 0.6;
const NODE_LOAD_AT_FIRST = 0.4;
const FIRST_NODE_SLOTS = 1 << 10;
/** With so many pairs, and so few states for each, there will soon be more than a third of a key has numbers for. */
const MANY_PAIRS = 1 << 19;
const STATES_PER_PAIR = 8;
const FIRST_SUCCESSORS = 1 << 12;
/** Beyond this, compiling takes longer than most searches; engines refuse larger functions. */
const MOST_CODE = 48_000_000;
const MOST_IN_FUNCTION = 7_000_000;

export class Machine {
  private readonly unpackKey: Exported;
  private readonly packState: Exported;
  private nodeSlots = 0;
  private nodeMost = 0;
  private readonly inside = new InsideRoom();
  private successors = 0;
  /** The state in memory, as long as the memory does not grow. */
  private work: Int32Array | undefined;
  readonly bytesOfCode: number;
  /** The keys of the states an execution may start in. */
  starts: bigint[] = [];

  private constructor(
    readonly scene: Scene,
    readonly instance: Instance,
    readonly arena: Arena,
    readonly store: StateStore,
    /** What the observer says to the generated code. */
    readonly consult: (a: number, b: number) => number,
    bytesOfCode: number,
  ) {
    this.unpackKey = instance.function('unpack');
    this.packState = instance.function('pack');
    this.bytesOfCode = bytesOfCode;
  }

  /** `most`: bytes of memory that may be used. */
  static async build(
    scene: Scene,
    order: 'breadth' | 'depth',
    purpose: Purpose,
    settings: StoreSettings,
    most?: number,
    method?: Method,
  ): Promise<Machine> {
    if (method) scene.labels = new Labels(scene);
    const expansion = defineExpansion(scene, wrongInItself(scene, purpose));
    const store = newStore(scene, settings, order);
    defineReindex(scene);
    if (purpose.kind === 'component')
      defineComponents(scene, expansion, store as ColouredStore, purpose.wanted);
    else if (method && purpose.kind === 'questions') {
      if (order === 'breadth') defineReducedBreadth(scene, expansion, store, purpose.asks, method);
      else defineReducedDepth(scene, expansion, purpose.asks, method);
    } else if (order === 'breadth')
      defineBreadth(scene, expansion, store, purpose as Exclude<Purpose, { kind: 'cycle' | 'component' }>);
    else {
      const searched = purpose as Extract<Purpose, { kind: 'cycle' | 'questions' }>;
      defineDepth(scene, expansion, store as ColouredStore, searched, method);
    }
    if (scene.sharing) {
      const searched = purpose as Extract<Purpose, { kind: 'everything' | 'questions' }>;
      const together = new SharedStore(scene, store as VisitedStore, scene.sharing.control);
      defineParallel(scene, expansion, together, searched, scene.sharing);
    }
    recentOf(scene);
    const pages = Math.ceil(scene.size / PAGE) + FIRST_PAGES;
    const shared = scene.sharing !== undefined;
    const code = scene.module.encode(pages, MOST_PAGES, shared);
    const { largest } = scene.module;
    if (code.length > MOST_CODE || largest > MOST_IN_FUNCTION)
      throw new Unsupported(`it would be ${code.length} bytes of code, ${largest} of them in one function`);
    const memory = takeMemory(pages, shared);
    const arena = new Arena(memory, scene.size, most);
    const keep = (list: number[]): number => {
      const address = arena.allocate(4 * (list.length + 1));
      new Int32Array(memory.buffer, address, list.length + 1).set([list.length, ...list]);
      return address;
    };
    const consult = (a: number, b: number) => scene.observation!.answer(a, b, keep);
    const instance = await Instance.of(code, { memory, consult });
    const machine = new Machine(scene, instance, arena, store, consult, code.length);
    machine.start();
    store.open(instance, arena);
    return machine;
  }

  private start(): void {
    this.growNodes();
    this.growInside();
    beginSurvey(this);
    this.furnish();
  }

  /** Puts a thread's fixed data into memory, and the state of all bits 0 as the one being worked on. */
  furnish(shift = 0): void {
    const { scene } = this;
    for (const { address, values, areAddresses } of scene.constants)
      this.words(address + shift, values.length).set(
        areAddresses ? values.map((value) => value + shift) : values,
      );
    const lows = scene.cells.map(({ low }) => low);
    for (const { cell, low } of nodesOf(scene.packing).flatMap(fieldsOf)) lows[cell] = low;
    this.words(scene.work + shift, lows.length).set(lows);
    this.words(scene.base + shift, lows.length).set(lows);
    // Its inner nodes get their numbers.
    const intern = this.instance.function('intern');
    const held = (node: TreeNode): number => {
      if (node.kind === 'leaf') return 0;
      const pair = BigInt(held(node.left)) | (BigInt(held(node.right)) << 32n);
      const number = Number(intern(BigInt.asIntN(64, pair)));
      this.words(scene.held + shift + 4 * node.number, 1)[0] = number;
      return number;
    };
    if (shift === 0) beginDictionaries(this);
    for (const node of scene.vectors?.parts ?? nodesOf(scene.packing)) held(node);
  }

  words(address: number, count: number): Int32Array {
    return new Int32Array(this.arena.memory.buffer, address, count);
  }

  longs(address: number, count: number): BigInt64Array {
    return new BigInt64Array(this.arena.memory.buffer, address, count);
  }

  /** The key of a state of the system with an observer's state. */
  pack(state: Int32Array, observed: number): bigint {
    const { scene, instance } = this;
    const size = scene.cells.length;
    for (;;) {
      instance.set('obstacle', Obstacle.none);
      const work = this.words(scene.work, size);
      const before = work.slice();
      work.set(state);
      work[scene.observed] = observed;
      const key = this.packState() as bigint;
      work.set(before);
      if (instance.get('obstacle') === Obstacle.none) return key;
      this.overcome(() => undefined);
    }
  }

  /** The key of the state that a search keeps for that of a key, and which member every member of each group became. */
  normal(key: bigint): { key: bigint; became: number[][] } {
    const { scene, instance } = this;
    const { exchangeable = [] } = scene.liberties;
    for (;;) {
      instance.set('obstacle', Obstacle.none);
      const kept = instance.function('normal')(key) as unknown as bigint;
      if (instance.get('obstacle') !== Obstacle.none) this.overcome(() => undefined);
      else {
        const became = arrangingsOf(scene, exchangeable).map((arranging, group) => {
          const { members } = exchangeable[group];
          if (kept === key) return members.map((_, member) => member);
          return [...this.words(arranging.became, members.length)];
        });
        return { key: kept, became };
      }
    }
  }

  /** The cells of a state, to be looked at before anything else happens. */
  stateAt(key: bigint): Int32Array {
    this.unpackKey(key);
    if (this.work?.buffer !== this.arena.memory.buffer)
      this.work = this.words(this.scene.work, this.scene.cells.length);
    return this.work;
  }

  unpack(key: bigint): { state: Int32Array; observed: number } {
    this.unpackKey(key);
    const { scene } = this;
    const cells = this.words(scene.work, scene.cells.length);
    return { state: cells.slice(0, scene.layout.size), observed: cells[scene.observed] };
  }

  /** The steps that no expansion has taken. */
  get unreached(): UnreachedStep[] {
    const { system, taken, firstSteps } = this.scene;
    const bytes = new Uint8Array(this.arena.memory.buffer);
    return unreachedSteps(system, (type, step) => bytes[taken + firstSteps[type] + step] !== 0);
  }

  /** States seen. */
  get count(): number {
    return this.instance.get('count');
  }

  /** Forgets all states; interned pairs stay, so keys keep their meaning. */
  clear(): void {
    this.store.clear();
    recentOf(this.scene).forget(this.arena.memory.buffer);
    awaitedIn(this.scene)?.forget(this.arena.memory.buffer);
  }

  /** Numbers of pairs that were given; threads take several at a time, and may leave some. */
  get nodeCount(): number {
    const { sharing } = this.scene;
    if (!sharing) return this.instance.get('nodeCount');
    return this.words(sharing.control + CONTROL.nodeCount, 1)[0];
  }

  makeRoom(more: number): void {
    if (this.count + more > this.instance.get('limit')) this.store.grow(more);
  }

  growNodes(): void {
    const { instance, arena, nodeSlots, nodeMost } = this;
    const [keys, table] = [instance.get('nodeKeys'), instance.get('nodeTable')];
    const isFull = nodeMost >= Math.floor(nodeSlots * NODE_LOAD);
    const slots = isFull ? Math.max(FIRST_NODE_SLOTS, nodeSlots * 2) : nodeSlots;
    const room = Math.floor(slots * (isFull ? NODE_LOAD_AT_FIRST : NODE_LOAD));
    const { packing } = this.scene;
    const most = Math.min(room, this.store.mostPairs ?? mostPairsOf(packing));
    const inThirds = packing.branches.length > 2;
    const isEarly = inThirds && nodeMost > MANY_PAIRS && this.count < STATES_PER_PAIR * nodeMost;
    if (most === nodeMost || isEarly) throw new Overfull();
    const newKeys = arena.allocate(most * 8);
    if (nodeMost > 0) {
      this.longs(newKeys, nodeMost).set(this.longs(keys, nodeMost));
      arena.release(keys, nodeMost * 8);
    }
    instance.set('nodeCount', this.nodeCount);
    instance.set('nodeKeys', newKeys);
    instance.set('nodeLimit', most);
    this.nodeMost = most;
    if (!isFull) return;
    if (nodeSlots > 0) arena.release(table, nodeSlots * 4);
    instance.set('nodeTable', arena.allocate(slots * 4));
    instance.set('nodeMask', slots - 1);
    this.nodeSlots = slots;
    instance.function('reindex')();
  }

  private growInside(): void {
    for (const [name, value] of Object.entries(this.inside.grow(this.arena))) this.instance.set(name, value);
  }

  /** The room that breadth-first search expands states into: eight bytes a successor, and four for its home. */
  growSuccessors(): void {
    const { instance, arena } = this;
    if (this.successors > 0) arena.release(instance.get('outStart'), this.successors * 12);
    this.successors = Math.max(FIRST_SUCCESSORS, this.successors * 2);
    const start = arena.allocate(this.successors * 12);
    instance.set('outStart', start);
    instance.set('outEnd', start + this.successors * 8);
  }

  /** After an expansion that could not be used: makes room, or gives up. */
  overcome(growSuccessors: () => void): void {
    const obstacle = this.instance.get('obstacle');
    if (obstacle === Obstacle.nodes) this.growNodes();
    else if (obstacle === Obstacle.inside) this.growInside();
    else if (obstacle === Obstacle.vectors) (this.store as SeenVectors).growVectors();
    else if (obstacle === Obstacle.successors) growSuccessors();
    else if (obstacle === Obstacle.numbers) throw new Crowded(fullDictionaries(this));
    else if (obstacle === Obstacle.slots) throw outOfSlots(this.instance.get('outgrown'));
    else if (obstacle === Obstacle.outgrown)
      throw this.scene.outgrown(this.instance.get('outgrown'), seenSoFar(this), this.count);
    else throw new Unsupported('a message does not have the fields of its channel');
  }
}
