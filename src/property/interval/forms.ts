/** Lisp text as a tree of forms: lists, strings and symbols, each with its place. `;` starts a comment. */
import type { SourceText } from '../../model/source.js';
import type { Complaints, Extent } from './complaints.js';
import { readQuoted } from './words.js';

export type Form = Extent & { quoted: boolean } & (
    | { kind: 'list'; items: Form[] }
    | { kind: 'string'; text: string }
    | { kind: 'symbol'; text: string }
  );
export type ListForm = Extract<Form, { kind: 'list' }>;

const DEEPEST = 1000;
const MOST_FORMS = 100_000;

/** The one form of this text; undefined after a complaint. */
export function readForm(source: SourceText, range: Extent, complaints: Complaints): Form | undefined {
  const { text } = source;
  const open: ListForm[] = [];
  let whole: Form | undefined;
  let forms = 0;
  let quoted = false;
  let at = range.start;

  const place = (form: Form): void => {
    if (open.length > 0) open[open.length - 1].items.push(form);
    else whole = form;
  };

  while (at < range.end) {
    const character = text[at];
    if (/\s|\ufeff/.test(character)) {
      at++;
      continue;
    }
    if (character === ';') {
      const line = text.indexOf('\n', at);
      at = line < 0 ? range.end : line;
      continue;
    }
    const here = { start: at, end: at + 1 };
    if (whole !== undefined && open.length === 0) {
      complaints.error(
        'syntax',
        'the query ended before this',
        here,
        'one query ends with its closing parenthesis',
      );
      return undefined;
    }
    if (++forms > MOST_FORMS) {
      complaints.error('too-large', `a query may have at most ${MOST_FORMS} parts`, here);
      return undefined;
    }
    if (character === "'") {
      quoted = true;
      at++;
    } else if (character === '(') {
      if (open.length === DEEPEST) {
        complaints.error('too-large', `a query may be nested at most ${DEEPEST} levels deep`, here);
        return undefined;
      }
      const list: ListForm = { kind: 'list', items: [], quoted, start: at, end: at + 1 };
      place(list);
      open.push(list);
      quoted = false;
      at++;
    } else if (character === ')') {
      const list = open.pop();
      if (list === undefined) {
        complaints.error('syntax', 'this closing parenthesis has no opening one', here);
        return undefined;
      }
      list.end = ++at;
      quoted = false;
    } else if (character === '"') {
      const string = readQuoted(text, at, range.end);
      if (string === undefined) {
        complaints.error('syntax', 'this string is not closed on its line', here);
        return undefined;
      }
      place({ kind: 'string', text: string.text, quoted, start: at, end: string.end });
      quoted = false;
      at = string.end;
    } else {
      let to = at;
      while (to < range.end && !/[\s()'";]/.test(text[to])) to++;
      place({ kind: 'symbol', text: text.slice(at, to), quoted, start: at, end: to });
      quoted = false;
      at = to;
    }
  }
  if (open.length > 0) {
    const { start } = open[open.length - 1];
    complaints.error('syntax', 'this parenthesis is never closed', { start, end: start + 1 });
    return undefined;
  }
  if (whole === undefined) complaints.error('syntax', 'expected a query, but the text is empty', range);
  return whole;
}

/** What kind of list it is: its first symbol. */
export function headOf(form: ListForm): string | undefined {
  const head = form.items[0];
  return head?.kind === 'symbol' ? head.text.toLowerCase() : undefined;
}

/** Where a form begins; of a list only its opening parenthesis and head, however long it is. */
export function startOf(form: Form): Extent {
  if (form.kind !== 'list') return form;
  const head = form.items[0];
  return { start: form.start, end: head?.kind === 'symbol' ? head.end : form.start + 1 };
}
