/** Another thread that takes part in a search: its own data, and what it said last. */
import type { Worker } from 'node:worker_threads';
import type { Machine } from '../machine.js';
import { Status } from '../search/breadth.js';
import { Hands } from '../search/parallel.js';
import { InsideRoom } from '../store/inside.js';
import { CONTROL } from './control.js';
import type { Common, Crew } from './crew.js';
import type { Message, Order, Stop } from './messages.js';
import { leaveThread, takeThread } from './threads.js';

const PORTION = 1 << 17;
const FIRST_SUCCESSORS = 1 << 12;
const MAILBOX_BYTES = 64;

let searches = 0;

export class Member {
  isReady = false;
  takesPart = false;
  /** Where it stopped, while it stands still. */
  stop: Stop | undefined;
  transitions = 0n;
  outStart: number;
  private successors = FIRST_SUCCESSORS;
  private readonly inside = new InsideRoom();
  private readonly hands: Hands;
  /** Where its data are. */
  private readonly own: number;
  private readonly number = searches++;
  private readonly mailbox: number;
  private readonly thread: Worker;
  private failed = false;
  /** Registers to set before it goes on. */
  private registers: Record<string, number>;

  constructor(
    private readonly machine: Machine,
    purpose: Common,
    private readonly crew: Crew,
  ) {
    const { arena, scene } = machine;
    this.own = arena.allocate(scene.size - scene.ownFrom);
    const shift = this.own - scene.ownFrom;
    machine.furnish(shift);
    this.mailbox = arena.allocate(MAILBOX_BYTES);
    this.outStart = arena.allocate(this.successors * 12);
    const open: Record<string, number> =
      purpose.kind === 'questions' ? { open: machine.instance.get('open') } : {};
    this.hands = new Hands(arena);
    this.registers = { ...this.hands.registers, ...open, ...this.inside.grow(arena) };
    this.thread = takeThread();
    this.thread.on('message', this.hear).once('error', this.fail);
    this.order({
      kind: 'prepare',
      search: this.number,
      module: machine.instance.module,
      memory: arena.memory,
      stop: scene.sharing!.control + CONTROL.stop,
      mailbox: this.mailbox,
      shift,
      portion: PORTION,
      paused: Status.paused,
    });
  }

  order(order: Order): void {
    this.thread.postMessage(order);
  }

  search(tables: Record<string, number>): void {
    const { outStart, successors } = this;
    this.stop = undefined;
    const room = { outStart, outEnd: outStart + 8 * successors };
    this.order({ kind: 'search', registers: { ...tables, ...room, ...this.registers } });
    this.registers = {};
  }

  growSuccessors(): void {
    const { arena } = this.machine;
    arena.release(this.outStart, this.successors * 12);
    this.successors *= 2;
    this.outStart = arena.allocate(this.successors * 12);
  }

  growInside(): void {
    Object.assign(this.registers, this.inside.grow(this.machine.arena));
  }

  answer(answer: number): void {
    const words = new Int32Array(this.machine.arena.memory.buffer);
    const at = this.mailbox / 4;
    Atomics.store(words, at + 1, answer);
    Atomics.store(words, at, 1);
    Atomics.notify(words, at);
  }

  /** It stands still, and another search may have its thread. */
  async leave(): Promise<void> {
    this.thread.off('message', this.hear).off('error', this.fail);
    if (this.failed || (this.takesPart && !this.stop)) await this.thread.terminate();
    else {
      this.order({ kind: 'forget' });
      leaveThread(this.thread);
    }
    const { arena, scene } = this.machine;
    this.hands.release();
    this.inside.release(arena);
    arena.release(this.outStart, this.successors * 12);
    arena.release(this.mailbox, MAILBOX_BYTES);
    arena.release(this.own, scene.size - scene.ownFrom);
  }

  private readonly hear = (message: Message): void => {
    // What was said about a search before this one comes late.
    if (message.search !== this.number) return;
    if (message.kind === 'ready') this.isReady = true;
    if (message.kind === 'beat' || message.kind === 'parked') this.transitions = message.transitions;
    if (message.kind === 'parked') this.stop = message;
    this.crew.hear(this, message);
  };

  private readonly fail = (error: Error): void => {
    this.failed = true;
    this.crew.fail(error);
  };
}
