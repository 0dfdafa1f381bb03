/**
 * A labelled transition system: states are numbers, transitions lie side by side in typed arrays.
 * Those of state s are numbered from `first[s]` up to `first[s + 1]`. Label 0 is the internal step.
 */
export interface Lts {
  states: number;
  initial: number;
  /** `labels[0]` is the internal step; the others are visible, each once. Some may never occur. */
  labels: readonly string[];
  first: Int32Array;
  label: Int32Array;
  target: Int32Array;
}

export const TAU = 0;
export const TAU_NAME = 'tau';

export interface Edge {
  from: number;
  label: string;
  to: number;
}

export function transitionCount(lts: Lts): number {
  return lts.label.length;
}

/** From a list of transitions; the label `tau` is the internal step. */
export function ltsOf(states: number, initial: number, edges: readonly Edge[]): Lts {
  const labels = [TAU_NAME];
  const numbers = new Map([[TAU_NAME, TAU]]);
  const from = new Int32Array(edges.length);
  const label = new Int32Array(edges.length);
  const target = new Int32Array(edges.length);
  edges.forEach((edge, i) => {
    let number = numbers.get(edge.label);
    if (number === undefined) {
      number = labels.push(edge.label) - 1;
      numbers.set(edge.label, number);
    }
    from[i] = edge.from;
    label[i] = number;
    target[i] = edge.to;
  });
  return arrange(states, initial, labels, from, label, target);
}

/** Transitions in any order, put together by their source. */
export function arrange(
  states: number,
  initial: number,
  labels: readonly string[],
  from: Int32Array,
  label: Int32Array,
  target: Int32Array,
): Lts {
  const first = offsets(states, from);
  const next = first.slice();
  const sorted = { label: new Int32Array(from.length), target: new Int32Array(from.length) };
  for (let i = 0; i < from.length; i++) {
    const at = next[from[i]]++;
    sorted.label[at] = label[i];
    sorted.target[at] = target[i];
  }
  return { states, initial, labels, first, ...sorted };
}

/** Where the entries of each state begin, when there is one entry for each element of `owners`. */
export function offsets(states: number, owners: Int32Array): Int32Array {
  const first = new Int32Array(states + 1);
  for (let i = 0; i < owners.length; i++) first[owners[i] + 1]++;
  for (let s = 0; s < states; s++) first[s + 1] += first[s];
  return first;
}

/** The same transitions seen from their targets. */
export interface Incoming {
  first: Int32Array;
  label: Int32Array;
  source: Int32Array;
}

export function incoming(lts: Lts): Incoming {
  const first = offsets(lts.states, lts.target);
  const next = first.slice();
  const label = new Int32Array(lts.label.length);
  const source = new Int32Array(lts.label.length);
  for (let s = 0; s < lts.states; s++) {
    for (let e = lts.first[s]; e < lts.first[s + 1]; e++) {
      const at = next[lts.target[e]]++;
      label[at] = lts.label[e];
      source[at] = s;
    }
  }
  return { first, label, source };
}

/** Both as they are, over the labels of both. */
export function alignLabels(left: Lts, right: Lts): { left: Lts; right: Lts } {
  const labels = [TAU_NAME, ...new Set([...left.labels.slice(1), ...right.labels.slice(1)])];
  const numbers = new Map(labels.map((name, i) => [name, i]));
  const renamed = (lts: Lts): Lts => {
    const map = lts.labels.map((name) => numbers.get(name)!);
    return { ...lts, labels, label: lts.label.map((label) => map[label]) };
  };
  return { left: renamed(left), right: renamed(right) };
}

/** Side by side, with aligned labels; states of `right` come after those of `left`. Starts where `left` does. */
export function union(left: Lts, right: Lts): Lts {
  const edges = left.label.length;
  const first = new Int32Array(left.states + right.states + 1);
  first.set(left.first);
  for (let s = 0; s <= right.states; s++) first[left.states + s] = edges + right.first[s];
  const label = new Int32Array(edges + right.label.length);
  label.set(left.label);
  label.set(right.label, edges);
  const target = new Int32Array(label.length);
  target.set(left.target);
  for (let e = 0; e < right.target.length; e++) target[edges + e] = left.states + right.target[e];
  return {
    states: left.states + right.states,
    initial: left.initial,
    labels: left.labels,
    first,
    label,
    target,
  };
}

export function* edgesOf(lts: Lts): Generator<Edge> {
  for (let from = 0; from < lts.states; from++) {
    for (let e = lts.first[from]; e < lts.first[from + 1]; e++) {
      yield { from, label: lts.labels[lts.label[e]], to: lts.target[e] };
    }
  }
}
