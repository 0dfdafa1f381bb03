/** The actions and edges of a network while it is being unfolded; each is written down once. */
import type { System } from '../../model/system.js';
import type { Occurrence } from '../../model/transition.js';
import { Abstention, type Action, type Component } from './network.js';

export class Drawing {
  readonly actions: Action[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly bySymbol = new Map<number, number>();
  /** For each component and state, the edges that leave it: target and action. */
  private readonly known: Set<string>[][] = [];
  private edges = 0;

  constructor(
    private readonly system: System,
    /** For each symbol, the processes that know it. */
    private readonly members: number[][],
    private readonly components: Component[],
    private readonly mostEdges: number,
  ) {}

  action(key: string, make: () => Action): number {
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const number = this.actions.push(make()) - 1;
    this.numbers.set(key, number);
    return number;
  }

  symbolAction(symbol: number): number {
    const known = this.bySymbol.get(symbol);
    if (known !== undefined) return known;
    const { name, hidden } = this.system.symbols[symbol];
    const events: Occurrence[] = hidden ? [] : [{ name, arguments: [], text: name }];
    const number = this.actions.push({ name, participants: this.members[symbol], events, symbol }) - 1;
    this.bySymbol.set(symbol, number);
    return number;
  }

  edge(component: number, from: number, to: number, action: number, step?: number, choice?: number): void {
    this.known[component] ??= [];
    this.known[component][from] ??= new Set();
    const leaving = this.known[component][from];
    const key = `${to} ${action}`;
    if (leaving.has(key)) return;
    leaving.add(key);
    if (++this.edges > this.mostEdges)
      throw new Abstention(`the automata have more than ${this.mostEdges} transitions`);
    this.components[component].edges.push({ from, to, action, step, choice });
  }

  /** Nothing leaves this state any more but what is there. */
  complete(component: number, from: number): void {
    this.known[component]?.[from]?.clear();
  }
}
