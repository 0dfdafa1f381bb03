/**
 * Threads that search together. Each has a module of its own, whose state in memory lies apart, and all
 * share one memory with the tables and the queue. What has to grow grows while all threads stand still.
 */

import type { Machine } from '../machine.js';
import { fullDictionaries } from '../packing/numbering.js';
import { seenSoFar } from '../packing/survey.js';
import { checkBalance } from '../packing/weigh.js';
import { defineExpansion } from '../program/expansion.js';
import { Obstacle } from '../program/registers.js';
import { Crowded, type Scene, Unsupported } from '../program/scene.js';
import { outOfSlots } from '../program/taking.js';
import { Status } from '../search/breadth.js';
import { type Purpose, wrongInItself } from '../search/checks.js';
import type { Limits } from '../search/limits.js';
import { defineParallel, HANDFUL } from '../search/parallel.js';
import type { BreadthFirst } from '../search/queue.js';
import { InsideRoom } from '../store/inside.js';
import { SharedStore } from '../store/shared.js';
import { MOST_PAGES } from '../wasm/engine.js';
import { CONTROL, CONTROL_BYTES, type Sharing } from './control.js';
import { type Message, READY, type Thread, type ThreadData } from './messages.js';

const PORTION = 1 << 17;
const FIRST_SUCCESSORS = 1 << 12;
const MAILBOX_BYTES = 64;

/** Makes the scene of a thread: the same as the machine's, with its own data elsewhere. */
export type SceneMaker = (sharing: Sharing) => Scene;

export class Crew {
  private readonly threads: Thread[] = [];
  private readonly control: number;
  private wake: () => void = () => {};
  private news = false;
  private failure: Error | undefined;

  private constructor(
    private readonly search: BreadthFirst,
    private readonly size: number,
  ) {
    const { machine } = search;
    machine.arena.settle();
    this.control = machine.arena.allocate(CONTROL_BYTES);
  }

  /**
   * Goes on with a search that has been begun, in so many threads; says whether a violation was found. With
   * `meanwhile` the search goes on while the threads are starting.
   */
  static async finish(
    search: BreadthFirst,
    size: number,
    makeScene: SceneMaker,
    purpose: Extract<Purpose, { kind: 'everything' | 'questions' }>,
    limits: Limits,
    meanwhile: boolean,
  ): Promise<boolean> {
    const crew = new Crew(search, size);
    try {
      await crew.hire(makeScene, purpose);
      if (meanwhile) {
        const status = await search.runUntil(limits, () => crew.isReady);
        if (status !== Status.paused) return status === Status.found;
      }
      crew.handOver();
      return await crew.work(limits);
    } finally {
      crew.tell(CONTROL.stop, 1);
      await Promise.all(crew.threads.map(({ worker }) => worker.terminate()));
      if (search.others) crew.addUp();
    }
  }

  private get machine(): Machine {
    return this.search.machine;
  }

  private get words(): Int32Array {
    return new Int32Array(this.machine.arena.memory.buffer);
  }

  private tell(offset: number, value: number): void {
    Atomics.store(this.words, (this.control + offset) / 4, value);
    if (offset === CONTROL.stop) Atomics.notify(this.words, (this.control + CONTROL.news) / 4);
  }

  private ask(offset: number): number {
    return Atomics.load(this.words, (this.control + offset) / 4) >>> 0;
  }

  private async hire(makeScene: SceneMaker, purpose: Parameters<typeof Crew.finish>[3]): Promise<void> {
    const { Worker: NewWorker } = await import('node:worker_threads');
    const { arena, scene } = this.machine;
    // A thread's own data: as much as the machine's, and what sharing adds.
    const room = scene.size + 4096;
    for (let i = 0; i < this.size; i++) {
      const start = arena.allocate(room);
      const own = makeScene({
        start,
        control: this.control,
        threads: this.size,
        dictionaries: scene.dictionaries,
      });
      const expansion = defineExpansion(own, wrongInItself(own, purpose));
      const store = new SharedStore(own, this.control);
      defineParallel(own, expansion, store, purpose, own.sharing!);
      if (own.size > start + room) throw new Error('the data of a thread do not fit');
      this.machine.furnish(own);
      const mailbox = arena.allocate(MAILBOX_BYTES);
      const data: ThreadData = {
        code: own.module.encode(1, MOST_PAGES, true),
        memory: arena.memory,
        stop: this.control + CONTROL.stop,
        mailbox,
        portion: PORTION,
        paused: Status.paused,
      };
      const worker = new NewWorker(new URL('./thread.js', import.meta.url), { workerData: data });
      const successors = FIRST_SUCCESSORS;
      const hand = arena.allocate(HANDFUL * 8);
      const outStart = arena.allocate(successors * 12);
      const inside = new InsideRoom();
      const open: Record<string, number> =
        purpose.kind === 'questions' ? { open: this.machine.instance.get('open') } : {};
      const registers = { hand, handNext: hand, handEnd: hand, phase: 0, ...open, ...inside.grow(arena) };
      const thread: Thread = {
        worker,
        mailbox,
        hand,
        outStart,
        successors,
        inside,
        registers,
        transitions: 0n,
        parked: undefined,
      };
      worker.on('message', (message: Message) => this.hear(thread, message));
      worker.on('error', (error: Error) => {
        this.failure = error;
        this.stir();
      });
      this.threads.push(thread);
    }
  }

  private get isReady(): boolean {
    const { words } = this;
    return this.threads.every(({ mailbox }) => Atomics.load(words, mailbox / 4 + READY) === 1);
  }

  private stir(): void {
    this.news = true;
    this.wake();
  }

  private hear(thread: Thread, message: Message): void {
    if (message.kind === 'question') {
      const answer = this.machine.consult(message.a, message.b);
      const at = thread.mailbox / 4;
      const { words } = this;
      Atomics.store(words, at + 1, answer);
      Atomics.store(words, at, 1);
      Atomics.notify(words, at);
      return;
    }
    thread.transitions = message.transitions;
    if (message.kind === 'parked') thread.parked = message;
    this.stir();
  }

  /** What the machine knows goes into shared memory. */
  private handOver(): void {
    const { instance } = this.machine;
    this.search.inOrder = false;
    this.search.forgetParents();
    this.tell(CONTROL.head, instance.get('head'));
    this.tell(CONTROL.tail, instance.get('tail'));
    this.tell(CONTROL.count, instance.get('count'));
    this.tell(CONTROL.nodeCount, instance.get('nodeCount'));
    this.tell(CONTROL.zeroSeen, instance.get('zeroSeen'));
    this.search.others = () => ({
      states: this.ask(CONTROL.count),
      transitions: this.threads.reduce((sum, { transitions }) => sum + Number(transitions), 0),
    });
  }

  private async work(limits: Limits): Promise<boolean> {
    for (;;) {
      await this.round(limits);
      this.takeBack();
      const parked = this.threads.map((thread) => thread.parked!);
      const statuses = parked.map(({ status }) => status);
      if (statuses.includes(Status.found)) return true;
      if (statuses.every((status) => status === Status.done)) return false;
      this.makeRoom();
      checkBalance(this.machine);
    }
  }

  /** All threads run until all have come back. */
  private async round(limits: Limits): Promise<void> {
    const { instance } = this.machine;
    this.tell(CONTROL.stop, 0);
    const names = [
      'queue',
      'mask',
      'table',
      'slots',
      'limit',
      'nodeKeys',
      'nodeTable',
      'nodeMask',
      'nodeLimit',
    ];
    const tables = Object.fromEntries(names.map((name) => [name, instance.get(name)]));
    for (const thread of this.threads) {
      thread.parked = undefined;
      const { outStart, successors, registers } = thread;
      const room = { outStart, outEnd: outStart + 8 * successors };
      thread.worker.postMessage({ ...tables, ...room, ...registers });
      thread.registers = {};
    }
    let reached: unknown;
    for (;;) {
      await this.nextNews();
      if (this.failure) throw this.failure;
      if (this.threads.every(({ parked }) => parked)) break;
      if (reached === undefined) {
        try {
          await limits.check(this.search.progress);
        } catch (error) {
          reached = error;
          this.tell(CONTROL.stop, 1);
        }
      }
    }
    if (reached !== undefined) throw reached;
  }

  private async nextNews(): Promise<void> {
    if (!this.news)
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    this.news = false;
  }

  /** What is in shared memory goes back into the machine's registers. */
  private takeBack(): void {
    const { instance } = this.machine;
    instance.set('head', this.ask(CONTROL.head));
    instance.set('tail', this.ask(CONTROL.tail));
    instance.set('count', this.ask(CONTROL.count));
    instance.set('nodeCount', this.ask(CONTROL.nodeCount));
    instance.set('zeroSeen', this.ask(CONTROL.zeroSeen));
  }

  /** The threads are gone; what they have done is the machine's. */
  private addUp(): void {
    const { instance } = this.machine;
    this.takeBack();
    let transitions = instance.getLong('transitions');
    for (const { parked, transitions: own } of this.threads) {
      transitions += own;
      for (const name of ['deadlocks', 'terminations', 'failures', 'faulted'])
        instance.set(name, instance.get(name) + (parked?.found[name] ?? 0));
    }
    instance.setLong('transitions', transitions);
    this.search.others = undefined;
  }

  /** All threads stand still: what was too small becomes larger. */
  private makeRoom(): void {
    const { machine } = this;
    for (const thread of this.threads) {
      const { status, found } = thread.parked!;
      const gathered = (found.out - thread.outStart) / 8;
      if (status === Status.growTable) machine.makeRoom(gathered * this.threads.length);
      if (status === Status.growQueue) this.search.makeRoom(gathered * this.threads.length);
      if (status === Status.obstacle) this.overcome(thread, found);
    }
  }

  private overcome(thread: Thread, found: Record<string, number>): void {
    const { machine } = this;
    if (found.obstacle === Obstacle.nodes) {
      while (machine.instance.get('nodeLimit') < this.ask(CONTROL.nodeCount) + 1024 * this.threads.length)
        machine.growNodes();
    } else if (found.obstacle === Obstacle.successors) {
      machine.arena.release(thread.outStart, thread.successors * 12);
      thread.successors *= 2;
      thread.outStart = machine.arena.allocate(thread.successors * 12);
    } else if (found.obstacle === Obstacle.inside)
      Object.assign(thread.registers, thread.inside.grow(machine.arena));
    else if (found.obstacle === Obstacle.outgrown)
      throw machine.scene.outgrown(found.outgrown, seenSoFar(machine), machine.count);
    else if (found.obstacle === Obstacle.numbers)
      throw new Crowded(fullDictionaries(machine, machine.scene.packing.root));
    else if (found.obstacle === Obstacle.slots) throw outOfSlots(found.outgrown);
    else throw new Unsupported('a message does not have the fields of its channel');
  }
}
