/** Regular expressions over the letters of an alphabet; a letter is its index there. */
export type RegularExpression =
  /** One letter of these; the empty list matches nothing at all. */
  | { kind: 'letters'; letters: number[] }
  | { kind: 'sequence'; parts: RegularExpression[] }
  | { kind: 'choice'; parts: RegularExpression[] }
  /** `most` is Infinity for unbounded repetition. */
  | { kind: 'repeat'; part: RegularExpression; least: number; most: number };
