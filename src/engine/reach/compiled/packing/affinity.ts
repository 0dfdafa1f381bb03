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
function extremes(cell: number, states: readonly Int32Array[]): [low: number, high: number] {
  let low = states[0]?.[cell] ?? 0;
  let high = low;
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
  const states = values[0]?.of.length ?? 0;
  const most = Math.max(0, ...values.map(({ many }) => many));
  const measure = new Entropy(states, most * most);
  const affinity = values.map((a, i) =>
    values.map((b, j) => {
      if (j >= i || a.many === 1 || b.many === 1) return 0;
      return measure.ofBoth(a, b, states >> 1) - measure.ofBoth(a, b, 0);
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

/** So many combinations of two parts are counted in a table. */
const MOST_COMBINATIONS = 1 << 20;

/** Measures what is in a sample of so many states. */
class Entropy {
  private readonly counts: Int32Array;
  /** What a combination adds that occurs so often. */
  private readonly shares: Float64Array;

  constructor(
    private readonly states: number,
    most: number,
  ) {
    this.counts = new Int32Array(Math.min(most, MOST_COMBINATIONS));
    this.shares = Float64Array.from({ length: states + 1 }, (_, count) =>
      count === 0 ? 0 : -(count / states) * Math.log2(count / states),
    );
  }

  /** Of the pairs of values of one state, or, with a shift, of states that have nothing to do with one another. */
  ofBoth(a: Numbered, b: Numbered, shift: number): number {
    const { states, counts, shares } = this;
    if (a.many * b.many > counts.length) return this.ofMany(a, b, shift);
    for (let i = 0, j = shift; i < states; i++, j = j + 1 === states ? 0 : j + 1)
      counts[a.of[i] * b.many + b.of[j]]++;
    let sum = 0;
    for (let i = 0, j = shift; i < states; i++, j = j + 1 === states ? 0 : j + 1) {
      const pair = a.of[i] * b.many + b.of[j];
      sum += shares[counts[pair]];
      counts[pair] = 0;
    }
    return sum;
  }

  private ofMany(a: Numbered, b: Numbered, shift: number): number {
    const counts = new Map<number, number>();
    a.of.forEach((number, i) => {
      const pair = number * b.many + b.of[(i + shift) % this.states];
      counts.set(pair, (counts.get(pair) ?? 0) + 1);
    });
    let sum = 0;
    for (const count of counts.values()) sum += this.shares[count];
    return sum;
  }
}

/** How much each cell holds in these states, in bits. */
export function entropies(cells: number, states: readonly Int32Array[]): number[] {
  const measure = new Entropy(states.length, states.length);
  const nothing = { of: new Int32Array(states.length), many: 1 };
  return Array.from({ length: cells }, (_, cell) => {
    const values = numbered([cell], states);
    return values.many === 1 ? 0 : measure.ofBoth(values, nothing, 0);
  });
}
