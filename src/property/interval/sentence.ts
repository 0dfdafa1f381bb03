/**
 * Queries as sentences, to be read aloud:
 *
 *     query registered_twice violated by:
 *       from the start until a1.register allowing earlier ones,
 *       then until a1.register without a1.unregister
 *
 * The grammar (words as they are, `[ ]` optional, `{ }` repeated):
 *
 *     query     = [ query NAME ] [ assuming fairness ] violated by [:] sequence { ; or [by] sequence }
 *     sequence  = interval { [,] then interval }
 *     interval  = [ from the start ] [ extent ] { [and] condition }
 *     extent    = until events [ allowing earlier ones ] | for a while | for ever
 *     condition = without events | with event | counting relation { and relation }
 *     events    = event { or event }
 *     event     = NAME [ "(" argument { , argument } ")" ] | "(" choice ")"
 *               | ( rendezvous | prefix | contains | like | exactly ) STRING
 *     choice    = both { or both }       both = [not] event { and [not] event }
 *     argument  = "*" | NAME | INTEGER [ .. INTEGER ]
 *     relation  = sum ( "=" | < | <= | > | >= ) sum
 *     sum       = [-] term { ( + | - ) term }        term = [ INTEGER "*" ] [#] event | INTEGER
 *
 * `until e`: the interval ends with the first e (`allowing earlier ones`: with any e). `for a while`,
 * or nothing: it ends anywhere, at once too. `for ever`: it is the rest of the execution. `with e`:
 * e occurs in it; `without e`: e does not, except as its last event. `counting`: an event is how often
 * it occurs in the interval.
 *
 * NAME is an identifier with dots that is none of `SENTENCE_WORDS`, or a STRING in double quotes.
 * In a name, and after `like`, `*` stands for any text without a dot and `**` for any text; `exactly`
 * takes a star as it is.
 */
import type { SourceText } from '../../model/source.js';
import { type ArgumentPattern, type EventPattern, patternOfName } from '../event.js';
import type { Complaints, Extent } from './complaints.js';
import { anyOf, rendezvous } from './events.js';
import type { Interval, IntervalQuery, LinearRelation } from './query.js';
import { checkSequence, type LocatedInterval } from './structure.js';
import { MOST_COEFFICIENT, MOST_CONSTANT, relationOf, type Term } from './sum.js';
import { CannotGoOn, WordReader } from './words.js';

/** Words that name no event unless they are quoted. */
export const SENTENCE_WORDS: ReadonlySet<string> = new Set(
  'query violated from until allowing for then and or not with without counting rendezvous prefix contains like exactly'.split(
    ' ',
  ),
);

const DEEPEST = 1000;
const MOST_INTERVALS = 1000;
const MOST_EVENTS = 10_000;

export function readSentence(
  source: SourceText,
  range: Extent,
  complaints: Complaints,
): IntervalQuery | undefined {
  try {
    return new SentenceReader(new WordReader(source, range, complaints), complaints).query();
  } catch (error) {
    if (error instanceof CannotGoOn) return undefined;
    throw error;
  }
}

class SentenceReader {
  private depth = 0;
  private intervals = 0;
  private mentioned = 0;

  constructor(
    private readonly words: WordReader,
    private readonly complaints: Complaints,
  ) {}

  query(): IntervalQuery {
    const { words } = this;
    const name = words.take('query') ? this.name('the name of the query') : '';
    const fairness = words.take('assuming', 'fairness') ? 'fair' : 'nofair';
    if (!words.take('violated', 'by'))
      words.expected(
        '`violated by`',
        'for example: violated by: from the start until a, then until b without c',
      );
    words.take(':');
    const sequences = [this.sequence()];
    while (words.take(';')) {
      if (words.current.kind === 'end') break;
      words.must('or');
      words.take('by');
      sequences.push(this.sequence());
    }
    if (words.current.kind !== 'end') words.expected('`then`, `;` or the end of the query');
    return { name, fairness, sequences };
  }

  private sequence(): Interval[] {
    const { words } = this;
    const intervals: LocatedInterval[] = [];
    const { start } = words.current;
    let sound = true;
    do {
      const from = words.current.start;
      try {
        if (++this.intervals > MOST_INTERVALS)
          this.tooLarge(`a query may have at most ${MOST_INTERVALS} intervals`);
        intervals.push({ interval: this.interval(), start: from, end: words.previousEnd });
      } catch (error) {
        if (!(error instanceof CannotGoOn)) throw error;
        sound = false;
        this.depth = 0;
        if (this.complaints.full) words.abandon();
        words.skipTo('then', ';');
      }
    } while (words.take(',', 'then') || words.take('then'));
    if (sound) checkSequence(intervals, { start, end: words.previousEnd }, this.complaints);
    return intervals.map((located) => located.interval);
  }

  private interval(): Interval {
    const { words } = this;
    const interval: Interval = {
      initial: false,
      open: false,
      perpetual: false,
      require: [],
      constraints: [],
    };
    const from = words.current;
    interval.initial = words.take('from', 'the', 'start');
    if (words.take('until')) {
      interval.endsWith = anyOf(this.events());
      interval.open = words.take('allowing', 'earlier', 'ones');
    } else if (words.take('for', 'ever')) {
      interval.perpetual = true;
    } else {
      words.take('for', 'a', 'while');
    }
    const forbidden: EventPattern[] = [];
    for (;;) {
      const joined = words.take('and');
      if (words.take('without')) {
        forbidden.push(...this.events());
      } else if (words.take('with')) {
        interval.require.push(this.event());
      } else if (words.take('counting') || (joined && interval.constraints.length > 0 && !words.at('with'))) {
        interval.constraints.push(this.relation());
      } else if (joined) {
        words.expected('`with`, `without` or `counting`');
      } else {
        break;
      }
    }
    if (forbidden.length > 0) interval.forbid = anyOf(forbidden);
    if (words.current === from)
      words.expected(
        'an interval',
        'it starts with `from the start`, `until`, `for a while`, `for ever`, `with` or `without`',
      );
    return interval;
  }

  private events(): EventPattern[] {
    const patterns = [this.event()];
    while (this.words.take('or')) patterns.push(this.event());
    return patterns;
  }

  private event(): EventPattern {
    const { words } = this;
    if (++this.mentioned > MOST_EVENTS) this.tooLarge(`a query may mention at most ${MOST_EVENTS} events`);
    if (words.take('(')) {
      const pattern = this.nested(() => this.choice());
      words.must(')');
      return pattern;
    }
    if (words.take('rendezvous')) return rendezvous(this.string());
    if (words.take('prefix')) return { kind: 'prefix', text: this.string() };
    if (words.take('contains')) return { kind: 'contains', text: this.string() };
    if (words.take('like')) return { kind: 'glob', glob: this.string() };
    if (words.take('exactly')) return { kind: 'name', name: this.string() };
    const name = this.name('an event');
    if (!words.take('(')) return patternOfName(name);
    const parameters = [this.argument()];
    while (words.take(',')) parameters.push(this.argument());
    words.must(')');
    return { kind: 'call', name, arguments: parameters };
  }

  private choice(): EventPattern {
    const parts: EventPattern[] = [];
    do {
      const all: EventPattern[] = [];
      do {
        all.push(this.words.take('not') ? { kind: 'not', part: this.event() } : this.event());
      } while (this.words.take('and'));
      parts.push(all.length === 1 ? all[0] : { kind: 'and', parts: all });
    } while (this.words.take('or'));
    return anyOf(parts);
  }

  private nested<T>(read: () => T): T {
    if (++this.depth > DEEPEST) this.tooLarge(`events may be nested at most ${DEEPEST} levels deep`);
    const value = read();
    this.depth--;
    return value;
  }

  /** The rest is not worth reading. */
  private tooLarge(message: string): never {
    this.complaints.error('too-large', message, this.words.current);
    this.words.abandon();
    throw new CannotGoOn(message);
  }

  private argument(): ArgumentPattern {
    const { words } = this;
    if (words.take('*')) return { kind: 'any' };
    if (words.current.kind === 'word' || words.current.kind === 'string')
      return { kind: 'text', text: words.next().text };
    const low = this.signed();
    if (!words.take('..')) return { kind: 'text', text: low };
    return { kind: 'range', low: Number(low), high: Number(this.signed()) };
  }

  private signed(): string {
    const sign = this.words.take('-') ? '-' : '';
    if (this.words.current.kind !== 'number') this.words.expected('an argument');
    return sign + this.words.next().text;
  }

  private relation(): LinearRelation {
    const { words } = this;
    const { start } = words.current;
    const left = this.sum();
    const relation = (['=', '<=', '>=', '<', '>'] as const).find((mark) => words.take(mark));
    if (relation === undefined) return words.expected('`=`, `<`, `<=`, `>` or `>=`');
    const built = relationOf(relation, left, this.sum());
    if (built !== undefined) return built;
    this.complaints.error(
      'bad-value',
      `coefficients may add up to at most ${MOST_COEFFICIENT} and constants to ${MOST_CONSTANT}`,
      { start, end: words.previousEnd },
    );
    throw new CannotGoOn();
  }

  private sum(): Term[] {
    const { words } = this;
    const terms = [this.term(words.take('-') ? -1 : 1)];
    for (;;) {
      if (words.take('+')) terms.push(this.term(1));
      else if (words.take('-')) terms.push(this.term(-1));
      else return terms;
    }
  }

  private term(sign: number): Term {
    const { words } = this;
    if (words.take('#') || words.current.kind !== 'number') return { event: this.event(), factor: sign };
    const factor = sign * Number(words.next().text);
    if (!words.take('*')) return { factor };
    words.take('#');
    return { event: this.event(), factor };
  }

  private name(what: string): string {
    const { words } = this;
    const { current } = words;
    if (current.kind === 'word' && SENTENCE_WORDS.has(current.text))
      words.expected(what, `an event called ${current.text} is written "${current.text}"`);
    if (current.kind !== 'word' && current.kind !== 'string') words.expected(what);
    if (current.text === '') words.fail('this name is empty', current);
    return words.next().text;
  }

  private string(): string {
    if (this.words.current.kind !== 'string') this.words.expected('a text in double quotes');
    return this.words.next().text;
  }
}
