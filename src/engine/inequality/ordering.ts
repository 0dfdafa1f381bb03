/**
 * The orders in which exactly these steps can be taken. A solution says how often each edge is used in
 * each interval; what it does not say is the order, and there may be none.
 */
import type { Move } from './arrangement.js';
import type { Edge, Network } from './network.js';

/** How often each edge is used: inside each interval, and at its end. */
export interface Plan {
  /** `inside[interval][component][edge]` */
  inside: number[][][];
  ending: number[][][];
}

const MOST_ATTEMPTS = 200_000;

/** What could not be done after the longest beginning: actions that were left, with their interval. */
export type Blocked = { interval: number; action: number }[];

/** The steps of a plan in an order in which they can be taken, on the network alone. */
export function orderOf(
  network: Network,
  plan: Plan,
  starts: number[],
): { moves?: Move[]; blocked: Blocked } {
  const ordering = new Ordering(network, plan, starts);
  const moves = ordering.find();
  return moves ? { moves, blocked: [] } : { blocked: ordering.blocked };
}

/** A point of the search: what can be done there, and where everybody stands. */
interface Frame {
  moves: Move[];
  next: number;
  interval: number;
  at: number[];
  steps: number;
}

class Ordering {
  private readonly at: number[];
  private readonly left: number[][][];
  private readonly remaining: number[];
  private readonly failed = new Set<string>();
  /** For each interval and component, the edges in use by the state they leave. */
  private readonly leaving: Map<number, number[]>[][];
  private attempts = 0;
  private longest = -1;
  blocked: Blocked = [];

  constructor(
    private readonly network: Network,
    private readonly plan: Plan,
    starts: number[],
  ) {
    this.at = [...starts];
    this.left = plan.inside.map((components) => components.map((edges) => [...edges]));
    const { actions, components } = network;
    this.leaving = plan.inside.map((counts) =>
      counts.map((edges, c) => {
        const from = new Map<number, number[]>();
        edges.forEach((count, e) => {
          if (count > 0)
            from.set(components[c].edges[e].from, [...(from.get(components[c].edges[e].from) ?? []), e]);
        });
        return from;
      }),
    );
    this.remaining = plan.inside.map((counts) =>
      counts.reduce(
        (sum, edges, c) =>
          sum +
          edges.reduce(
            (all, count, e) =>
              all + (actions[components[c].edges[e].action].participants[0] === c ? count : 0),
            0,
          ),
        0,
      ),
    );
  }

  /** Depth first, without recursion: the runs of large systems are long. */
  find(): Move[] | undefined {
    const path: Frame[] = [];
    const done: Move[] = [];
    let interval = 0;
    for (;;) {
      const reached = this.crossAll(interval, done);
      if (reached === this.left.length) return done;
      const fresh = reached !== undefined && !this.failed.has(this.key(reached));
      if (++this.attempts > MOST_ATTEMPTS) return undefined;
      if (reached !== undefined && done.length > this.longest) this.remember(reached, done.length);
      if (fresh)
        path.push({
          moves: this.moves(reached),
          next: 0,
          interval: reached,
          at: [...this.at],
          steps: done.length,
        });
      for (;;) {
        const top = path.at(-1);
        if (!top) return undefined;
        this.back(top, done);
        if (top.next < top.moves.length) {
          this.take(top.interval, top.moves[top.next++], done);
          interval = top.interval;
          break;
        }
        this.failed.add(this.key(top.interval));
        path.pop();
      }
    }
  }

  private remember(interval: number, steps: number): void {
    this.longest = steps;
    const left = new Set<number>();
    this.network.components.forEach(({ edges }, c) => {
      edges.forEach(({ action }, e) => {
        if (this.left[interval][c][e] > 0) left.add(action);
      });
    });
    this.blocked = [...left].map((action) => ({ interval, action }));
  }

  /** Passes all intervals in which nothing is left to do; undefined where an ending step is not possible. */
  private crossAll(from: number, done: Move[]): number | undefined {
    let interval = from;
    while (interval < this.left.length && this.remaining[interval] === 0) {
      const crossing = this.cross(interval);
      if (crossing === undefined) return undefined;
      done.push(...crossing);
      interval++;
    }
    return interval;
  }

  /** Takes back the move that was tried last from here, and whatever followed it. */
  private back(frame: Frame, done: Move[]): void {
    frame.at.forEach((state, c) => {
      this.at[c] = state;
    });
    done.length = frame.steps;
    if (frame.next === 0) return;
    const { action, edges } = frame.moves[frame.next - 1];
    this.network.actions[action].participants.forEach((c, i) => {
      this.left[frame.interval][c][edges[i]]++;
    });
    this.remaining[frame.interval]++;
  }

  /** The remaining counts say where everybody stands, so they are the whole state of the search. */
  private key(interval: number): string {
    return `${interval}|${this.left[interval].map((edges) => edges.join()).join(';')}|${this.at.join()}`;
  }

  private moves(interval: number): Move[] {
    const { components, actions } = this.network;
    const found: Move[] = [];
    const tried = new Set<number>();
    components.forEach((component, c) => {
      for (const e of this.usable(interval, c)) {
        const { action } = component.edges[e];
        const { participants } = actions[action];
        if (tried.has(action)) continue;
        tried.add(action);
        let choices: number[][] = [[]];
        for (const p of participants) {
          const edges = this.usable(interval, p).filter((i) => components[p].edges[i].action === action);
          choices = choices.flatMap((chosen) => edges.map((i) => [...chosen, i]));
        }
        for (const edges of choices) found.push({ action, edges });
      }
    });
    return found;
  }

  private usable(interval: number, component: number): number[] {
    const edges = this.leaving[interval][component].get(this.at[component]) ?? [];
    return edges.filter((e) => this.left[interval][component][e] > 0);
  }

  private edgeOf(component: number, edge: number): Edge {
    return this.network.components[component].edges[edge];
  }

  private take(interval: number, move: Move, done: Move[]): void {
    const { action, edges } = move;
    this.network.actions[action].participants.forEach((c, i) => {
      this.left[interval][c][edges[i]]--;
      this.at[c] = this.edgeOf(c, edges[i]).to;
    });
    this.remaining[interval]--;
    done.push(move);
  }

  /** The ending step of an interval: none where it ends without one; undefined where it cannot be taken. */
  private cross(interval: number): Move[] | undefined {
    const { components, actions } = this.network;
    const used: { component: number; edge: number }[] = [];
    this.plan.ending[interval].forEach((edges, component) => {
      edges.forEach((count, edge) => {
        if (count > 0) used.push({ component, edge });
      });
    });
    if (used.length === 0) return [];
    const { action } = this.edgeOf(used[0].component, used[0].edge);
    const edges = actions[action].participants.map(
      (c) => used.find(({ component }) => component === c)?.edge ?? -1,
    );
    const possible = actions[action].participants.every(
      (c, i) => edges[i] >= 0 && components[c].edges[edges[i]].from === this.at[c],
    );
    if (!possible) return undefined;
    actions[action].participants.forEach((c, i) => {
      this.at[c] = this.edgeOf(c, edges[i]).to;
    });
    return [{ action, edges }];
  }
}
