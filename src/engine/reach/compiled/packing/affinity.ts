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

/** For each state which of the combinations of values it has that the part was seen to have. */
function numbered(part: readonly number[], sample: readonly Int32Array[]): Int32Array {
  const numbers = new Map<string, number>();
  return Int32Array.from(sample, (state) => {
    const value = part.map((cell) => state[cell]).join();
    const number = numbers.get(value) ?? numbers.size;
    numbers.set(value, number);
    return number;
  });
}

/** Joins what has most in common, again and again; each joint keeps the nearer ends beside one another. */
function clustered(values: readonly Int32Array[]): number[] {
  const entropies = values.map((value) => entropy(value));
  const affinity = values.map((a, i) =>
    values.map((b, j) => {
      if (j >= i || entropies[i] === 0 || entropies[j] === 0) return 0;
      return entropyOfBoth(a, b, b.length >> 1) - entropyOfBoth(a, b, 0);
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

const entropy = (values: Int32Array): number =>
  ofCounts(countsOf(values, (i) => values[i]).values(), values.length);

/** Of the pairs of values of one state, or, with a shift, of states that have nothing to do with one another. */
function entropyOfBoth(a: Int32Array, b: Int32Array, shift: number): number {
  const { length } = a;
  const counts = countsOf(a, (i) => a[i] * length + b[(i + shift) % length]);
  return ofCounts(counts.values(), length);
}

function countsOf(values: Int32Array, of: (index: number) => number): Map<number, number> {
  const counts = new Map<number, number>();
  for (let i = 0; i < values.length; i++) counts.set(of(i), (counts.get(of(i)) ?? 0) + 1);
  return counts;
}

function ofCounts(counts: Iterable<number>, all: number): number {
  let sum = 0;
  for (const count of counts) sum -= (count / all) * Math.log2(count / all);
  return sum;
}
