/** States that can reach each other by internal steps, made one. */
import { components } from '../../reach/reference/graph.js';
import { arrange, type Lts, TAU } from './lts.js';

export interface Contracted {
  /** Without cycles of internal steps; every internal step leads to a state of a smaller number. */
  lts: Lts;
  /** The new number of each old state. */
  of: Int32Array;
  /** 1 for a state that can go on internally for ever without leaving itself. */
  divergent: Uint8Array;
}

export function contract(lts: Lts): Contracted {
  const first: number[] = [0];
  const targets: number[] = [];
  for (let s = 0; s < lts.states; s++) {
    for (let e = lts.first[s]; e < lts.first[s + 1]; e++) {
      if (lts.label[e] === TAU) targets.push(lts.target[e]);
    }
    first.push(targets.length);
  }
  // Tarjan's algorithm numbers a component after all that it leads to: hence the smaller numbers.
  const { of, count } = components({ first, targets });
  const divergent = new Uint8Array(count);
  const from = new Int32Array(lts.label.length);
  const label = new Int32Array(lts.label.length);
  const target = new Int32Array(lts.label.length);
  let kept = 0;
  for (let s = 0; s < lts.states; s++) {
    for (let e = lts.first[s]; e < lts.first[s + 1]; e++) {
      const to = of[lts.target[e]];
      if (lts.label[e] === TAU && to === of[s]) {
        divergent[to] = 1;
        continue;
      }
      from[kept] = of[s];
      label[kept] = lts.label[e];
      target[kept++] = to;
    }
  }
  const cut = (array: Int32Array) => array.subarray(0, kept);
  const contracted = arrange(count, of[lts.initial], lts.labels, cut(from), cut(label), cut(target));
  return { lts: contracted, of, divergent };
}
