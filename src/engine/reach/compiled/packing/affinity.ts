/**
 * What belongs together in the states that were seen. Parts of a state that tell much about one another
 * should share a branch of the tree: there are then fewer combinations in each branch, and fewer nodes. How
 * much two parts tell is measured on a sample: the information they have in common, less what two parts
 * that have nothing to do with one another would seem to have in a sample of that size.
 */

/** Counting all pairs of parts in the whole sample must not take longer than it saves. */
const MOST_COUNTED = 3_000_000;
const LEAST_SAMPLED = 256;
const MOST_PARTS = 128;

/** The parts in an order in which those stand near one another that belong together, if that can be said. */
export function orderedByAffinity(
  parts: readonly (readonly number[])[],
  states: readonly Int32Array[],
): number[][] | undefined {
  const many = Math.max(LEAST_SAMPLED, Math.floor(MOST_COUNTED / (parts.length * parts.length + 1)));
  const stride = Math.max(1, states.length / many);
  const sample = Array.from(
    { length: Math.floor(states.length / stride) },
    (_, i) => states[Math.floor(i * stride)],
  );
  if (sample.length < LEAST_SAMPLED || parts.length > MOST_PARTS) return undefined;
  const values = parts.map((part) => numbered(part, sample));
  return clustered(values).map((part) => [...parts[part]]);
}

/** What a part has in the states of a sample: the number of one of the combinations of values that were seen. */
interface Numbered {
  of: Int32Array;
  /** How many combinations there are. */
  many: number;
}

/** One cell after the other: the combination so far and the value of the next cell make the next combination. */
function numbered(part: readonly number[], sample: readonly Int32Array[]): Numbered {
  const of = new Int32Array(sample.length);
  let many = 1;
  for (const cell of part) {
    const [low, high] = extremes(cell, sample);
    if (low === high) continue;
    const numbers = numbering((high - low + 1) * many);
    for (let i = 0; i < of.length; i++) of[i] = numbers.of((sample[i][cell] - low) * many + of[i]);
    many = numbers.many;
  }
  return { of, many };
}

/** The least and the greatest value of a cell. */
export function extremes(cell: number, states: readonly Int32Array[]): [low: number, high: number] {
  let [low, high] = [states[0][cell], states[0][cell]];
  for (const state of states) {
    if (state[cell] < low) low = state[cell];
    else if (state[cell] > high) high = state[cell];
  }
  return [low, high];
}

/** So many values are looked up in a table. */
const MOST_IN_TABLE = 1 << 15;

/** Numbers for values below a bound, in the order in which they are met. */
function numbering(bound: number): { of(value: number): number; many: number } {
  if (bound > MOST_IN_TABLE) {
    const numbers = new Map<number, number>();
    return {
      many: 0,
      of(value) {
        const known = numbers.get(value);
        if (known !== undefined) return known;
        numbers.set(value, this.many);
        return this.many++;
      },
    };
  }
  const numbers = new Int32Array(bound);
  return {
    many: 0,
    of(value) {
      if (numbers[value] === 0) numbers[value] = ++this.many;
      return numbers[value] - 1;
    },
  };
}

/** Joins what has most in common, again and again; each joint keeps the nearer ends beside one another. */
function clustered(values: readonly Numbered[]): number[] {
  const constant = { of: new Int32Array(values[0]?.of.length ?? 0), many: 1 };
  const entropies = values.map((value) => entropyOfBoth(value, constant, 0));
  const affinity = values.map((a, i) =>
    values.map((b, j) => {
      if (j >= i || entropies[i] === 0 || entropies[j] === 0) return 0;
      return entropyOfBoth(a, b, b.of.length >> 1) - entropyOfBoth(a, b, 0);
    }),
  );
  const between = (i: number, j: number): number => affinity[Math.max(i, j)][Math.min(i, j)];
  let clusters = values.map((_, i) => [i]);
  while (clusters.length > 1) {
    let [best, first, second] = [Number.NEGATIVE_INFINITY, 0, 1];
    clusters.forEach((a, i) => {
      for (let j = i + 1; j < clusters.length; j++) {
        let sum = 0;
        for (const x of a) for (const y of clusters[j]) sum += between(x, y);
        const mean = sum / (a.length * clusters[j].length);
        if (mean > best) [best, first, second] = [mean, i, j];
      }
    });
    const joint = joined(clusters[first], clusters[second], between);
    clusters = [...clusters.filter((_, i) => i !== first && i !== second), joint];
  }
  return clusters[0] ?? [];
}

function joined(a: number[], b: number[], between: (i: number, j: number) => number): number[] {
  const ends: [number, number[], number[]][] = [
    [between(a[a.length - 1], b[0]), a, b],
    [between(a[a.length - 1], b[b.length - 1]), a, [...b].reverse()],
    [between(a[0], b[0]), [...a].reverse(), b],
    [between(a[0], b[b.length - 1]), b, a],
  ];
  const [, left, right] = ends.reduce((best, one) => (one[0] > best[0] ? one : best));
  return [...left, ...right];
}

/** Of the pairs of values of one state, or, with a shift, of states that have nothing to do with one another. */
function entropyOfBoth(a: Numbered, b: Numbered, shift: number): number {
  const { length } = a.of;
  const pair = (i: number): number =>
    a.of[i] * b.many + b.of[i + shift < length ? i + shift : i + shift - length];
  let sum = 0;
  const add = (count: number): void => {
    if (count > 0) sum -= (count / length) * Math.log2(count / length);
  };
  if (a.many * b.many <= MOST_IN_TABLE) {
    const counts = new Int32Array(a.many * b.many);
    for (let i = 0; i < length; i++) counts[pair(i)]++;
    counts.forEach(add);
  } else {
    const counts = new Map<number, number>();
    for (let i = 0; i < length; i++) counts.set(pair(i), (counts.get(pair(i)) ?? 0) + 1);
    counts.forEach(add);
  }
  return sum;
}
