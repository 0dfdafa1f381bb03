/**
 * Can a system do these visible actions in this order? Asked of the reference interpreter itself, not of
 * anything derived from it: the judge of every trace that is said to tell two systems apart.
 */
import type { Interpreter } from '../../../model/interpreter.js';
import type { Run, Transition } from '../../../model/transition.js';
import type { Meter } from '../../reach/reference/meter.js';
import { VectorStore } from '../../reach/reference/store.js';
import { labelOf } from './explore.js';
import type { Visible } from './visibility.js';

export type Following =
  | { possible: true; run: Run }
  /** So many of the actions can be done at most; then only those offered are possible. */
  | { possible: false; reached: number; offered: string[] };

export interface Goal {
  /** After the word: no internal step, and none of these possible. */
  refusing?: readonly string[];
  /**
   * The system is known to be confluent and free of divergence: an internal step that is possible gets in
   * nobody's way, so that it may be taken at once, and nothing else need be tried.
   */
  confluent?: boolean;
}

/** The run is a shortest one, internal steps counted, unless internal steps are taken at once. */
export async function follow(
  interpreter: Interpreter,
  visible: Visible,
  word: readonly string[],
  goal: Goal,
  meter: Meter,
): Promise<Following> {
  const width = interpreter.layout.size;
  const store = new VectorStore(width + 1);
  const parents: number[] = [];
  const taken: (Transition | number)[] = [];
  const add = (state: Int32Array, done: number, parent: number, how: Transition | number): void => {
    const node = new Int32Array(width + 1);
    node.set(state);
    node[width] = done;
    if (store.add(node) < 0) return;
    parents.push(parent);
    taken.push(how);
  };
  const runTo = (node: number): Run => {
    const steps: Transition[] = [];
    let at = node;
    for (; parents[at] >= 0; at = parents[at]) steps.push(taken[at] as Transition);
    return { initial: taken[at] as number, steps: steps.reverse() };
  };
  let reached = 0;
  let offered = new Set<string>();
  interpreter.initialStates().forEach((state, i) => {
    add(state, 0, -1, i);
  });
  for (let node = 0; node < store.size; node++) {
    meter.states = store.size;
    meter.bytes = store.bytes + store.size * 64;
    await meter.tick();
    const row = store.row(node).slice();
    const [state, done] = [row.subarray(0, width), row[width]];
    if (done === word.length && goal.refusing === undefined) return { possible: true, run: runTo(node) };
    if (done > reached) {
      reached = done;
      offered = new Set();
    }
    const labels = new Set<string>();
    const steps = interpreter.transitions(state).flatMap((transition) => {
      const { state: next, events, fault } = interpreter.successor(state, transition);
      if (fault && fault.code !== 'assertion') return [];
      return [{ transition, next, label: labelOf(events, visible) }];
    });
    const only = goal.confluent ? steps.find(({ label }) => label === '') : undefined;
    for (const { transition, next, label } of only ? [only] : steps) {
      labels.add(label);
      if (label === '') add(next, done, node, transition);
      else if (label === word[done]) add(next, done + 1, node, transition);
    }
    if (done === word.length && !labels.has('') && !goal.refusing?.some((label) => labels.has(label))) {
      return { possible: true, run: runTo(node) };
    }
    labels.delete('');
    if (done === reached) for (const label of labels) offered.add(label);
  }
  return { possible: false, reached, offered: [...offered].sort() };
}
