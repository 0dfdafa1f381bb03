/**
 * From keys back to a run: every step is looked for among those that the reference interpreter knows,
 * so a run that comes out of here is an execution.
 */
import type { Run, Transition } from '../../../model/transition.js';
import { type Product, type Successor, stepsOf } from '../reference/product.js';
import type { Machine } from './machine.js';

export class Retracer {
  constructor(
    private readonly machine: Machine,
    private readonly product: Product,
  ) {}

  /** The node of the product that a key stands for. */
  node(key: bigint): Int32Array {
    const { state, observed } = this.machine.unpack(key);
    const node = new Int32Array(this.product.width);
    node.set(state);
    node[node.length - 1] = this.machine.scene.observation?.stateOf(observed) ?? 0;
    return node;
  }

  /** The run through these states. Staying as it is, at the end of an execution, is no step. */
  run(keys: readonly bigint[]): Run {
    const steps: Transition[] = [];
    for (let i = 1; i < keys.length; i++) steps.push(...stepsOf(this.step(keys[i - 1], keys[i])));
    return { initial: this.initialOf(keys[0]), steps };
  }

  /** The interpreter's way from one state to the next, with just these movers where they are given. */
  step(from: bigint, to: bigint, movers?: bigint): Successor {
    const target = this.node(to);
    const found = this.product
      .successors(this.node(from))
      .find(
        ({ node, fault, transition }) =>
          (!fault || fault.code === 'assertion') &&
          same(node, target) &&
          (movers === undefined || moversOf(transition) === movers),
      );
    if (!found) throw new Error('the compiled search took a step that the interpreter does not know');
    return found;
  }

  private initialOf(key: bigint): number {
    const node = this.node(key);
    const found = this.product.initial().find((start) => same(start.node, node));
    if (!found) throw new Error('the compiled search started in a state that is not initial');
    return found.system;
  }
}

const moversOf = (transition?: Transition): bigint =>
  (transition?.participants ?? []).reduce((set, { process }) => set | (1n << BigInt(process)), 0n);

const same = (a: Int32Array, b: Int32Array): boolean => a.every((value, i) => value === b[i]);
