/**
 * Depth-first search that leaves out interleavings nobody can tell apart.
 *
 * `local`: where some process can only take steps that concern itself alone, those are enough, provided
 * that one of them leads off the current path (otherwise the others might be put off for ever).
 * `overman`: the same with a set of processes that nothing outside the set can ever disturb.
 * `conflict`: a transition that was explored need not be explored again after another one that does not
 * depend on it. Such a transition sleeps; a dependent one wakes it. The sleeping set is kept with every
 * state, and what slept at the first visit but not at a later one is explored then.
 */
import type { Transition } from '../../../../model/transition.js';
import type { Meter } from '../meter.js';
import { endsHere, type Product, type Successor, stepsOf } from '../product.js';
import { type Violation, type ViolationTest, wrongOnTheWay } from '../safety.js';
import { VectorStore } from '../store.js';
import type { Independence } from './independence.js';
import { persistentProcesses, type Support } from './overman.js';

/**
 * `auto`: the strongest that is sound for the question, `none` where nothing else is. `symmetry`: of states that
 * become one another where like processes are exchanged, one; only the compiled search knows it.
 */
export type Reduction = 'none' | 'local' | 'conflict' | 'local+conflict' | 'overman' | 'symmetry' | 'auto';

/**
 * One transition with the nodes it leads to: several where the observer has a choice, or where an atomic
 * sequence begins.
 */
interface Move {
  key: string;
  transition: Transition;
  successors: Successor[];
}

/** `at`: beyond the last node of the path. */
interface Wrong {
  reason: string;
  at?: Successor;
}

type Sleeping = Map<string, Transition>;

interface Group {
  moves: Move[];
  use: 'suffices' | 'rest' | 'must';
}

interface Frame {
  id: number;
  state: Int32Array;
  arrived?: Successor;
  /** After a set of moves that suffices, the rest is left out, except what must be explored. */
  groups: Group[];
  group: number;
  move: number;
  branch: number;
  /** Has a move of the current group led off the path? */
  leads: boolean;
  sleeping: Sleeping;
}

export class ReducedSearch {
  private readonly store: VectorStore;
  private readonly onPath: boolean[] = [];
  private readonly slept = new Map<number, Sleeping>();
  private readonly path: Frame[] = [];
  private readonly localFirst: boolean;
  private readonly conflicts: boolean;

  constructor(
    private readonly product: Product,
    private readonly test: ViolationTest,
    private readonly meter: Meter,
    private readonly reduction: Reduction,
    private readonly independence: Independence,
    private readonly support: Support,
  ) {
    this.store = new VectorStore(product.width);
    this.localFirst = reduction === 'local' || reduction === 'local+conflict';
    this.conflicts = reduction === 'conflict' || reduction === 'local+conflict';
  }

  async run(): Promise<Violation | undefined> {
    for (const { node, system } of this.product.initial()) {
      const start = this.store.add(node);
      if (start < 0) continue;
      const wrong = await this.enter(start, new Map());
      if (wrong) return this.violation(system, wrong);
      while (this.path.length > 0) {
        const found = await this.advance();
        if (found) return this.violation(system, found);
      }
    }
    this.meter.states = this.store.size;
    return undefined;
  }

  private violation(initial: number, { reason, at }: Wrong): Violation {
    const steps = this.path.flatMap((frame) => stepsOf(frame.arrived));
    return { run: { initial, steps: [...steps, ...stepsOf(at)] }, reason };
  }

  /** One move of the frame on top, or leaving it. */
  private async advance(): Promise<Wrong | undefined> {
    const frame = this.path[this.path.length - 1];
    const group = frame.groups[frame.group];
    if (!group) {
      this.onPath[frame.id] = false;
      this.path.pop();
      return undefined;
    }
    const move = group.moves[frame.move];
    if (!move) {
      if (group.use === 'suffices' && frame.leads) {
        frame.groups = frame.groups.filter((other, i) => i <= frame.group || other.use === 'must');
      }
      frame.group++;
      frame.move = 0;
      frame.leads = false;
      return undefined;
    }
    if (frame.branch === 0 && frame.sleeping.has(move.key)) {
      frame.move++;
      return undefined;
    }
    const successor = move.successors[frame.branch++];
    if (!successor) {
      if (this.conflicts) frame.sleeping.set(move.key, move.transition);
      frame.branch = 0;
      frame.move++;
      return undefined;
    }
    return this.take(frame, move, successor);
  }

  private async take(frame: Frame, move: Move, successor: Successor): Promise<Wrong | undefined> {
    this.meter.transitions++;
    const wrong = this.test.step(successor);
    if (wrong) return { reason: wrong, at: successor };
    if (endsHere(successor)) return undefined;
    const sleeping = this.stillAsleep(frame, move.transition);
    if (this.meter.isDeepest(this.path.length - 1) && this.store.find(successor.node) < 0) {
      this.meter.cut = true;
      return undefined;
    }
    const added = this.store.add(successor.node);
    if (added >= 0) {
      frame.leads = true;
      return this.enter(added, sleeping, successor);
    }
    const id = -1 - added;
    if (!this.onPath[id]) frame.leads = true;
    this.wake(id, sleeping, successor);
    return undefined;
  }

  /** What sleeps after this transition: whatever sleeps now and does not depend on it. */
  private stillAsleep(frame: Frame, taken: Transition): Sleeping {
    const asleep: Sleeping = new Map();
    if (!this.conflicts) return asleep;
    for (const [key, transition] of frame.sleeping) {
      if (this.independence.independent(frame.state, transition, taken)) asleep.set(key, transition);
    }
    return asleep;
  }

  private async enter(id: number, sleeping: Sleeping, arrived?: Successor): Promise<Wrong | undefined> {
    this.meter.states = this.store.size;
    this.meter.bytes = this.store.bytes;
    this.meter.depth = Math.max(this.meter.depth, this.path.length);
    await this.meter.tick();
    const node = this.store.row(id);
    const passed: Successor[] = [];
    const successors = this.product.successors(node, passed);
    const state = this.product.systemState(node).slice();
    const groups = this.grouped(state, movesOf(successors));
    if (this.conflicts && sleeping.size > 0) this.slept.set(id, new Map(sleeping));
    this.push({ id, state, arrived, groups, sleeping });
    const reason = this.test.node(node, successors.length + passed.length === 0);
    return reason ? { reason } : wrongOnTheWay(this.test, passed);
  }

  private push(frame: Pick<Frame, 'id' | 'state' | 'arrived' | 'groups' | 'sleeping'>): void {
    this.path.push({ ...frame, group: 0, move: 0, branch: 0, leads: false });
    this.onPath[frame.id] = true;
  }

  /** A second visit: what slept at all visits so far but is awake now must still be explored. */
  private wake(id: number, sleeping: Sleeping, arrived: Successor): void {
    const slept = this.slept.get(id);
    if (!slept || this.onPath[id]) {
      if (slept) for (const key of [...slept.keys()]) if (!sleeping.has(key)) this.wakeLater(id, key);
      return;
    }
    const awake = new Set([...slept.keys()].filter((key) => !sleeping.has(key)));
    if (awake.size === 0) return;
    for (const key of awake) slept.delete(key);
    const node = this.store.row(id);
    const moves = movesOf(this.product.successors(node)).filter((move) => awake.has(move.key));
    const state = this.product.systemState(node).slice();
    this.push({ id, state, arrived, groups: [{ moves, use: 'must' }], sleeping: new Map(slept) });
  }

  /** The node is on the path: its own frame explores the woken move before it is left. */
  private wakeLater(id: number, key: string): void {
    const frame = this.path.find((other) => other.id === id);
    const slept = this.slept.get(id);
    if (!frame || !slept) return;
    slept.delete(key);
    frame.sleeping.delete(key);
    const moves = movesOf(this.product.successors(this.store.row(id))).filter((move) => move.key === key);
    frame.groups.push({ moves, use: 'must' });
  }

  private grouped(state: Int32Array, moves: Move[]): Group[] {
    const { interpreter } = this.product;
    if (this.localFirst) {
      const groups: Group[] = [];
      const taken = new Set<Move>();
      for (const process of interpreter.living(state)) {
        if (
          !this.independence.isLocal(
            interpreter.typeOf(state, process),
            interpreter.locationOf(state, process),
          )
        )
          continue;
        const own = moves.filter(({ transition }) => transition.participants[0].process === process);
        if (own.length === 0) continue;
        for (const move of own) taken.add(move);
        groups.push({ moves: own, use: 'suffices' });
      }
      return [...groups, { moves: moves.filter((move) => !taken.has(move)), use: 'rest' }];
    }
    if (this.reduction === 'overman' || this.reduction === 'auto') {
      const chosen = persistentProcesses(
        interpreter,
        this.independence,
        this.support,
        state,
        moves.map((move) => move.transition),
      );
      if (chosen) {
        const inside = ({ transition }: Move) => transition.participants.every((p) => chosen.has(p.process));
        return [
          { moves: moves.filter(inside), use: 'suffices' },
          { moves: moves.filter((move) => !inside(move)), use: 'rest' },
        ];
      }
    }
    return [{ moves, use: 'rest' }];
  }
}

function movesOf(successors: Successor[]): Move[] {
  const moves = new Map<string, Move>();
  for (const successor of successors) {
    const [transition] = stepsOf(successor);
    if (!transition) continue;
    const key = keyOf(transition);
    const move = moves.get(key) ?? { key, transition, successors: [] };
    move.successors.push(successor);
    moves.set(key, move);
  }
  return [...moves.values()].sort((a, b) => inOrder(a.transition, b.transition));
}

/** By the participants' numbers and steps in turn, then by the choice: the order of the compiled search. */
function inOrder(a: Transition, b: Transition): number {
  for (let i = 0; i < a.participants.length && i < b.participants.length; i++) {
    const [p, q] = [a.participants[i], b.participants[i]];
    if (p.process !== q.process) return p.process - q.process;
    if (p.step !== q.step) return p.step - q.step;
  }
  return (a.choice ?? 0) - (b.choice ?? 0);
}

function keyOf({ participants, choice }: Transition): string {
  const who = participants.map(({ process, step }) => `${process}:${step}`).join('+');
  return choice === undefined ? who : `${who}=${choice}`;
}
