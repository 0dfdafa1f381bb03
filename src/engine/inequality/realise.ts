/**
 * From a solution to a run: a search over the orders in which exactly these steps can be taken. A
 * solution says how often each edge is used in each interval; what it does not say is the order, and
 * there may be none. The run is built on the network; whether it is one of the system is for the
 * judge to say.
 */
import type { Interpreter } from '../../model/interpreter.js';
import type { Run, Transition } from '../../model/transition.js';
import type { Edge, Network } from './network.js';

/** How often each edge is used: inside each interval, and at its end. */
export interface Plan {
  /** `inside[interval][component][edge]` */
  inside: number[][][];
  ending: number[][][];
}

const MOST_ATTEMPTS = 200_000;

export interface Realised {
  run?: Run;
  /** The states of the components at the end of a run from which nothing goes on for ever. */
  barren?: number[];
  /** What could not be done after the longest beginning: actions that were left, with their interval. */
  blocked: { interval: number; action: number }[];
}

export function realise(interpreter: Interpreter, network: Network, plan: Plan, starts: number[]): Realised {
  const initial = initialState(interpreter, network, starts);
  if (initial < 0) return { blocked: [] };
  const { steps, blocked } = orderOf(network, plan, starts);
  return steps ? { run: { initial, steps }, blocked } : { blocked };
}

/** The steps of a plan in an order in which they can be taken, on the network alone. */
export function orderOf(
  network: Network,
  plan: Plan,
  starts: number[],
): { steps?: Transition[]; blocked: Realised['blocked'] } {
  const ordering = new Ordering(network, plan, starts);
  const steps = ordering.find();
  return steps ? { steps, blocked: [] } : { blocked: ordering.blocked };
}

/** The initial state in which the components stand where the solution begins. */
function initialState(interpreter: Interpreter, network: Network, starts: number[]): number {
  return interpreter
    .initialStates()
    .findIndex((state) =>
      network.components.every(({ states, offset }, c) =>
        states[starts[c]].every((value, i) => state[offset + i] === value),
      ),
    );
}

interface Move {
  action: number;
  edges: number[];
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
  blocked: Realised['blocked'] = [];

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
  find(): Transition[] | undefined {
    const path: Frame[] = [];
    const steps: Transition[] = [];
    let interval = 0;
    for (;;) {
      const reached = this.crossAll(interval, steps);
      if (reached === this.left.length) return steps;
      const fresh = reached !== undefined && !this.failed.has(this.key(reached));
      if (++this.attempts > MOST_ATTEMPTS) return undefined;
      if (reached !== undefined && steps.length > this.longest) this.remember(reached, steps.length);
      if (fresh)
        path.push({
          moves: this.moves(reached),
          next: 0,
          interval: reached,
          at: [...this.at],
          steps: steps.length,
        });
      for (;;) {
        const top = path.at(-1);
        if (!top) return undefined;
        this.back(top, steps);
        if (top.next < top.moves.length) {
          this.take(top.interval, top.moves[top.next++], steps);
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
  private crossAll(from: number, steps: Transition[]): number | undefined {
    let interval = from;
    while (interval < this.left.length && this.remaining[interval] === 0) {
      const crossing = this.cross(interval);
      if (crossing === undefined) return undefined;
      for (const { action, edges } of crossing) steps.push(transitionOf(this.network, action, edges));
      interval++;
    }
    return interval;
  }

  /** Takes back the move that was tried last from here, and whatever followed it. */
  private back(frame: Frame, steps: Transition[]): void {
    frame.at.forEach((state, c) => {
      this.at[c] = state;
    });
    steps.length = frame.steps;
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

  private take(interval: number, { action, edges }: Move, steps: Transition[]): void {
    this.network.actions[action].participants.forEach((c, i) => {
      this.left[interval][c][edges[i]]--;
      this.at[c] = this.edgeOf(c, edges[i]).to;
    });
    this.remaining[interval]--;
    steps.push(transitionOf(this.network, action, edges));
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

/** The interpreter's transition for an action taken along these edges, one for each participant. */
export function transitionOf(network: Network, action: number, edges: number[]): Transition {
  const participants: Transition['participants'] = [];
  let choice: number | undefined;
  network.actions[action].participants.forEach((c, i) => {
    const { process } = network.components[c];
    const edge = network.components[c].edges[edges[i]];
    if (process === undefined) return;
    participants.push({ process, step: edge.step! });
    choice ??= edge.choice;
  });
  return choice === undefined ? { participants } : { participants, choice };
}
