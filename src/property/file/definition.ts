/**
 * Events by name: `event start_eat_1 = phil.1.eat`. What can stand on the right:
 *
 *     phil.1.eat   "phil.1.eat"           an event of the model, or one defined before or after
 *     phil.*.eat   "fork.**"              * any text without a dot, ** any text
 *     pay(1..3, _, red)                   an event with arguments: a range, anything, a value
 *     (prefix "call(")  (contains "e1)")  by the text of the event
 *     (rendezvous "c;a.entry")            both halves of a meeting
 *     a | b    a & b    not a    ( … )    also (or a b), (and a b)
 */
import type { Span } from '../../model/source.js';
import type { Cursor } from '../cursor.js';
import { type ArgumentPattern, type EventPattern, patternOfName } from '../event.js';
import { rendezvous } from '../interval/events.js';

export interface EventDefinition {
  name: string;
  pattern: EventPattern;
  /** Where the name of the definition stands. */
  span: Span;
  /** Where each name and text of the pattern stands. */
  places: Map<string, Span>;
}

/** A pattern as it was read, with the places of its names and texts. */
export interface LocatedPattern {
  pattern: EventPattern;
  places: Map<string, Span>;
}

const DEFINED_NAME = /[A-Za-z_][A-Za-z0-9_:=<>!.]*/y;
const NAME = /[A-Za-z_*][A-Za-z0-9_*:=<>!.]*/y;

/** Reads after the word `event`. */
export function readDefinition(cursor: Cursor): EventDefinition {
  cursor.blank();
  const start = cursor.position;
  let name = cursor.string() ?? cursor.dotted(DEFINED_NAME) ?? cursor.expected('a name', 'after "event"');
  let end = cursor.position;
  if (!cursor.take('=')) {
    // Names may contain "=", so `a=b` was read as one of them.
    const sign = name.indexOf('=');
    if (sign < 0) cursor.expected('"="', `after "event ${name}"`);
    name = name.slice(0, sign);
    end = start + sign;
    cursor.position = end + 1;
  }
  return { name, span: cursor.span(start, end), ...readPattern(cursor) };
}

export function readPattern(cursor: Cursor): LocatedPattern {
  const places = new Map<string, Span>();
  return { pattern: new PatternReader(cursor, places).either(), places };
}

class PatternReader {
  constructor(
    private readonly cursor: Cursor,
    private readonly places: Map<string, Span>,
  ) {}

  either(): EventPattern {
    const { cursor } = this;
    const options: EventPattern[] = [];
    do {
      const parts: EventPattern[] = [];
      do parts.push(this.one());
      while (cursor.take('&'));
      options.push(parts.length === 1 ? parts[0] : { kind: 'and', parts });
    } while (cursor.take('|'));
    return options.length === 1 ? options[0] : { kind: 'or', parts: options };
  }

  private one(): EventPattern {
    const { cursor } = this;
    cursor.descend();
    const pattern = this.read();
    cursor.ascend();
    return pattern;
  }

  private read(): EventPattern {
    const { cursor } = this;
    if (cursor.takeWord('not') || cursor.take('!')) return { kind: 'not', part: this.one() };
    if (cursor.take('(')) return this.bracketed();
    return this.byText() ?? this.named();
  }

  private bracketed(): EventPattern {
    const { cursor } = this;
    const kind = cursor.look(/(?:and|or)(?=\s)/y) as 'and' | 'or' | undefined;
    let pattern: EventPattern;
    if (kind !== undefined) {
      cursor.takeWord(kind);
      const parts: EventPattern[] = [];
      do parts.push(this.one());
      while (!cursor.atEnd() && !cursor.sees(')'));
      pattern = { kind, parts };
    } else pattern = this.either();
    cursor.expect(')', 'after the pattern in brackets');
    return pattern;
  }

  /** `prefix "…"` and its like. */
  private byText(): EventPattern | undefined {
    const { cursor } = this;
    const word = cursor.look(/(?:prefix|contains|rendezvous|like)(?=\s*")/y);
    if (word === undefined) return undefined;
    cursor.takeWord(word);
    cursor.blank();
    const start = cursor.position;
    const text = cursor.string() ?? '';
    this.places.set(text, cursor.span(start, cursor.position));
    if (word === 'prefix') return { kind: 'prefix', text };
    if (word === 'contains') return { kind: 'contains', text };
    return word === 'like' ? { kind: 'glob', glob: text } : rendezvous(text);
  }

  private named(): EventPattern {
    const { cursor } = this;
    cursor.blank();
    const start = cursor.position;
    const quoted = cursor.string();
    const name = quoted ?? cursor.dotted(NAME) ?? cursor.expected('an event', 'in the pattern');
    this.places.set(name, cursor.span(start, cursor.position));
    // A blank before the bracket begins the next pattern of a Lisp form.
    if (!cursor.takeAdjacent('(')) return patternOfName(name);
    const parts: ArgumentPattern[] = [];
    do parts.push(this.argument());
    while (cursor.take(','));
    cursor.expect(')', 'after the arguments');
    return { kind: 'call', name, arguments: parts };
  }

  private argument(): ArgumentPattern {
    const { cursor } = this;
    cursor.blank();
    const start = cursor.position;
    const low = cursor.match(/-?[0-9]+/y);
    if (low === undefined) {
      if (cursor.takeWord('_') || cursor.take('*')) return { kind: 'any' };
      const text = cursor.string() ?? cursor.match(/[A-Za-z_][A-Za-z0-9_.]*/y);
      return { kind: 'text', text: text ?? cursor.expected('a value, a range or "_"', 'as an argument') };
    }
    if (!cursor.take('..')) return { kind: 'text', text: low };
    const high = cursor.match(/-?[0-9]+/y) ?? cursor.expected('a number', 'after ".."');
    if (Number(low) > Number(high)) {
      cursor.note('bad-value', `the range ${low}..${high} is empty`, { start, end: cursor.position });
    }
    return { kind: 'range', low: Number(low), high: Number(high) };
  }
}
