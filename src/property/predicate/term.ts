/** What predicates and formulas are before names have a meaning: terms, with their place in the text. */

export type Term = {
  start: number;
  end: number;
  /** Longest way down; bounded by the reader, so that everything after it may recurse. */
  depth: number;
  /** Stands in parentheses of its own. */
  grouped?: boolean;
} & (
  | { kind: 'number'; value: number }
  | { kind: 'truth'; value: boolean }
  /** A name with the parts that dots join to it. */
  | { kind: 'name'; name: string; quoted: boolean }
  | { kind: 'index'; base: Term; index: Term }
  | { kind: 'field'; base: Term; name: string }
  | { kind: 'call'; name: string; quoted: boolean; arguments: Argument[] }
  /** `process:variable`; the process is a name, or a name with an index. */
  | { kind: 'remote'; process: Term; variable: Term }
  | { kind: 'location'; process: Term; location: string; locationStart: number }
  | { kind: 'unary'; operator: UnarySign; operand: Term }
  | { kind: 'binary'; operator: BinarySign; left: Term; right: Term }
  | { kind: 'conditional'; test: Term; whenTrue: Term; whenFalse: Term }
);

/** An argument of a call: of an event it may be a pattern, of `len` and the like it is a term. */
export type Argument =
  | { kind: 'any'; start: number; end: number }
  | { kind: 'range'; low: number; high: number; start: number; end: number }
  | { kind: 'term'; term: Term; start: number; end: number };

type TemporalUnary = '[]' | '<>' | 'X';
type TemporalBinary = 'U' | 'V' | 'W';
export type UnarySign = '!' | '-' | '~' | TemporalUnary;
// biome-ignore format: a table
export type BinarySign =
  | '*' | '/' | '%' | '+' | '-' | '<<' | '>>' | '<' | '<=' | '>' | '>=' | '==' | '!=' | '&' | '^' | '|'
  | '&&' | '||' | '->' | '<->' | TemporalBinary;

export const isTemporal = (sign: UnarySign | BinarySign): boolean =>
  sign === '[]' || sign === '<>' || sign === 'X' || sign === 'U' || sign === 'V' || sign === 'W';
