/**
 * Observers number their states as they come to them, and one that is made anew may come to them in another order.
 * In a certificate a state has a number that says which one it is: first those at the start, then each in the order
 * in which it is told how it is reached.
 */
import type { Observer } from '../../../property/observer.js';

/** From a state by a letter, as the so-manyth of the states that may come then. */
export type Reached = [from: number, letter: number, which: number];

export class NamedObserver implements Observer {
  readonly acceptance: Observer['acceptance'];
  readonly atoms: Observer['atoms'];
  readonly initial: number[];
  /** How the states after those at the start are reached. */
  readonly reached: Reached[] = [];
  private readonly states: number[] = [];
  private readonly names = new Map<number, number>();

  constructor(private readonly observer: Observer) {
    this.acceptance = observer.acceptance;
    this.atoms = observer.atoms;
    this.initial = [...new Set(observer.initial)].map((state) => this.named(state));
  }

  /** How many states have a number. */
  get count(): number {
    return this.states.length;
  }

  /** Gives the next number to the state that is reached like this; false where there is no such state. */
  follow(way: Reached): boolean {
    const [from, letter, which] = way;
    if (!way.every(Number.isInteger) || from < 0 || from >= this.count) return false;
    if (letter < 0 || letter >= 2 ** this.atoms.length) return false;
    const state = this.observer.successors(this.states[from], letter)[which];
    if (state === undefined || this.names.has(state)) return false;
    this.reached.push(way);
    this.named(state);
    return true;
  }

  successors(state: number, letter: number): readonly number[] {
    return this.observer.successors(this.states[state], letter).map((next, which) => {
      if (!this.names.has(next)) this.reached.push([state, letter, which]);
      return this.named(next);
    });
  }

  bad(state: number): boolean {
    return this.observer.bad(this.states[state]);
  }

  badAtEnd(state: number): boolean {
    return this.observer.badAtEnd(this.states[state]);
  }

  accepting(state: number): boolean {
    return this.observer.accepting(this.states[state]);
  }

  private named(state: number): number {
    const known = this.names.get(state);
    if (known !== undefined) return known;
    this.names.set(state, this.states.length);
    return this.states.push(state) - 1;
  }
}
