/**
 * Names of events in regular expressions and automata, and sets of them. A name is an identifier that
 * may contain `_ : = < > !` after its first letter, and dots between its parts; or any text in quotes.
 * Both may stand in braces.
 *
 *     .           any event of the alphabet
 *     a           that event
 *     [a, b]      one of these
 *     ~[a, b]     any but these; also written [-a, b]
 */
import { nearestNames } from '../../model/diagnostic.js';
import type { Span } from '../../model/source.js';
import type { Cursor } from '../cursor.js';

const NAME = /[A-Za-z_][A-Za-z0-9_:=<>!.]*/y;

export interface EventName {
  name: string;
  start: number;
  end: number;
}

export interface Alphabet {
  names: string[];
  /** Where each name stands. */
  spans: Span[];
}

export function readName(cursor: Cursor): EventName | undefined {
  if (!cursor.take('{')) return bareName(cursor);
  const name = bareName(cursor) ?? cursor.expected('an event name', 'after "{"');
  cursor.expect('}', 'after the event name');
  return name;
}

function bareName(cursor: Cursor): EventName | undefined {
  cursor.blank();
  const start = cursor.position;
  const name = cursor.string() ?? cursor.dotted(NAME);
  return name === undefined ? undefined : { name, start, end: cursor.position };
}

export function readNames(cursor: Cursor, where: string): EventName[] {
  const names: EventName[] = [];
  do names.push(readName(cursor) ?? cursor.expected('an event name', where));
  while (cursor.take(','));
  return names;
}

/** An alphabet of these names; one that comes twice is noted and kept once. */
export function alphabetOf(cursor: Cursor, names: readonly EventName[]): Alphabet {
  const alphabet: Alphabet = { names: [], spans: [] };
  const seen = new Set<string>();
  for (const { name, start, end } of names) {
    if (seen.has(name)) {
      cursor.note('duplicate-name', `"${name}" is twice in the alphabet`, { start, end });
      continue;
    }
    seen.add(name);
    alphabet.names.push(name);
    alphabet.spans.push(cursor.span(start, end));
  }
  return alphabet;
}

/** Looks letters up by name, and notes the names that are not in the alphabet, each once. */
export class LetterTable {
  private readonly indices: Map<string, number>;
  private readonly unknown = new Set<string>();

  constructor(
    private readonly cursor: Cursor,
    private readonly alphabet: readonly string[],
  ) {
    this.indices = new Map(alphabet.map((name, i) => [name, i]));
  }

  /** The set of letters that is next, if one is. */
  read(): number[] | undefined {
    const { cursor } = this;
    if (cursor.take('.')) return this.alphabet.map((_, i) => i);
    if (cursor.take('~')) {
      if (!cursor.sees('[')) cursor.expected('"["', 'after "~"', 'write ~[a] for any event but a');
      cursor.take('[');
      return this.rest(true);
    }
    if (cursor.take('[')) return this.rest(cursor.take('-'));
    const name = readName(cursor);
    return name === undefined ? undefined : this.indicesOf([name]);
  }

  private rest(complement: boolean): number[] {
    const listed = this.indicesOf(readNames(this.cursor, 'in the list'));
    this.cursor.expect(']', 'after the list of events');
    if (!complement) return listed;
    const without = new Set(listed);
    return this.alphabet.map((_, i) => i).filter((i) => !without.has(i));
  }

  private indicesOf(names: readonly EventName[]): number[] {
    const letters = new Set<number>();
    for (const { name, start, end } of names) {
      const letter = this.indices.get(name);
      if (letter !== undefined) letters.add(letter);
      else if (!this.unknown.has(name)) {
        this.unknown.add(name);
        const near = nearestNames(name, this.alphabet);
        const hint =
          near.length > 0
            ? `did you mean ${near.map((n) => `"${n}"`).join(' or ')}?`
            : 'list it after "for events"';
        this.cursor.note('unknown-name', `"${name}" is not in the alphabet`, { start, end, hint });
      }
    }
    return [...letters].sort((a, b) => a - b);
  }
}
