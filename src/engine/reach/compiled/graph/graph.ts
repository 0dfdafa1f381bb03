/**
 * The reachable graph, for questions about what can repeat: states are expanded by compiled code
 * and numbered in the order in which they are reached. While it grows its last states are not expanded.
 */
import type { Progress } from '../../../budget.js';
import { LimitReached } from '../../reference/meter.js';
import type { Machine } from '../machine.js';
import { LABEL, LABELLED_BYTES, MOVERS } from '../program/labels.js';
import { ACCEPTING } from '../program/observation.js';
import type { Limits } from '../search/limits.js';

const STATES_BETWEEN_CHECKS = 1 << 11;
/** So many states are expanded before the first look at what is there. */
const FIRST_LOOK = 1 << 6;
/** What the numbers, lists and the map of a state and an edge take, roughly. */
const BYTES_OF_STATE = 120;
const BYTES_OF_EDGE = 24;

export class CompiledGraph {
  readonly keys: bigint[] = [];
  /** Edges of state i are those from `first[i]` up to `first[i + 1]`. */
  readonly first: number[] = [0];
  readonly targets: number[] = [];
  /** Of each edge: who moves, and which of the observer's events it shows. */
  readonly movers: bigint[] = [];
  readonly events: number[] = [];
  /** Of each state: who can move, whether it is in the middle of an atomic sequence, and whether the observer accepts. */
  readonly able: bigint[] = [];
  readonly inside: boolean[] = [];
  readonly accepting: boolean[] = [];
  private readonly parents: number[] = [];
  private readonly depths: number[] = [];
  private readonly numbers = new Map<bigint, number>();
  faulted = false;

  /** `keeps`: edges to other states are left out. */
  constructor(
    private readonly machine: Machine,
    starts: readonly bigint[],
    private readonly keeps: (key: bigint) => boolean = () => true,
  ) {
    machine.growSuccessors();
    for (const key of starts) this.number(key, -1);
  }

  /**
   * Expands states until a look finds something, at what there is each time it has doubled, or in the whole graph; or
   * until so many are expanded.
   */
  async grow<Found>(
    limits: Limits,
    look: () => Found | undefined,
    most = Number.POSITIVE_INFINITY,
  ): Promise<Found | undefined> {
    let next = FIRST_LOOK;
    for (let state = 0; state < Math.min(most, this.keys.length); state++) {
      if (state === next) {
        const found = look();
        if (found !== undefined) return found;
        next *= 2;
      }
      this.expand(this.keys[state]);
      this.note(state, limits.depth);
      if (state % STATES_BETWEEN_CHECKS === 0) await limits.check(this.progress);
    }
    return look();
  }

  /** States from this number on are known, but not yet where they lead. */
  get expanded(): number {
    return this.first.length - 1;
  }

  get isComplete(): boolean {
    return this.expanded === this.keys.length;
  }

  get progress(): Progress {
    return {
      states: this.keys.length,
      transitions: this.targets.length,
      depth: this.depths.at(-1) ?? 0,
      bytes:
        this.machine.arena.extent + this.keys.length * BYTES_OF_STATE + this.targets.length * BYTES_OF_EDGE,
    };
  }

  /** The states on the way by which a state was first reached. */
  wayTo(state: number): number[] {
    const way: number[] = [];
    for (let at = state; at >= 0; at = this.parents[at]) way.push(at);
    return way.reverse();
  }

  private number(key: bigint, parent: number): number {
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const number = this.keys.push(key) - 1;
    this.numbers.set(key, number);
    this.parents.push(parent);
    this.depths.push(parent < 0 ? 0 : this.depths[parent] + 1);
    return number;
  }

  private expand(key: bigint): void {
    const { instance } = this.machine;
    const expand = instance.function('expand');
    for (;;) {
      instance.set('out', instance.get('outStart'));
      instance.set('obstacle', 0);
      instance.setLong('able', 0n);
      expand(key);
      if (instance.get('obstacle') === 0) return;
      this.machine.overcome(() => this.machine.growSuccessors());
    }
  }

  private note(state: number, mostDepth: number): void {
    const { machine } = this;
    const { instance, scene } = machine;
    const { observation } = scene;
    this.faulted ||= instance.get('faults') + instance.get('assertions') > 0;
    this.able.push(BigInt.asUintN(64, instance.getLong('able')));
    const cell = (number: number): number => machine.words(scene.work + 4 * number, 1)[0];
    this.inside.push(scene.atomic && cell(scene.layout.exclusive) !== 0);
    const observed = cell(scene.observed);
    this.accepting.push(observation !== undefined && (observation.nature(observed) & ACCEPTING) !== 0);
    const start = instance.get('outStart');
    const words = machine.longs(start, (instance.get('out') - start) / 8);
    const before = this.keys.length;
    for (let at = 0; at < words.length; at += LABELLED_BYTES / 8) {
      if (!this.keeps(words[at])) continue;
      this.targets.push(this.number(words[at], state));
      this.movers.push(BigInt.asUintN(64, words[at + MOVERS / 8]));
      this.events.push(Number(BigInt.asUintN(32, words[at + LABEL / 8])));
    }
    this.first.push(this.targets.length);
    // A graph with parts missing answers nothing.
    if (this.keys.length > before && this.depths[state] >= mostDepth)
      throw new LimitReached('depth', 'the depth limit');
  }
}
