/** The labelled transition system of a System: every reachable state, as the reference interpreter has it. */
import type { Interpreter } from '../../../model/interpreter.js';
import type { Occurrence } from '../../../model/transition.js';
import type { Meter } from '../../reach/reference/meter.js';
import { VectorStore } from '../../reach/reference/store.js';
import { arrange, type Lts, TAU, TAU_NAME } from './lts.js';
import type { Visible } from './visibility.js';

export interface Explored {
  lts: Lts;
  /** Some execution ends in a fault; the step that faults is left out. */
  faulted: boolean;
}

/** A transition that shows several visible events is labelled with all of them; '' is an internal step. */
export function labelOf(events: readonly Occurrence[], visible: Visible): string {
  if (events.length === 0) return '';
  const label = [...new Set(events.filter(visible).map((event) => event.text))].join(', ');
  return label === TAU_NAME ? '' : label;
}

/** `alphabet`: labels that are known beforehand, whether or not they occur. */
export async function explore(
  interpreter: Interpreter,
  visible: Visible,
  alphabet: readonly string[],
  meter: Meter,
): Promise<Explored> {
  const store = new VectorStore(interpreter.layout.size);
  const labels = [TAU_NAME];
  const numbers = new Map<string, number>([
    ['', TAU],
    [TAU_NAME, TAU],
  ]);
  const numberOf = (text: string): number => {
    let number = numbers.get(text);
    if (number === undefined) {
      number = labels.push(text) - 1;
      numbers.set(text, number);
    }
    return number;
  };
  for (const name of alphabet) numberOf(name);
  const edges = new EdgeList();
  let faulted = false;

  const starts = interpreter.initialStates().map((state) => identify(store.add(state)));
  for (let from = 0; from < store.size; from++) {
    meter.states = store.size;
    meter.bytes = store.bytes + edges.length * 12;
    await meter.tick();
    const state = store.row(from).slice();
    for (const transition of interpreter.transitions(state)) {
      const { state: next, events, fault } = interpreter.successor(state, transition);
      meter.transitions++;
      if (fault) {
        faulted = true;
        if (fault.code !== 'assertion') continue;
      }
      edges.add(from, numberOf(labelOf(events, visible)), identify(store.add(next)));
    }
  }
  meter.states = store.size;
  let states = store.size;
  let initial = starts[0];
  const distinct = new Set(starts);
  if (distinct.size > 1) {
    // Which of the initial states it is, is decided by an internal step.
    initial = states++;
    for (const start of distinct) edges.add(initial, TAU, start);
  }
  const { from, label, target } = edges.finish();
  return { lts: arrange(states, initial, labels, from, label, target), faulted };
}

const identify = (added: number): number => (added >= 0 ? added : -1 - added);

/** Triples of integers in arrays that grow. */
class EdgeList {
  length = 0;
  private triples = new Int32Array(3 * 1024);

  add(from: number, label: number, target: number): void {
    const at = 3 * this.length++;
    if (at + 3 > this.triples.length) {
      const larger = new Int32Array(this.triples.length * 2);
      larger.set(this.triples);
      this.triples = larger;
    }
    this.triples[at] = from;
    this.triples[at + 1] = label;
    this.triples[at + 2] = target;
  }

  finish(): { from: Int32Array; label: Int32Array; target: Int32Array } {
    const column = (k: number) => Int32Array.from({ length: this.length }, (_, i) => this.triples[3 * i + k]);
    return { from: column(0), label: column(1), target: column(2) };
  }
}
