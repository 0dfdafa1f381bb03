/** Drives the reduced depth-first search of a machine: its arrays, their growth, its results. */
import type { Progress } from '../../../budget.js';
import { LimitReached } from '../../reference/meter.js';
import type { Machine } from '../machine.js';
import { portionOf } from '../packing/survey.js';
import { checkBalance } from '../packing/weigh.js';
import { Status } from '../search/breadth.js';
import type { Limits } from '../search/limits.js';
import { FRAME_BYTES, SEEN_BEFORE } from './depth.js';
import { SECOND, SLOT_BYTES } from './remembered.js';

const FIRST_SLOTS = 1 << 12;
const LOAD = 0.7;
const FIRST_ROOM = 1 << 14;
const ARRAYS = ['frames', 'pile', 'sleep', 'kept', 'woken'] as const;

export class ReducedDepthFirst {
  private slots = 0;
  private readonly room = new Map<string, number>();

  constructor(
    private readonly machine: Machine,
    private readonly keys: readonly bigint[],
  ) {
    this.newTable(FIRST_SLOTS);
    for (const name of ARRAYS) this.grow(name, FIRST_ROOM);
    // 0 stands for nothing.
    machine.instance.set('keptTop', 8);
    machine.instance.set('wokenTop', 8);
  }

  /** True where a violation was found after which the search does not go on. */
  async run(limits: Limits, goesOn: () => boolean = () => false): Promise<boolean> {
    const { instance } = this.machine;
    instance.set('deepestFrame', Math.min(0xffff_ffff, (limits.depth + 1) * FRAME_BYTES));
    for (const key of this.keys) {
      const slot = Number(instance.function('slotOf')(key)) >>> 0;
      const state = this.machine.words(slot, SLOT_BYTES / 4);
      if (state[SECOND / 4] !== 0) continue;
      state[SECOND / 4] = SEEN_BEFORE;
      instance.setLong('entered', key);
      instance.set('entering', 1);
      for (const name of ['pendingAwake', 'pendingStart', 'pendingEnd']) instance.set(name, 0);
      if (await this.runFrom(limits, goesOn)) return true;
      if (this.isFull) this.growTable();
    }
    if (instance.get('cut') !== 0) throw new LimitReached('depth', 'the depth limit');
    return false;
  }

  private async runFrom(limits: Limits, goesOn: () => boolean): Promise<boolean> {
    const { machine } = this;
    const search = machine.instance.function('searchReduced');
    for (;;) {
      const status = search(portionOf(machine, limits.portion));
      if (status === Status.growTable) this.growTable();
      else if (status === Status.growQueue) this.growShort();
      else if (status === Status.obstacle)
        machine.overcome(() => this.grow('pile', this.room.get('pile')! * 2));
      else if (status === Status.done) return false;
      else if (status === Status.found) {
        if (!goesOn()) return true;
      } else {
        checkBalance(machine);
        await limits.check(this.progress);
      }
    }
  }

  private growShort(): void {
    const { instance } = this.machine;
    const needed = instance.get('largest') * 4 + 256;
    const used: Record<string, number> = {
      frames: instance.get('top') + 2 * FRAME_BYTES,
      kept: instance.get('keptTop') + needed,
      woken: instance.get('wokenTop') + needed,
    };
    const short = ARRAYS.filter((name) => used[name] > this.room.get(name)!);
    for (const name of short.length > 0 ? short : (['sleep'] as const))
      this.grow(name, this.room.get(name)! * 2);
  }

  get progress(): Progress {
    const { instance, arena } = this.machine;
    return {
      states: instance.get('statesCount'),
      transitions: Number(instance.getLong('transitions')) + instance.get('failures'),
      depth: Math.max(0, instance.get('deepest') / FRAME_BYTES - 1),
      bytes: arena.extent,
    };
  }

  /** The keys on the path, from an initial state on. */
  path(): bigint[] {
    const { instance } = this.machine;
    const [frames, top] = ['frames', 'top'].map((name) => instance.get(name));
    const keys: bigint[] = [];
    for (let at = FRAME_BYTES; at <= top; at += FRAME_BYTES) keys.push(this.machine.longs(frames + at, 1)[0]);
    return keys;
  }

  private get isFull(): boolean {
    const { instance } = this.machine;
    return instance.get('statesCount') + 1 > instance.get('statesLimit');
  }

  private newTable(slots: number): void {
    const { instance, arena } = this.machine;
    instance.set('states', arena.allocate(slots * SLOT_BYTES));
    instance.set('statesMask', slots - 1);
    instance.set('statesLimit', Math.floor(slots * LOAD));
    this.slots = slots;
  }

  private growTable(): void {
    const { instance, arena } = this.machine;
    const [old, slots] = [instance.get('states'), this.slots];
    this.newTable(slots * 2);
    instance.function('moveStates')(old, slots);
    arena.release(old, slots * SLOT_BYTES);
  }

  private grow(name: (typeof ARRAYS)[number], bytes: number): void {
    const { machine } = this;
    const { instance, arena } = machine;
    const [old, size] = [instance.get(name), this.room.get(name) ?? 0];
    const bigger = arena.allocate(bytes);
    if (size > 0) {
      machine.words(bigger, size / 4).set(machine.words(old, size / 4));
      arena.release(old, size);
    }
    instance.set(name, bigger);
    instance.set(`${name}Room`, bytes);
    this.room.set(name, bytes);
  }
}
