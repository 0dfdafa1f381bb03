/**
 * Quantified regular expressions, in the notation of FLAVERS:
 *
 *     for events { valid, invalid, transaction }
 *     show all executions satisfy invalid*; (valid; transaction)?
 *
 * `;` is sequence, `|` choice, and after an expression `*`, `+`, `?` and `^3` repeat it; postfixes bind
 * most, then `;`, then `|`. The sets of events are those of `letters.ts`.
 */
import type { Reading } from '../../model/diagnostic.js';
import type { SourceText, Span } from '../../model/source.js';
import { withoutComments } from '../comment.js';
import { Cursor, DEEPEST_NESTING, reading, type TextRange } from '../cursor.js';
import type { RegularExpression } from './expression.js';
import { alphabetOf, LetterTable, readNames } from './letters.js';

export type Quantifier = 'all' | 'no';

export interface Qre {
  alphabet: string[];
  /** Where each event of the alphabet is listed. */
  spans: Span[];
  quantifier: Quantifier;
  expression: RegularExpression;
  span: Span;
}

/** No automaton of a reasonable size repeats a thing more often than this. */
const MOST_REPETITIONS = 100_000;

export function parseQre(source: SourceText, range?: TextRange): Reading<Qre> {
  const plain = withoutComments(source);
  if (!plain.ok) return plain;
  const cursor = new Cursor(plain.value, range);
  return reading(cursor, () => readQre(cursor));
}

/** Reads from where the cursor stands, for texts that have a regular expression in them. */
export function readQre(cursor: Cursor): Qre {
  cursor.blank();
  const start = cursor.position;
  cursor.expectWord('for', 'at the start');
  cursor.expectWord('events', 'after "for"');
  cursor.expect('{', 'before the alphabet');
  const alphabet = alphabetOf(cursor, readNames(cursor, 'in the alphabet'));
  cursor.expect('}', 'after the alphabet');
  const quantifier = readQuantifier(cursor);
  cursor.expectWord('satisfy', 'after "executions"');
  const expression = new ExpressionReader(cursor, alphabet.names).choice();
  const span = cursor.span(start, cursor.position);
  return { alphabet: alphabet.names, spans: alphabet.spans, quantifier, expression: expression.value, span };
}

/** `show all executions`, `show no executions`. */
export function readQuantifier(cursor: Cursor): Quantifier {
  cursor.expectWord('show', 'after the alphabet');
  const quantifier = cursor.takeWord('all') ? 'all' : cursor.takeWord('no') ? 'no' : undefined;
  if (quantifier === undefined) cursor.expected('"all" or "no"', 'after "show"');
  cursor.expectWord('executions', `after "${quantifier}"`);
  return quantifier;
}

/** Carries the height of the tree along: postfixes nest without brackets. */
interface Measured {
  value: RegularExpression;
  height: number;
}

class ExpressionReader {
  private readonly letters: LetterTable;

  constructor(
    private readonly cursor: Cursor,
    alphabet: readonly string[],
  ) {
    this.letters = new LetterTable(cursor, alphabet);
  }

  /** Choices of sequences in one loop: what nests should cost few frames of the stack. */
  choice(): Measured {
    const { cursor } = this;
    const options: Measured[] = [];
    do {
      const parts: Measured[] = [];
      do parts.push(this.repeated());
      while (cursor.take(';'));
      options.push(joined('sequence', parts));
    } while (cursor.take('|'));
    return joined('choice', options);
  }

  private repeated(): Measured {
    const { cursor } = this;
    const inner = this.primary();
    let { value: part, height } = inner;
    for (;;) {
      if (cursor.take('*')) part = { kind: 'repeat', part, least: 0, most: Number.POSITIVE_INFINITY };
      else if (cursor.take('+')) part = { kind: 'repeat', part, least: 1, most: Number.POSITIVE_INFINITY };
      else if (cursor.take('?')) part = { kind: 'repeat', part, least: 0, most: 1 };
      else if (cursor.take('^')) {
        const count = this.count();
        part = { kind: 'repeat', part, least: count, most: count };
      } else return { value: part, height };
      if (++height > DEEPEST_NESTING) cursor.tooDeep(cursor.position - 1);
    }
  }

  private count(): number {
    const { cursor } = this;
    const digits = cursor.match(/[0-9]+/y) ?? cursor.expected('a number', 'after "^"');
    const place = { start: cursor.position - digits.length, end: cursor.position };
    const count = Number(digits);
    if (count === 0) cursor.note('bad-value', 'repeated 0 times; the least is 1', place);
    if (count > MOST_REPETITIONS) {
      cursor.note('too-large', `repeated more than ${MOST_REPETITIONS.toLocaleString('en')} times`, place);
      return 1;
    }
    return count;
  }

  private primary(): Measured {
    const { cursor } = this;
    if (cursor.take('(')) {
      cursor.descend();
      const inner = this.choice();
      cursor.ascend();
      cursor.expect(')', 'after the expression in brackets');
      return inner;
    }
    const letters =
      this.letters.read() ?? cursor.expected('an event, ".", "[", "~[" or "("', 'in the expression');
    return { value: { kind: 'letters', letters }, height: 1 };
  }
}

function joined(kind: 'sequence' | 'choice', parts: readonly Measured[]): Measured {
  if (parts.length === 1) return parts[0];
  const height = parts.reduce((most, part) => Math.max(most, part.height), 0) + 1;
  return { value: { kind, parts: parts.map((part) => part.value) }, height };
}
