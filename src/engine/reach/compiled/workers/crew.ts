/**
 * Threads that search together: the one that the program runs in, which leads, and others. Each has an instance
 * of the same module, with data of its own, and all share one memory with the tables and the queue. What has to
 * grow grows while all threads stand still.
 */

import type { Machine } from '../machine.js';
import { fullDictionaries } from '../packing/numbering.js';
import { seenSoFar } from '../packing/survey.js';
import { checkBalance } from '../packing/weigh.js';
import { Obstacle } from '../program/registers.js';
import { Crowded, Unsupported } from '../program/scene.js';
import { outOfSlots } from '../program/taking.js';
import { Status } from '../search/breadth.js';
import type { Purpose } from '../search/checks.js';
import type { Limits } from '../search/limits.js';
import { Hands } from '../search/parallel.js';
import type { BreadthFirst } from '../search/queue.js';
import type { Rounds } from '../store/spreading.js';
import type { VisitedStore } from '../store/visited.js';
import { CONTROL } from './control.js';
import { Member } from './member.js';
import type { Message } from './messages.js';

/** What several threads can search for. */
export type Common = Extract<Purpose, { kind: 'everything' | 'questions' }>;

/** Questions to the observer wait until the thread that leads comes back; so do those who have become ready. */
const PORTION_WITH_OBSERVER = 1 << 13;
const PORTION_WHILE_HIRING = 1 << 15;
/** One thread alone is as fast with a table of fewer states. */
const MANY_STATES = 1 << 18;
const TABLES = [
  'queue',
  'mask',
  'table',
  'slots',
  'limit',
  'nodeKeys',
  'nodeTable',
  'nodeMask',
  'nodeLimit',
] as const;

export class Crew {
  private readonly hired: Member[] = [];
  private readonly control: number;
  private wake: () => void = () => {};
  private news = false;
  private failure: Error | undefined;
  private hands: Hands | undefined;

  constructor(
    private readonly search: BreadthFirst,
    private readonly limits: Limits,
  ) {
    this.control = search.machine.scene.sharing!.control;
  }

  /** So many other threads prepare themselves; the search may begin or go on meanwhile. */
  hire(others: number, purpose: Common): void {
    const { machine } = this;
    if (this.hired.length === 0) machine.arena.settle();
    while (this.hired.length < others) this.hired.push(new Member(machine, purpose, this));
  }

  /**
   * Goes on with a search that has been begun, with those who were hired; says whether a violation was found.
   * `atOnce`: not before all of them are there.
   */
  async finish(atOnce: boolean): Promise<boolean> {
    while (atOnce && !this.hired.every(({ isReady }) => isReady)) await this.nextNews();
    this.handOver();
    return this.work();
  }

  /** The threads are free for another search; what they have done is the machine's. */
  async leave(): Promise<void> {
    for (const member of this.hired) await member.leave();
    this.hands?.release();
    this.addUp();
  }

  private get machine(): Machine {
    return this.search.machine;
  }

  /** Those who search, besides the thread that leads. */
  private get others(): Member[] {
    return this.hired.filter(({ takesPart }) => takesPart);
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

  // ---- what members say

  hear(member: Member, message: Message): void {
    if (message.kind === 'question') member.answer(this.machine.consult(message.a, message.b));
    else this.stir();
  }

  fail(error: Error): void {
    this.failure = error;
    this.stir();
  }

  private stir(): void {
    this.news = true;
    this.wake();
  }

  private async nextNews(): Promise<void> {
    if (!this.news)
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    this.news = false;
    if (this.failure) throw this.failure;
  }

  // ---- the search

  /** What the machine knows goes into shared memory. */
  private handOver(): void {
    const { instance, arena } = this.machine;
    this.search.inOrder = false;
    this.search.forgetParents();
    for (const name of ['head', 'tail', 'count', 'zeroSeen'] as const)
      this.tell(CONTROL[name], instance.get(name));
    for (const name of ['idle', 'done'] as const) this.tell(CONTROL[name], 0);
    this.tell(CONTROL.members, 1);
    this.hands = new Hands(arena);
    for (const [name, value] of Object.entries(this.hands.registers)) instance.set(name, value);
    instance.set('leads', 1);
    this.search.others = () => ({
      states: this.ask(CONTROL.count),
      transitions: this.others.reduce((sum, { transitions }) => sum + Number(transitions), 0),
    });
  }

  private async work(): Promise<boolean> {
    for (;;) {
      const status = await this.round();
      this.takeBack();
      const statuses = [status, ...this.others.map(({ stop }) => stop!.status)];
      if (statuses.includes(Status.found)) return true;
      if (statuses.every((one) => one === Status.done)) return false;
      this.makeRoom(status);
      checkBalance(this.machine);
    }
  }

  /** All search until somebody comes back with something to tell; then all come back. How it ended here. */
  private async round(): Promise<number> {
    const { machine, limits } = this;
    const searchParallel = machine.instance.function('searchParallel');
    this.tell(CONTROL.stop, 0);
    for (const member of this.others) member.search(this.tables);
    try {
      for (;;) {
        this.join();
        const status = Number(searchParallel(Math.min(this.mostAtOnce, limits.portion)));
        if (status !== Status.paused || this.ask(CONTROL.stop) !== 0) return status;
        await limits.check(this.search.progress);
        // Those who have something to say are heard now.
        await new Promise(setImmediate);
        if (this.failure) throw this.failure;
      }
    } finally {
      this.tell(CONTROL.stop, 1);
      while (!this.failure && !this.others.every(({ stop }) => stop)) await this.nextNews();
    }
  }

  /** Most transitions until the thread that leads comes back to hear the others. */
  private get mostAtOnce(): number {
    if (this.machine.scene.observation) return PORTION_WITH_OBSERVER;
    return this.others.length < this.hired.length ? PORTION_WHILE_HIRING : Number.POSITIVE_INFINITY;
  }

  /** Whoever has become ready takes part from now on. */
  private join(): void {
    for (const member of this.hired) {
      if (!member.isReady || member.takesPart) continue;
      member.takesPart = true;
      this.tell(CONTROL.members, 1 + this.others.length);
      member.search(this.tables);
    }
  }

  private get tables(): Record<string, number> {
    return Object.fromEntries(TABLES.map((name) => [name, this.machine.instance.get(name)]));
  }

  /** What is in shared memory goes back into the machine's registers. */
  private takeBack(): void {
    for (const name of ['head', 'tail', 'count', 'zeroSeen'] as const)
      this.machine.instance.set(name, this.ask(CONTROL[name]));
  }

  /** The others are gone; what they have done is the machine's. */
  private addUp(): void {
    const { instance } = this.machine;
    if (!this.search.others) return;
    this.takeBack();
    let transitions = instance.getLong('transitions');
    for (const { stop, transitions: own } of this.others) {
      transitions += own;
      for (const name of ['deadlocks', 'terminations', 'failures', 'faulted'])
        instance.set(name, instance.get(name) + (stop?.found[name] ?? 0));
    }
    instance.setLong('transitions', transitions);
    this.search.others = undefined;
  }

  // ---- growth

  /** All threads stand still: what was too small becomes larger. */
  private makeRoom(status: number): void {
    const { machine, others } = this;
    const { instance } = machine;
    const [out, outStart, kept, keptEnd] = ['out', 'outStart', 'kept', 'keptEnd'].map((name) =>
      instance.get(name),
    );
    this.makeRoomFor(status, out - outStart, keptEnd - kept);
    if (status === Status.obstacle) this.overcome(instance.get('obstacle'));
    for (const member of others) {
      const { status: its, found } = member.stop!;
      this.makeRoomFor(its, found.out - member.outStart, found.keptEnd - found.kept);
      if (its !== Status.obstacle) continue;
      if (found.obstacle === Obstacle.successors) member.growSuccessors();
      else if (found.obstacle === Obstacle.inside) member.growInside();
      else this.overcome(found.obstacle, found.outgrown);
    }
  }

  /** For so many bytes of successors, and of states kept; all have perhaps as many as this one. */
  private makeRoomFor(status: number, bytes: number, keptBytes: number): void {
    const members = 1 + this.others.length;
    const more = (bytes / 8) * members;
    if (status === Status.growQueue) this.search.makeRoom(more + (keptBytes / 8) * members);
    if (status !== Status.growTable) return;
    const { count, instance, store } = this.machine;
    const move = (oldSlots: number, rounds: Rounds) => this.spread(oldSlots, rounds);
    if (count + more <= instance.get('limit')) return;
    if (count < MANY_STATES) store.grow(more);
    else (store as VisitedStore).growTogether(more, members, move);
  }

  /** All move the keys of the table together. */
  private spread(oldSlots: number, rounds: Rounds): void {
    const { others, tables } = this;
    const members = 1 + others.length;
    this.tell(CONTROL.arrivals, 0);
    others.forEach((member, i) => {
      const ranges = rounds.map((round) => round[i + 1]);
      member.order({ kind: 'spread', registers: tables, oldSlots, ranges, members });
    });
    const spreadInStep = this.machine.instance.function('spreadInStep');
    for (const [round, [{ from, to }]] of rounds.entries())
      spreadInStep(from, to, oldSlots, members * (round + 1));
  }

  private overcome(obstacle: number, outgrown = this.machine.instance.get('outgrown')): void {
    const { machine } = this;
    if (obstacle === Obstacle.nodes) {
      const spare = 1024 * (1 + this.others.length);
      while (machine.instance.get('nodeLimit') < machine.nodeCount + spare) machine.growNodes();
    } else if (obstacle === Obstacle.outgrown)
      throw machine.scene.outgrown(outgrown, seenSoFar(machine), machine.count);
    else if (obstacle === Obstacle.numbers) throw new Crowded(fullDictionaries(machine));
    else if (obstacle === Obstacle.slots) throw outOfSlots(outgrown);
    else if (obstacle === Obstacle.successors || obstacle === Obstacle.inside)
      machine.overcome(() => machine.growSuccessors());
    else throw new Unsupported('a message does not have the fields of its channel');
  }
}
