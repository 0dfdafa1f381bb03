/** Drives the search for components of a machine: its stacks, their growth, and what it has found. */
import type { Progress } from '../../../budget.js';
import type { Machine } from '../machine.js';
import { portionOf } from '../packing/survey.js';
import { checkBalance } from '../packing/weigh.js';
import { Status } from './breadth.js';
import { FRAME, LIVE, ROOT, STACKS, TRAIT } from './components.js';
import type { Limits } from './limits.js';

const FIRST_BYTES = 1 << 14;
/** A stack with less room than this is made larger when the search asks for more. */
const LITTLE_ROOM = 64;

type Name = (typeof STACKS)[number];

export class ComponentSearch {
  private numbersRoom = 0;

  constructor(private readonly machine: Machine) {
    machine.clear();
    for (const name of STACKS) this.place(name, machine.arena.allocate(FIRST_BYTES), FIRST_BYTES, 0);
    // Below all roots is one that stands for no state.
    machine.instance.set('rootsTop', this.at('roots') + ROOT.bytes);
    this.placeNumbers();
  }

  /**
   * True where there is a component that will do and `condemned` says so too. `within`: edges from states that are
   * not inside atomic sequences do not count.
   */
  async run(
    starts: Iterable<bigint>,
    limits: Limits,
    condemned: () => boolean = () => true,
    within = false,
  ): Promise<boolean> {
    const { machine } = this;
    const { instance } = machine;
    instance.set('within', Number(within));
    for (const key of starts) {
      if (machine.count + 1 > instance.get('limit')) this.growTable();
      if (instance.function('insert')(key) === 0) continue;
      instance.setLong('entered', key);
      instance.set('enteredSlot', Number(instance.function('find')(key)));
      instance.setLong('arc', 0n);
      instance.set('entering', 1);
      if (await this.runFrom(limits, condemned)) return true;
    }
    return false;
  }

  private async runFrom(limits: Limits, condemned: () => boolean): Promise<boolean> {
    const { machine } = this;
    const { instance } = machine;
    const search = instance.function('searchComponents');
    for (;;) {
      const status = search(portionOf(machine, limits.portion));
      if (status === Status.growTable) this.growTable();
      else if (status === Status.growQueue) this.growStacks();
      else if (status === Status.obstacle) machine.overcome(() => this.grow('pile'));
      else if (status === Status.done) return false;
      else if (status === Status.found) {
        if (condemned()) return true;
        instance.set('acquitted', this.rootNumber);
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
      depth: Math.max(0, instance.get('deepest') / FRAME.bytes - 1),
      bytes: arena.extent,
    };
  }

  /** States inside atomic sequences that were met. */
  get insiders(): bigint[] {
    const start = this.at('insiders');
    return [...this.machine.longs(start, (this.machine.instance.get('insidersTop') - start) / 8)];
  }

  /** The keys from an initial state to one that can be reached, where nothing else is found on the way. */
  async wayTo(key: bigint, starts: Iterable<bigint>, limits: Limits): Promise<bigint[]> {
    const { instance } = this.machine;
    this.forget();
    instance.setLong('goal', key);
    instance.set('seeking', 1);
    if (!(await this.run(starts, limits))) throw new Error('a state that was met is not met again');
    instance.set('seeking', 0);
    return this.way();
  }

  /** Forgets the states, to search among the same once more. */
  forget(): void {
    const { instance } = this.machine;
    this.machine.clear();
    for (const name of ['path', 'pile', 'live'] as const) instance.set(`${name}Top`, this.at(name));
    instance.set('rootsTop', this.at('roots') + ROOT.bytes);
    this.placeNumbers();
  }

  /** Of the component that was found: is there a way round in it? */
  get repeats(): boolean {
    return (this.machine.words(this.root + ROOT.traits, 1)[0] & TRAIT.repeats) !== 0;
  }

  /** The keys from an initial state to the first state of the component that was found. */
  way(): bigint[] {
    const { machine } = this;
    const [path, live] = [this.at('path'), this.at('live')];
    const frames = machine.words(path, (machine.instance.get('pathTop') - path) / 4);
    const keys: bigint[] = [];
    for (
      let at = FRAME.number / 4;
      at < frames.length && frames[at] <= this.rootNumber;
      at += FRAME.bytes / 4
    )
      keys.push(machine.longs(live + (frames[at] - 1) * LIVE.bytes + LIVE.key, 1)[0]);
    return keys;
  }

  /** Is the state, which was met, in the component that was found, as far as that is known? */
  holds(key: bigint): boolean {
    const { machine } = this;
    const slot = Number(machine.instance.function('find')(key)) >>> 0;
    return machine.words(machine.instance.get('numbers') + 4 * slot, 1)[0] >= this.rootNumber;
  }

  private get root(): number {
    return this.machine.instance.get('rootsTop') - ROOT.bytes;
  }

  private get rootNumber(): number {
    return this.machine.words(this.root + ROOT.number, 1)[0];
  }

  private at(name: Name): number {
    return this.machine.instance.get(name);
  }

  private place(name: Name, address: number, bytes: number, used: number): void {
    const { instance } = this.machine;
    instance.set(name, address);
    instance.set(`${name}Top`, address + used);
    instance.set(`${name}End`, address + bytes);
  }

  private growStacks(): void {
    const { instance } = this.machine;
    for (const name of STACKS)
      if (instance.get(`${name}End`) - instance.get(`${name}Top`) < LITTLE_ROOM) this.grow(name);
  }

  private grow(name: Name): void {
    const { machine } = this;
    const { instance, arena } = machine;
    const [old, top, end] = [name, `${name}Top`, `${name}End`].map((one) => instance.get(one));
    const bytes = end - old;
    const bigger = arena.allocate(2 * bytes);
    machine.words(bigger, bytes / 4).set(machine.words(old, bytes / 4));
    arena.release(old, bytes);
    this.place(name, bigger, 2 * bytes, top - old);
  }

  private growTable(): void {
    this.machine.store.grow(1);
    this.placeNumbers();
  }

  /** The slots of states have changed. */
  private placeNumbers(): void {
    const { instance, arena } = this.machine;
    if (this.numbersRoom > 0) arena.release(instance.get('numbers'), this.numbersRoom);
    this.numbersRoom = 4 * instance.get('slots');
    instance.set('numbers', arena.allocate(this.numbersRoom));
    instance.function('renumber')();
  }
}
