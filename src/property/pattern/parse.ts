/**
 * Patterns in words:
 *
 *     pattern = requirement [ scope ]
 *     requirement = ( absence | existence ) of P
 *                 | at most NUMBER of P | bounded existence of P at most NUMBER
 *                 | universality of P ended by N
 *                 | S precedes P | S, T precede P | P precedes S, T
 *                 | S responds to P | S, T [ without Z ] respond to P | P responds to S, T
 *     scope = globally | before R | after Q | between Q and R | after Q until R
 *
 * Without a scope the pattern is meant globally. Event names are identifiers with dots, or quoted;
 * the words of this grammar are quoted when they name events.
 */
import type { Reading } from '../../model/diagnostic.js';
import type { SourceText } from '../../model/source.js';
import { Complaints, type Extent } from '../interval/complaints.js';
import { CannotGoOn, WordReader } from '../interval/words.js';
import { PATTERN_WORDS, type Pattern, type PatternProperty, type Scope } from './property.js';

/** The LTL form nests once for each occurrence that is counted. */
const MOST_OCCURRENCES = 100;

export function parsePattern(source: SourceText, range?: Extent): Reading<PatternProperty> {
  const complaints = new Complaints(source);
  const whole = range ?? { start: 0, end: source.text.length };
  try {
    const reader = new PatternReader(new WordReader(source, whole, complaints), complaints);
    return complaints.reading(reader.property());
  } catch (error) {
    if (error instanceof CannotGoOn) return complaints.reading<PatternProperty>(undefined);
    throw error;
  }
}

/** An event with its place, so that the same name in two roles can be pointed at. */
interface Named extends Extent {
  name: string;
}

class PatternReader {
  private readonly roles: Named[] = [];

  constructor(
    private readonly words: WordReader,
    private readonly complaints: Complaints,
  ) {}

  property(): PatternProperty {
    const requirement = this.requirement();
    const scope = this.scope();
    if (this.words.current.kind !== 'end')
      this.words.expected('`globally`, `before`, `after`, `between` or the end of the pattern');
    this.checkRoles();
    return { ...requirement, scope };
  }

  private requirement(): Pattern {
    const { words } = this;
    for (const kind of ['absence', 'existence'] as const) {
      if (words.take(kind)) {
        words.must('of');
        return { kind, P: this.event() };
      }
    }
    if (words.take('at', 'most')) {
      const most = this.number();
      words.take('of');
      return { kind: 'bounded-existence', P: this.event(), most };
    }
    if (words.take('bounded')) {
      words.must('existence', 'of');
      const P = this.event();
      words.must('at', 'most');
      return { kind: 'bounded-existence', P, most: this.number() };
    }
    if (words.take('universality')) {
      words.must('of');
      const P = this.event();
      words.must('ended', 'by');
      return { kind: 'universality', P, N: this.event() };
    }
    return this.order();
  }

  private order(): Pattern {
    const { words } = this;
    const { start } = words.current;
    const left = this.chain();
    const Z = words.take('without') ? this.event() : undefined;
    const precedes = words.take('precedes') || words.take('precede');
    if (!precedes && !words.take('responds') && !words.take('respond'))
      words.expected('`precedes` or `responds to`');
    if (!precedes) words.must('to');
    const right = this.chain();
    const whole = { start, end: words.previousEnd };
    if (left.length === 2 && right.length === 2)
      this.reject('a chain of two events can stand on one side only', whole);
    if (Z !== undefined && (precedes || left.length === 1))
      this.reject('`without` belongs to the form `S, T without Z respond to P`', whole);
    if (left.length === 2) {
      const [S, T] = left;
      if (precedes) return { kind: 'precedence-2-1', S, T, P: right[0] };
      return { kind: 'response-1-2', S, T, P: right[0], ...(Z !== undefined && { Z }) };
    }
    if (right.length === 2)
      return { kind: precedes ? 'precedence-1-2' : 'response-2-1', P: left[0], S: right[0], T: right[1] };
    return { kind: precedes ? 'precedence' : 'response', S: left[0], P: right[0] };
  }

  private chain(): [string] | [string, string] {
    const first = this.event();
    return this.words.take(',') ? [first, this.event()] : [first];
  }

  private scope(): Scope {
    const { words } = this;
    if (words.take('before')) return { kind: 'before', R: this.event() };
    if (words.take('after')) {
      const Q = this.event();
      return words.take('until') ? { kind: 'after-until', Q, R: this.event() } : { kind: 'after', Q };
    }
    if (words.take('between')) {
      const Q = this.event();
      words.must('and');
      return { kind: 'between', Q, R: this.event() };
    }
    words.take('globally');
    return { kind: 'globally' };
  }

  private event(): string {
    const { words } = this;
    const { current } = words;
    if (current.kind === 'word' && PATTERN_WORDS.has(current.text))
      words.expected('an event', `an event called ${current.text} is written "${current.text}"`);
    if (current.kind !== 'word' && current.kind !== 'string') words.expected('an event');
    if (current.text === '') words.fail('this name is empty', current);
    if (current.text.includes('"'))
      this.complaints.error('unsupported', 'the events of a pattern have no quotes in their names', current);
    this.roles.push({ name: current.text, start: current.start, end: current.end });
    return words.next().text;
  }

  private number(): number {
    const { words } = this;
    if (words.current.kind !== 'number') words.expected('a number');
    const word = words.next();
    const value = Number(word.text);
    if (value === 0)
      this.complaints.error('bad-value', 'at most 0 occurrences', word, 'write `absence of …` instead');
    if (value > MOST_OCCURRENCES)
      this.complaints.error('too-large', `at most ${MOST_OCCURRENCES} occurrences can be counted`, word);
    return value;
  }

  private checkRoles(): void {
    const seen = new Set<string>();
    for (const role of this.roles) {
      if (seen.has(role.name))
        this.complaints.error(
          'bad-structure',
          `${role.name} has two parts in this pattern`,
          role,
          'the events of a pattern must be different',
        );
      seen.add(role.name);
    }
  }

  private reject(message: string, at: Extent): void {
    this.complaints.error('unsupported', message, at);
  }
}
