/**
 * Property patterns, and what they become in the other three notations. The regular expression reads
 * scopes first-Q, the formula and the queries every-Q (see `property.ts`); apart from that they agree,
 * except that the queries of a chain `without Z` denote more than its violations (see `queries.ts`).
 */
import type { IntervalQuery } from '../interval/query.js';
import { isPlainName } from '../interval/words.js';
import { mapPatternEvents, type PatternProperty, patternEvents, showPattern } from './property.js';
import { violationsOf } from './queries.js';
import { regularExpressionOf } from './regular.js';
import { temporalFormulaOf } from './temporal.js';

export { parsePattern } from './parse.js';
export {
  mapPatternEvents,
  type Pattern,
  type PatternProperty,
  patternEvents,
  showPattern,
} from './property.js';

export interface PatternTranslation {
  qre: string;
  ltl: string;
  /** All of them must be impossible. */
  queries: IntervalQuery[];
  /** Whether an execution that a query denotes always violates the pattern; the converse always holds. */
  exactQueries: boolean;
}

export function translatePattern(property: PatternProperty): PatternTranslation {
  const regular = mapPatternEvents(property, plainOrQuoted);
  const sequences = violationsOf(property);
  const name = showPattern(property);
  return {
    qre: regularExpressionOf(regular, patternEvents(regular)),
    ltl: temporalFormulaOf(mapPatternEvents(property, quoted)),
    queries: sequences.map((sequence, i) => ({
      name: sequences.length === 1 ? name : `${name}, way ${i + 1}`,
      fairness: 'nofair',
      sequences: [sequence],
    })),
    exactQueries: !(property.kind === 'response-1-2' && property.Z !== undefined),
  };
}

const plainOrQuoted = (name: string): string => (isPlainName(name) ? name : quoted(name));

/** In LTL a bare name could also be a variable or an operator; a quoted one is always an event. */
const quoted = (name: string): string => `"${name}"`;
