/**
 * The graph that is searched: states of the system paired with the state of an observer, as one
 * vector with the observer's state last (0 where there is no observer).
 */
import type { Fault } from '../../../model/evaluate.js';
import type { Interpreter } from '../../../model/interpreter.js';
import type { Occurrence, Transition } from '../../../model/transition.js';
import { LetterReader } from '../../../property/letter.js';
import type { Observer } from '../../../property/observer.js';

export interface Successor {
  node: Int32Array;
  /** Absent where a finished execution stays as it is for ever. */
  transition?: Transition;
  events: Occurrence[];
  fault?: Fault;
}

export class Product {
  readonly width: number;
  /** Set when some execution ended in a fault: answers about what comes after it say so. */
  faulted = false;
  private readonly reader: LetterReader;

  constructor(
    readonly interpreter: Interpreter,
    readonly observer?: Observer,
  ) {
    this.width = interpreter.layout.size + 1;
    this.reader = new LetterReader(interpreter, observer?.atoms ?? []);
  }

  initial(): { node: Int32Array; system: number }[] {
    const observed = this.observer?.initial ?? [0];
    return this.interpreter
      .initialStates()
      .flatMap((state, system) => observed.map((o) => ({ node: this.pair(state, o), system })));
  }

  systemState(node: Int32Array): Int32Array {
    return node.subarray(0, this.width - 1);
  }

  observerState(node: Int32Array): number {
    return node[this.width - 1];
  }

  /**
   * All steps from a node. A step that faults leads nowhere unless it is a failed assertion, which the
   * program could survive; it is listed all the same.
   */
  successors(node: Int32Array): Successor[] {
    const state = this.systemState(node).slice();
    const transitions = this.interpreter.transitions(state);
    const found: Successor[] = [];
    for (const transition of transitions) {
      const { state: next, events, fault } = this.interpreter.successor(state, transition);
      if (fault) this.faulted = true;
      for (const o of this.observe(node, state, events)) {
        found.push({ node: this.pair(next, o), transition, events, fault });
      }
    }
    if (transitions.length === 0 && this.observer?.acceptance === 'infinite' && !this.observer.endless) {
      for (const o of this.observe(node, state, [])) found.push({ node: this.pair(state, o), events: [] });
    }
    return found;
  }

  /** Nothing can happen any more. */
  isStuck(node: Int32Array): boolean {
    return this.interpreter.transitions(this.systemState(node).slice()).length === 0;
  }

  private observe(node: Int32Array, state: Int32Array, events: Occurrence[]): readonly number[] {
    if (!this.observer) return NO_OBSERVER;
    return this.observer.successors(this.observerState(node), this.reader.letter(state, events));
  }

  private pair(state: Int32Array, observed: number): Int32Array {
    const node = new Int32Array(this.width);
    node.set(state);
    node[this.width - 1] = observed;
    return node;
  }
}

const NO_OBSERVER = [0];
