/** One property, without its name: tells the notations apart by how they start, and reads what it can. */
import type { Diagnostic, Reading } from '../../model/diagnostic.js';
import type { SourceText } from '../../model/source.js';
import type { Cursor } from '../cursor.js';
import { parseIntervalQuery } from '../interval/index.js';
import { parsePattern } from '../pattern/index.js';
import { readAutomaton } from '../regular/automaton.js';
import { readQre } from '../regular/parse.js';
import { type LocatedPattern, readPattern } from './definition.js';
import type { PropertyBody } from './property.js';

interface ReadBody {
  /** Undefined where another reader refused it, with its diagnostics. */
  body: PropertyBody | undefined;
  /** The name that the notation itself gives. */
  name?: string;
  diagnostics: Diagnostic[];
}

const PATTERN = /^(?:absence|existence|bounded|universality|at\s+most)\b|\b(?:precedes?|responds?)\s/;
const FORMULA = /\[\]|<>|->|&&|\|\||^!|\b(?:U|W|R|V|G|F|X|always|eventually|until)\b/;
const NOTATIONS =
  'a property is a regular expression (for events …), an automaton { … }, a formula (ltl …), a pattern (absence of …), a query ((defquery …)), deadlock-free, terminates, assertions, invariant … or progress { … }';

export function readBody(
  cursor: Cursor,
  source: SourceText,
  range: { start: number; end: number },
): ReadBody {
  if (cursor.atEnd()) cursor.expected('a property', 'here', NOTATIONS);
  const here = (body: PropertyBody): ReadBody => ({ body, diagnostics: [] });
  if (cursor.seesWord('for')) return here({ kind: 'regular', qre: readQre(cursor) });
  if (cursor.seesWord('automaton')) return here({ kind: 'automaton', automaton: readAutomaton(cursor) });
  if (cursor.takeWord('ltl')) return readLtl(cursor, range.end);
  if (cursor.takeWord('progress')) return here(readProgress(cursor));
  if (cursor.takeWord('invariant')) {
    if (cursor.atEnd()) cursor.expected('a condition', 'after "invariant"');
    return here({ kind: 'invariant', ...rest(cursor, range.end) });
  }
  const builtIn = readBuiltIn(cursor);
  if (builtIn !== undefined) return here(builtIn);

  const text = source.text.slice(range.start, range.end);
  const interval = /^(?:\(\s*defquery\b|query\b|assuming\s+fairness\b|violated\s+by\b)/.test(text);
  if (interval) {
    const query = elsewhere(cursor, range, parseIntervalQuery(source, range));
    if (query.value === undefined) return { body: undefined, diagnostics: query.diagnostics };
    const name = query.value.name === '' ? {} : { name: query.value.name };
    return { body: { kind: 'interval', query: query.value }, ...name, diagnostics: query.diagnostics };
  }
  if (PATTERN.test(text)) {
    const pattern = elsewhere(cursor, range, parsePattern(source, range));
    const body = pattern.value && ({ kind: 'pattern', pattern: pattern.value } as const);
    return { body, diagnostics: pattern.diagnostics };
  }
  if (FORMULA.test(text)) return here({ kind: 'ltl', ...rest(cursor, range.end) });
  const found = cursor.found();
  cursor.stop(`${found.name} begins no kind of property`, {
    end: cursor.position + found.length,
    hint: NOTATIONS,
  });
}

/** Takes the whole range over from a reader with a cursor of its own. */
function elsewhere<T>(
  cursor: Cursor,
  range: { end: number },
  read: Reading<T>,
): { value: T | undefined; diagnostics: Diagnostic[] } {
  cursor.position = range.end;
  return { value: read.ok ? read.value : undefined, diagnostics: read.diagnostics };
}

function rest(cursor: Cursor, end: number): { start: number; end: number } {
  cursor.blank();
  const start = cursor.position;
  cursor.position = end;
  return { start, end };
}

/** `ltl formula`, or as in Promela `ltl name { formula }`. */
function readLtl(cursor: Cursor, end: number): ReadBody {
  const head = cursor.look(/(?:[A-Za-z_][A-Za-z0-9_]*\s*)?\{/y);
  if (head === undefined) {
    if (cursor.atEnd()) cursor.expected('a formula', 'after "ltl"');
    return { body: { kind: 'ltl', ...rest(cursor, end) }, diagnostics: [] };
  }
  const name = head.slice(0, -1).trim();
  cursor.position += head.length;
  const inner = rest(cursor, end - 1);
  cursor.expect('}', 'after the formula');
  const body: PropertyBody = { kind: 'ltl', ...inner };
  return name === '' ? { body, diagnostics: [] } : { body, name, diagnostics: [] };
}

function readProgress(cursor: Cursor): PropertyBody {
  const events = readEvents(cursor, 'progress');
  if (!cursor.takeWord('when')) return { kind: 'progress', events };
  return { kind: 'progress', events, when: readEvents(cursor, 'when') };
}

/** `{a, b}`, or one pattern. */
function readEvents(cursor: Cursor, after: string): LocatedPattern {
  if (!cursor.take('{')) return readPattern(cursor);
  const read = [readPattern(cursor)];
  while (cursor.take(',')) read.push(readPattern(cursor));
  cursor.expect('}', `after the events of "${after}"`);
  const parts = read.map((each) => each.pattern);
  return {
    pattern: parts.length === 1 ? parts[0] : { kind: 'or', parts },
    places: new Map(read.flatMap((each) => [...each.places])),
  };
}

function readBuiltIn(cursor: Cursor): PropertyBody | undefined {
  if (cursor.match(/deadlock[- ]free(?![A-Za-z0-9_])|no\s+deadlocks?(?![A-Za-z0-9_])/y)) {
    return { kind: 'deadlock-free' };
  }
  if (cursor.takeWord('terminates')) return { kind: 'terminates' };
  if (!cursor.takeWord('assertions')) return undefined;
  if (!cursor.takeWord('of')) return { kind: 'assertions' };
  const observer = cursor.string() ?? cursor.match(/[A-Za-z_][A-Za-z0-9_.]*/y);
  return { kind: 'assertions', observer: observer ?? cursor.expected('a name', 'after "of"') };
}
