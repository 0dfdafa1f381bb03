/** Drives the breadth-first search of a machine: its queue, its growth, its results. */
import type { Progress } from '../../../budget.js';
import { LimitReached } from '../../reference/meter.js';
import type { Machine } from '../machine.js';
import { portionOf } from '../packing/survey.js';
import { checkBalance } from '../packing/weigh.js';
import { Status } from './breadth.js';
import { type Limits, UNLIMITED } from './limits.js';

const FIRST_ENTRIES = 1 << 12;
/** Beyond so many entries parents are no longer kept; a violation is then searched for once more. */
const MOST_WITH_PARENTS = 1 << 18;
const NO_PARENT = -1;

export class BreadthFirst {
  private entries = 0;
  private keeps = false;
  /** States are taken strictly in the order they were found, so the depth is known. */
  inOrder = true;
  /** What threads that have taken over have done. */
  others: (() => { states: number; transitions: number }) | undefined;

  constructor(readonly machine: Machine) {
    machine.growSuccessors();
  }

  /** Forgets what was searched before and starts from these states. */
  begin(keys: readonly bigint[], goal = 0n): void {
    const { machine } = this;
    const { instance, arena } = machine;
    machine.clear();
    this.keeps = true;
    this.inOrder = true;
    if (this.entries > 0) {
      arena.release(instance.get('queue'), this.entries * 8);
      // 0: they were given up on the way.
      if (instance.get('parents') !== 0) arena.release(instance.get('parents'), this.entries * 4);
    }
    this.entries = FIRST_ENTRIES;
    while (this.entries <= keys.length) this.entries *= 2;
    instance.set('queue', arena.allocate(this.entries * 8));
    instance.set('parents', arena.allocate(this.entries * 4));
    instance.set('mask', this.entries - 1);
    for (const name of ['head', 'depth', 'deadlocks', 'terminations', 'faulted', 'failures', 'gathered'])
      instance.set(name, 0);
    instance.set('keep', 1);
    instance.set('mostDepth', UNLIMITED);
    instance.setLong('transitions', 0n);
    instance.setLong('goal', goal);
    machine.makeRoom(keys.length);
    let tail = 0;
    for (const key of keys) {
      if (instance.function('insert')(key) === 0) continue;
      machine.longs(instance.get('queue'), this.entries)[tail] = key;
      machine.words(instance.get('parents'), this.entries)[tail++] = NO_PARENT;
    }
    instance.set('tail', tail);
    instance.set('levelEnd', tail);
  }

  /** True where a violation was found. `keepAll`: parents are kept whatever it costs. `most`: it is not worth looking at more states. */
  async run(limits: Limits, keepAll = false, most = Number.POSITIVE_INFINITY): Promise<boolean> {
    return (await this.runUntil(limits, () => this.machine.count > most, keepAll)) === Status.found;
  }

  /** Until a violation is found, or all is done, or `enough` says so in between. */
  async runUntil(
    limits: Limits,
    enough: () => boolean,
    keepAll = false,
  ): Promise<(typeof Status)['found' | 'done' | 'paused']> {
    const { machine } = this;
    const { instance } = machine;
    const search = instance.function('searchBreadth');
    for (;;) {
      const status = search(portionOf(machine, limits.portion));
      machine.store.confirm?.();
      if (status === Status.growTable) machine.store.grow(this.gathered);
      else if (status === Status.growQueue) this.growQueue(keepAll);
      else if (status === Status.obstacle) machine.overcome(() => machine.growSuccessors());
      else if (status === Status.tooDeep) throw new LimitReached('depth', 'the depth limit');
      else if (status === Status.found || status === Status.done) return status;
      else if (enough()) return Status.paused;
      else {
        checkBalance(machine);
        await limits.check(this.progress);
      }
    }
  }

  /** States farther from the start than this are not expanded. */
  limitDepth(depth: number): void {
    this.machine.instance.set('mostDepth', depth);
  }

  /** Successors that wait to be put into the table. */
  private get gathered(): number {
    const { instance } = this.machine;
    return (instance.get('out') - instance.get('outStart')) / 8;
  }

  get progress(): Progress {
    const { instance, arena, count } = this.machine;
    const others = this.others?.();
    return {
      states: others?.states ?? count,
      transitions:
        Number(instance.getLong('transitions')) + instance.get('failures') + (others?.transitions ?? 0),
      depth: instance.get('depth'),
      bytes: arena.extent,
    };
  }

  /** Keys from an initial state to the state where the search stopped, or undefined without parents. */
  path(): bigint[] | undefined {
    if (!this.keeps) return undefined;
    const { machine } = this;
    const queue = machine.longs(machine.instance.get('queue'), this.entries);
    const parents = machine.words(machine.instance.get('parents'), this.entries);
    const keys: bigint[] = [];
    for (let at = machine.instance.get('head'); at !== NO_PARENT; at = parents[at]) keys.push(queue[at]);
    return keys.reverse();
  }

  /** From here on entries are taken out of the queue. */
  forgetParents(): void {
    if (!this.keeps) return;
    const { instance, arena } = this.machine;
    this.keeps = false;
    instance.set('keep', 0);
    arena.release(instance.get('parents'), this.entries * 4);
    instance.set('parents', 0);
  }

  /** Room for so many more entries. */
  makeRoom(more: number): void {
    const { instance } = this.machine;
    while (((instance.get('tail') - instance.get('head')) >>> 0) + more > instance.get('mask'))
      this.growQueue(false);
  }

  private growQueue(keepAll: boolean): void {
    const { machine } = this;
    const { instance, arena } = machine;
    if (this.keeps && !keepAll && this.entries >= MOST_WITH_PARENTS) {
      this.forgetParents();
      return;
    }
    const [head, tail, old] = [instance.get('head'), instance.get('tail'), this.entries];
    this.entries = old * 2;
    const from = this.keeps ? 0 : head;
    const oldQueue = instance.get('queue');
    const queue = arena.allocate(this.entries * 8);
    const [source, target] = [machine.longs(oldQueue, old), machine.longs(queue, this.entries)];
    for (let i = from; i !== tail; ) {
      const [at, to] = [i & (old - 1), i & (this.entries - 1)];
      const run = Math.min((tail - i) >>> 0, old - at, this.entries - to);
      target.set(source.subarray(at, at + run), to);
      i = (i + run) >>> 0;
    }
    arena.release(oldQueue, old * 8);
    instance.set('queue', queue);
    if (this.keeps) {
      const oldParents = instance.get('parents');
      const parents = arena.allocate(this.entries * 4);
      machine.words(parents, old).set(machine.words(oldParents, old));
      arena.release(oldParents, old * 4);
      instance.set('parents', parents);
    }
    instance.set('mask', this.entries - 1);
  }
}
