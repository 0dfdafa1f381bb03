/** Interval queries: reading them in either notation, printing them, and what they become. */
import type { Reading } from '../../model/diagnostic.js';
import type { SourceText } from '../../model/source.js';
import { Complaints, type Extent } from './complaints.js';
import { readDefquery } from './defquery.js';
import type { IntervalQuery } from './query.js';
import { readSentence } from './sentence.js';

export { mapQueryEvents, queryAtoms } from './events.js';
export { matchesQuery } from './match.js';
export { observersOfQuery } from './observer.js';
export { showEvent, showQuery } from './show.js';

/** A query in INCA's notation (it starts with a parenthesis) or as a sentence. */
export function parseIntervalQuery(source: SourceText, range?: Extent): Reading<IntervalQuery> {
  const whole = range ?? { start: 0, end: source.text.length };
  const complaints = new Complaints(source);
  const read = startsWithParenthesis(source.text, whole) ? readDefquery : readSentence;
  return complaints.reading(read(source, whole, complaints));
}

/** Looks past spaces and Lisp comments. */
function startsWithParenthesis(text: string, range: Extent): boolean {
  for (let at = range.start; at < range.end; at++) {
    if (text[at] === ';') {
      const line = text.indexOf('\n', at);
      if (line < 0) return false;
      at = line;
    } else if (!/\s|\ufeff/.test(text[at])) {
      return text[at] === '(';
    }
  }
  return false;
}
