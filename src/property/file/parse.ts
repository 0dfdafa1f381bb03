/**
 * Property files, and the same texts from a command line.
 *
 *     event eat1 = phil.1.eat                 // see definition.ts
 *     property one_at_a_time: for events {eat1, eat2} show all executions satisfy (eat1 | eat2)*
 *     property order:         automaton { start s  accepting s  s -eat1-> s }
 *     property served:        ltl [] (hungry -> <> eat1)
 *     property seldom:        absence of eat1 after hungry until full
 *     property twice:         (defquery "twice" "nofair" (omega-star-less …))
 *     property free:          deadlock-free
 *
 * A property may follow from others, be proved with the help of others, or be asked under an assumption:
 *
 *     assumption polite:                  for events {ask, take} show all executions satisfy (ask; take)*
 *     property whole follows from a, b:   …
 *     property fine using a assuming polite: …
 *
 * and `terminates`, `assertions`, `invariant x < 3`, `progress {a, b} when {c}`. `ltl name { … }` and
 * `(defquery "name" …)` bring their own names; any other text without `property name:` is named by
 * itself, shortened.
 */
import type { Diagnostic, Reading } from '../../model/diagnostic.js';
import { LineMap, type SourceText } from '../../model/source.js';
import { withoutComments } from '../comment.js';
import { Cursor, MOST_ERRORS, reading } from '../cursor.js';
import { readBody } from './body.js';
import { type EventDefinition, readDefinition } from './definition.js';
import { type Item, itemsOf } from './items.js';
import type { PropertyFile, StatedPremise, StatedProperty } from './property.js';

const MOST_ITEMS = 2000;
const LONGEST_NAME = 60;

export function parseProperties(source: SourceText): Reading<PropertyFile> {
  const plain = withoutComments(source);
  if (!plain.ok) return plain;
  const items = itemsOf(plain.value.text);
  if (items.length > MOST_ITEMS) {
    return refused(source, `a property file may have at most ${MOST_ITEMS.toLocaleString('en')} items`);
  }
  return new FileReader(plain.value).read(items);
}

function refused(source: SourceText, message: string): Reading<never> {
  const span = { file: source.file, line: 1, column: 1, endLine: 1, endColumn: 1 };
  return { ok: false, diagnostics: [{ code: 'too-large', severity: 'error', message, span }] };
}

class FileReader {
  private readonly lines: LineMap;
  private readonly diagnostics: Diagnostic[] = [];
  private readonly definitions = new Map<string, EventDefinition>();
  private readonly properties: StatedProperty[] = [];
  private readonly names = new Set<string>();

  constructor(private readonly source: SourceText) {
    this.lines = new LineMap(source.file, source.text);
  }

  read(items: readonly Item[]): Reading<PropertyFile> {
    for (const item of items) {
      const cursor = new Cursor(this.source, item, this.lines);
      if (item.kind === 'event') this.event(cursor);
      else this.property(cursor, item);
      if (this.errors() >= MOST_ERRORS) break;
    }
    const { diagnostics } = this;
    if (this.errors() > 0) return { ok: false, diagnostics: diagnostics.slice(0, MOST_ERRORS) };
    const value = {
      source: this.source,
      definitions: [...this.definitions.values()],
      properties: this.properties,
    };
    return { ok: true, value, diagnostics };
  }

  private errors(): number {
    return this.diagnostics.filter((diagnostic) => diagnostic.severity === 'error').length;
  }

  private event(cursor: Cursor): void {
    const definition = reading(cursor, () => {
      cursor.takeWord('event');
      return readDefinition(cursor);
    });
    this.diagnostics.push(...definition.diagnostics);
    if (!definition.ok) return;
    const { name, span } = definition.value;
    if (this.definitions.has(name)) this.twice(`the event "${name}" is defined twice`, span);
    else this.definitions.set(name, definition.value);
  }

  private property(cursor: Cursor, item: Item): void {
    const stated = reading(cursor, () => {
      const named = item.kind === 'property' || item.kind === 'assumption';
      const given = named ? readHeader(cursor, item.kind) : undefined;
      cursor.blank();
      const range = { start: cursor.position, end: item.end };
      const { body, name: own, diagnostics } = readBody(cursor, this.source, range);
      this.diagnostics.push(...diagnostics);
      if (body === undefined) return undefined;
      const text = this.source.text.slice(range.start, range.end).replace(/\s+/g, ' ');
      const name = given?.name ?? own ?? shortened(text);
      const span = cursor.span(range.start, range.end);
      if (given !== undefined || own !== undefined) {
        const place = given === undefined ? span : cursor.span(given.start, given.end);
        if (this.names.has(name)) this.twice(`there are two properties "${name}"`, place);
        this.names.add(name);
      }
      const assumed = item.kind === 'assumption' ? { assumed: true } : {};
      const premises = given && given.premises.length > 0 ? { premises: given.premises } : {};
      return { name, text, range, span, body, ...assumed, ...premises };
    });
    this.diagnostics.push(...stated.diagnostics);
    if (stated.ok && stated.value !== undefined) this.properties.push(stated.value);
  }

  private twice(message: string, span: Diagnostic['span']): void {
    this.diagnostics.push({ code: 'duplicate-name', severity: 'error', message, span });
  }
}

interface Header {
  name: string;
  start: number;
  end: number;
  premises: StatedPremise[];
}

function readHeader(cursor: Cursor, word: string): Header {
  cursor.takeWord(word);
  cursor.blank();
  const start = cursor.position;
  const name =
    cursor.string() ??
    cursor.match(/[A-Za-z_][A-Za-z0-9_.-]*/y) ??
    cursor.expected('the name of the property', `after "${word}"`);
  const end = cursor.position;
  const premises = readPremises(cursor);
  cursor.expect(':', `after "${word} ${name}"`);
  return { name, start, end, premises };
}

/** `follows from a, b`, `using c`, `assuming d`. */
function readPremises(cursor: Cursor): StatedPremise[] {
  const premises: StatedPremise[] = [];
  for (;;) {
    const role = cursor.takeWord('follows')
      ? 'follows'
      : cursor.takeWord('using')
        ? 'uses'
        : cursor.takeWord('assuming')
          ? 'assumes'
          : undefined;
    if (role === undefined) return premises;
    if (role === 'follows') cursor.expectWord('from', 'after "follows"');
    do {
      cursor.blank();
      const start = cursor.position;
      const name =
        cursor.string() ??
        cursor.match(/[A-Za-z_][A-Za-z0-9_.-]*/y) ??
        cursor.expected('the name of a property', 'in the header');
      premises.push({ role, name, span: cursor.span(start, cursor.position) });
    } while (cursor.take(','));
  }
}

function shortened(text: string): string {
  return text.length <= LONGEST_NAME ? text : `${text.slice(0, LONGEST_NAME - 1).trimEnd()}…`;
}
