/**
 * The graph that is searched: states of the system paired with the state of an observer, as one
 * vector with the observer's state last (0 where there is no observer).
 *
 * A state inside an atomic sequence, where the process goes on alone, is passed through and is no node:
 * the edges of the graph go from where others may move to where they may move again. The observer reads
 * every single step on the way. Where it looks for what repeats for ever, a state in which it accepts is
 * a node all the same, so that no cycle through such a state is missed.
 */
import type { Fault } from '../../../model/evaluate.js';
import type { Interpreter } from '../../../model/interpreter.js';
import type { Step } from '../../../model/system.js';
import type { Occurrence, Transition } from '../../../model/transition.js';
import { LetterReader } from '../../../property/letter.js';
import type { Observer } from '../../../property/observer.js';
import { LimitReached } from './meter.js';

export interface Successor {
  node: Int32Array;
  /** The last step on the way. Absent where a finished execution stays as it is for ever. */
  transition?: Transition;
  /** The state inside an atomic sequence that the last step was taken from. */
  after?: Successor;
  /** Of the last step. */
  events: Occurrence[];
  fault?: Fault;
}

/** All steps on the way to a successor. */
export function stepsOf(successor: Successor | undefined): Transition[] {
  const steps: Transition[] = [];
  for (let at = successor; at; at = at.after) if (at.transition) steps.push(at.transition);
  return steps.reverse();
}

/** `stored`: states inside atomic sequences are nodes like all others. */
export type AtomicStates = 'passed' | 'stored';

const MOST_PASSED = 1 << 20;

export class Product {
  readonly width: number;
  /** Set when some execution ended in a fault: answers about what comes after it say so. */
  faulted = false;
  /** The steps that were ever taken. */
  readonly taken = new Set<Step>();
  private readonly reader: LetterReader;

  constructor(
    readonly interpreter: Interpreter,
    readonly observer?: Observer,
    private readonly atomic: AtomicStates = 'passed',
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
   * All ways on from a node; `passed` takes the states inside atomic sequences on the way. A step that
   * faults leads nowhere unless it is a failed assertion, which the program could survive; it is listed
   * all the same.
   */
  successors(node: Int32Array, passed: Successor[] = []): Successor[] {
    const found: Successor[] = [];
    const seen = new Set<string>();
    const work: Successor[] = [];
    const follow = (from: Int32Array, after?: Successor): void => {
      for (const step of this.stepsFrom(from)) {
        const next = after ? { ...step, after } : step;
        if (endsHere(next) || !this.isInside(next.node)) {
          found.push(next);
          continue;
        }
        const known = seen.has(next.node.join());
        // An assertion that fails on another way to the same state is not to be missed.
        if (known && !next.fault) continue;
        seen.add(next.node.join());
        if (known || !this.isStored(next.node)) passed.push(next);
        else found.push(next);
        if (!known && !this.isStored(next.node)) work.push(next);
      }
    };
    follow(node);
    for (let next = work.pop(); next; next = work.pop()) {
      if (seen.size > MOST_PASSED)
        throw new LimitReached('memory', `an atomic sequence of more than ${MOST_PASSED} states`);
      follow(next.node, next);
    }
    return found;
  }

  /** Is this a state in the middle of an atomic sequence? */
  isInside(node: Int32Array): boolean {
    return node[this.interpreter.layout.exclusive] !== 0;
  }

  private isStored(node: Int32Array): boolean {
    if (this.atomic === 'stored') return true;
    return this.observer?.acceptance === 'infinite' && this.observer.accepting(this.observerState(node));
  }

  /** Single steps. */
  private stepsFrom(node: Int32Array): Successor[] {
    const state = this.systemState(node).slice();
    const transitions = this.interpreter.transitions(state);
    const found: Successor[] = [];
    for (const transition of transitions) {
      const { state: next, events, fault, taken } = this.interpreter.successor(state, transition);
      for (const step of taken) this.taken.add(step);
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

/** After a fault other than a failed assertion there is no state to go on from. */
export function endsHere(successor: Successor): boolean {
  return successor.fault !== undefined && successor.fault.code !== 'assertion';
}
