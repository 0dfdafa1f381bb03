/** Labels as conjunctions of literals, and when a set of them covers another. */

export interface Label {
  positive: number;
  negative: number;
}

/** Every letter that the narrow label allows is allowed by the wide one. */
export function within(narrow: Label, wide: Label): boolean {
  return (
    (narrow.positive & wide.positive) === wide.positive && (narrow.negative & wide.negative) === wide.negative
  );
}

function disjoint(a: Label, b: Label): boolean {
  return (a.positive & b.negative) !== 0 || (a.negative & b.positive) !== 0;
}

/** Case distinctions after which the answer is given up as `false`. */
const MOST_CASES = 256;

/** Every letter of the label is allowed by one of the others. `true` is certain; `false` may be given up. */
export function covered(label: Label, others: readonly Label[]): boolean {
  let cases = 0;
  const check = (part: Label, candidates: readonly Label[]): boolean => {
    if (candidates.some((candidate) => within(part, candidate))) return true;
    const meeting = candidates.filter((candidate) => !disjoint(part, candidate));
    if (meeting.length < 2 || ++cases > MOST_CASES) return false;
    const open = (meeting[0].positive | meeting[0].negative) & ~(part.positive | part.negative);
    const bit = open & -open;
    return (
      check({ positive: part.positive | bit, negative: part.negative }, meeting) &&
      check({ positive: part.positive, negative: part.negative | bit }, meeting)
    );
  };
  return check(label, others);
}

/** Two labels that differ in the sign of one atom only are one label without that atom. */
export function joined(a: Label, b: Label): Label | undefined {
  const positive = a.positive ^ b.positive;
  if (positive !== (a.negative ^ b.negative) || positive === 0 || (positive & (positive - 1)) !== 0)
    return undefined;
  return { positive: a.positive & ~positive, negative: a.negative & ~positive };
}
