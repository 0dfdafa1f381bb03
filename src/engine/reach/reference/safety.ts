/** What a search looks for when one state or one step is enough to see the violation. */
import type { Interpreter } from '../../../model/interpreter.js';
import type { Run } from '../../../model/transition.js';
import type { Ask } from '../../../property/question.js';
import type { Product, Successor } from './product.js';

export interface Violation {
  run: Run;
  reason: string;
}

/** Each gives the reason, or undefined where nothing is wrong. */
export interface ViolationTest {
  node(node: Int32Array, stuck: boolean): string | undefined;
  step(successor: Successor): string | undefined;
}

/** The first thing wrong in the states inside atomic sequences, where nothing can be stuck. */
export function wrongOnTheWay(
  test: ViolationTest,
  passed: Successor[],
): { at: Successor; reason: string } | undefined {
  for (const at of passed) {
    const reason = test.step(at) ?? test.node(at.node, false);
    if (reason) return { at, reason };
  }
  return undefined;
}

const nothing = (): undefined => undefined;

export function violationTest(product: Product, ask: Ask): ViolationTest {
  const { interpreter } = product;
  switch (ask.kind) {
    case 'deadlock-free':
    case 'terminates':
      return {
        node: (node, stuck) => (stuck ? deadlockReason(product, node) : undefined),
        step: nothing,
      };
    case 'assertions':
      return {
        node: (node) => errorLocation(interpreter, product.systemState(node), ask.observer),
        step: (successor) => (ask.observer === undefined ? successor.fault?.message : undefined),
      };
    case 'invariant':
      return {
        node: (node) => {
          const state = product.systemState(node);
          return interpreter.holds(ask.predicate, state) ? undefined : 'the invariant is false in this state';
        },
        step: nothing,
      };
    case 'order': {
      const { observer } = product;
      if (observer?.acceptance !== 'finite') throw new Error('this observer needs a search for cycles');
      return {
        node: (node, stuck) => {
          const observed = product.observerState(node);
          if (observer.bad(observed)) return 'this order of events is not allowed';
          // Without a way for the observer to go on there is none for the product.
          if (!stuck || !observer.badAtEnd(observed) || !product.isStuck(node)) return undefined;
          const ended = interpreter.unfinished(product.systemState(node)).length === 0;
          return ended
            ? 'the execution ends here, and its events are not a complete allowed sequence'
            : undefined;
        },
        step: nothing,
      };
    }
    case 'progress':
      throw new Error('progress is not a question about single states');
  }
}

function deadlockReason(product: Product, node: Int32Array): string | undefined {
  const state = product.systemState(node);
  const unfinished = product.interpreter.unfinished(state).length;
  if (unfinished === 0) return undefined;
  const living = product.interpreter.living(state).length;
  const who =
    unfinished === living
      ? living === 1
        ? 'the process'
        : `all ${living} processes`
      : `${unfinished} of ${living} processes`;
  return `deadlock: ${who} can never go on`;
}

function errorLocation(interpreter: Interpreter, state: Int32Array, observer?: string): string | undefined {
  for (const process of interpreter.living(state)) {
    const type = interpreter.typeOf(state, process);
    if (observer !== undefined && type.observes !== observer) continue;
    // A question without observer is about the program; each watching process has its own question.
    if (observer === undefined && type.observes !== undefined) continue;
    if (!type.locations[interpreter.locationOf(state, process)].marks?.includes('error')) continue;
    return observer === undefined
      ? `${interpreter.system.instances[process]?.name ?? type.name} reaches ERROR`
      : `${observer} is violated`;
  }
  return undefined;
}
