/** Drives the depth-first searches of a machine: the path, the pile, their growth, their results. */
import type { Progress } from '../../../budget.js';
import { LimitReached } from '../../reference/meter.js';
import type { Machine } from '../machine.js';
import { portionOf } from '../packing/survey.js';
import { checkBalance } from '../packing/weigh.js';
import type { ColouredStore } from '../store/states.js';
import { Status } from './breadth.js';
import { ON_PATH, SEEN } from './colours.js';
import { FRAME_BYTES } from './depth.js';
import type { Limits } from './limits.js';

const FIRST_FRAMES = 1 << 10;
const FIRST_PILE = 1 << 12;
const NEXT = 2;
const END = 3;

export class DepthFirst {
  private frameRoom = 0;
  private pileRoom = 0;
  private pile = 0;

  constructor(
    readonly machine: Machine,
    private readonly keys: readonly bigint[],
  ) {
    const { instance, arena } = machine;
    machine.clear();
    this.frameRoom = FIRST_FRAMES * FRAME_BYTES;
    this.pileRoom = FIRST_PILE * 8;
    this.pile = arena.allocate(this.pileRoom);
    const frames = arena.allocate(this.frameRoom);
    instance.set('frames', frames);
    instance.set('framesEnd', frames + this.frameRoom);
    instance.set('top', frames);
    instance.set('pileTop', this.pile);
    instance.set('pileEnd', this.pile + this.pileRoom);
    // The first frame stands for no state: its successors end where the pile starts.
    machine.words(frames, 4)[END] = this.pile;
  }

  /** True where a violation or cycle was found after which the search does not go on. */
  async run(limits: Limits, goesOn: () => boolean = () => false): Promise<boolean> {
    const { instance, scene, store, arena } = this.machine;
    instance.set('deepestFrame', Math.min(0xffff_ffff, (limits.depth + 1) * FRAME_BYTES));
    for (const key of this.keys) {
      this.machine.makeRoom(1);
      if (instance.function('insert')(key) === 0) continue;
      if (scene.marked) {
        const slot = Number(instance.function('find')(key)) >>> 0;
        const at = (store as ColouredStore).colourAddress(slot);
        new Uint8Array(arena.memory.buffer)[at] |= ON_PATH | SEEN;
        instance.set('enteredSlot', slot);
      }
      instance.setLong('entered', key);
      instance.set('entering', 1);
      if (await this.runFrom(limits, goesOn)) return true;
    }
    if (instance.get('cut') !== 0) throw new LimitReached('depth', 'the depth limit');
    return false;
  }

  private async runFrom(limits: Limits, goesOn: () => boolean): Promise<boolean> {
    const { machine } = this;
    const search = machine.instance.function('searchDepth');
    for (;;) {
      const status = search(portionOf(machine, limits.portion));
      if (status === Status.growTable) machine.store.grow(1);
      else if (status === Status.growQueue) this.growFrames();
      else if (status === Status.obstacle) machine.overcome(() => this.growPile());
      else if (status === Status.done) return false;
      else if (status === Status.found) {
        if (!goesOn()) return true;
      } else {
        checkBalance(machine);
        await limits.check(this.progress);
      }
    }
  }

  get progress(): Progress {
    const { instance, arena, count } = this.machine;
    return {
      states: count,
      transitions: Number(instance.getLong('transitions')) + instance.get('failures'),
      depth: Math.max(0, instance.get('deepest') / FRAME_BYTES - 1),
      bytes: arena.extent,
    };
  }

  /** The keys on the path, from an initial state on. The inner search's first repeats the one before it. */
  path(): bigint[] {
    const { instance } = this.machine;
    const [frames, top, inner] = ['frames', 'top', 'inner'].map((name) => instance.get(name));
    const keys: bigint[] = [];
    for (let frame = frames + FRAME_BYTES; frame <= top; frame += FRAME_BYTES)
      if (frame !== inner) keys.push(this.machine.longs(frame, 1)[0]);
    return keys;
  }

  /** The state that closes the cycle; it is on the path. */
  get closing(): bigint {
    return this.machine.instance.getLong('closing');
  }

  private growFrames(): void {
    const { machine } = this;
    const { instance, arena } = machine;
    const old = instance.get('frames');
    const bigger = arena.allocate(this.frameRoom * 2);
    machine.words(bigger, this.frameRoom / 4).set(machine.words(old, this.frameRoom / 4));
    arena.release(old, this.frameRoom);
    this.frameRoom *= 2;
    instance.set('frames', bigger);
    instance.set('framesEnd', bigger + this.frameRoom);
    instance.set('top', instance.get('top') + bigger - old);
    if (instance.get('inner') !== 0) instance.set('inner', instance.get('inner') + bigger - old);
  }

  private growPile(): void {
    const { machine } = this;
    const { instance, arena } = machine;
    const bigger = arena.allocate(this.pileRoom * 2);
    const moved = bigger - this.pile;
    machine.words(bigger, this.pileRoom / 4).set(machine.words(this.pile, this.pileRoom / 4));
    arena.release(this.pile, this.pileRoom);
    this.pile = bigger;
    this.pileRoom *= 2;
    const [frames, top] = [instance.get('frames'), instance.get('top')];
    const words = machine.words(frames, (top - frames + FRAME_BYTES) / 4);
    for (let at = 0; at < words.length; at += FRAME_BYTES / 4) {
      words[at + NEXT] += moved;
      words[at + END] += moved;
    }
    instance.set('pileTop', instance.get('pileTop') + moved);
    instance.set('pileEnd', bigger + this.pileRoom);
  }
}
