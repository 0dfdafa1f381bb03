/**
 * From keys back to a run: every step is looked for among those that the reference interpreter knows,
 * so a run that comes out of here is an execution.
 */
import { getHeapStatistics } from 'node:v8';
import type { Run, Transition } from '../../../model/transition.js';
import { LimitReached } from '../reference/meter.js';
import { type Product, type Successor, stepsOf } from '../reference/product.js';
import { exchanged } from '../symmetry/exchange.js';
import type { Machine } from './machine.js';

/** What a step of a run takes, with the key it was found by. */
const BYTES_A_STEP = 400;

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
    return this.follow(keys).run;
  }

  /** The same, and the node of the product where it ends. */
  follow(keys: readonly bigint[]): { run: Run; end: Int32Array } {
    if (keys.length * BYTES_A_STEP > getHeapStatistics().heap_size_limit)
      throw new LimitReached('memory', `an execution of ${keys.length - 1} steps, too long to be replayed`);
    const initial = this.initialOf(keys[0]);
    if (this.machine.scene.liberties.exchangeable) return this.followExchanged(keys, initial);
    const steps: Transition[] = [];
    for (let i = 1; i < keys.length; i++) steps.push(...stepsOf(this.step(keys[i - 1], keys[i])));
    return { run: { initial, steps }, end: this.node(keys[keys.length - 1]) };
  }

  /**
   * Where processes were exchanged on the way, the states of the keys are not those of an execution. The execution
   * makes the step that was made, by whoever is that process in it.
   */
  private followExchanged(keys: readonly bigint[], initial: number): { run: Run; end: Int32Array } {
    const { machine, product } = this;
    const { exchangeable = [] } = machine.scene.liberties;
    const steps: Transition[] = [];
    let end = this.node(keys[0]);
    /** For each member of each group in the state of the key, who it is in the execution. */
    let really = exchangeable.map(({ members }) => members.map((_, member) => member));
    for (let i = 1; i < keys.length; i++) {
      const from = end;
      const real = (node: Int32Array): Int32Array =>
        exchangeable.reduce((state, group, g) => exchanged(state, group, really[g]), node);
      const found = product.successors(this.node(keys[i - 1])).flatMap(({ node, fault }) => {
        if (fault && fault.code !== 'assertion') return [];
        const { key, became } = machine.normal(machine.pack(product.systemState(node), 0));
        return key === keys[i] ? [{ node, became }] : [];
      })[0];
      const next = found && this.between(from, real(found.node));
      if (!next) throw new Error('the compiled search took a step that the interpreter does not know');
      steps.push(...stepsOf(next));
      end = next.node;
      really = found.became.map((became, g) => {
        const after: number[] = [];
        became.forEach((place, member) => {
          after[place] = really[g][member];
        });
        return after;
      });
    }
    return { run: { initial, steps }, end };
  }

  /** The interpreter's way from one state to the next, with just these movers where they are given. */
  step(from: bigint, to: bigint, movers?: bigint): Successor {
    const found = this.between(this.node(from), this.node(to), movers);
    if (!found) throw new Error('the compiled search took a step that the interpreter does not know');
    return found;
  }

  private between(from: Int32Array, to: Int32Array, movers?: bigint): Successor | undefined {
    return this.product
      .successors(from)
      .find(
        ({ node, fault, transition }) =>
          (!fault || fault.code === 'assertion') &&
          same(node, to) &&
          (movers === undefined || moversOf(transition) === movers),
      );
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
