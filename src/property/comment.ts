/**
 * Property texts have comments in the style of whichever language their reader comes from: from `//`
 * or `--` to the end of the line, from `#` too where it begins a line or a blank follows (`#a` counts
 * events in an interval query), and between slash-star and star-slash. They are replaced by blanks
 * before anything else reads the text, so that offsets, and with them spans, stay as they were.
 */
import type { Diagnostic, Reading } from '../model/diagnostic.js';
import { LineMap, type SourceText } from '../model/source.js';

/** Far more than anybody writes; what is longer is some other file. */
const LONGEST_TEXT = 1 << 20;

export function withoutComments(source: SourceText): Reading<SourceText> {
  const { text } = source;
  if (text.length > LONGEST_TEXT) return { ok: false, diagnostics: [tooLong(source)] };
  const opening = /"|\/\/|#(?=[\s#!]|$)|^#|--|\/\*/gm;
  const pieces: string[] = [];
  let copied = 0;
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const end = endOf(text, found.index, found[0]);
    if (end === undefined) return { ok: false, diagnostics: [unclosed(source, found.index)] };
    if (found[0] !== '"') {
      pieces.push(text.slice(copied, found.index), text.slice(found.index, end).replace(/[^\n]/g, ' '));
      copied = end;
    }
    opening.lastIndex = end;
  }
  if (copied === 0) return { ok: true, value: source, diagnostics: [] };
  pieces.push(text.slice(copied));
  return { ok: true, value: { file: source.file, text: pieces.join('') }, diagnostics: [] };
}

/** A string ends with its line at the latest: one missing quote must not swallow the rest of a file. */
function endOf(text: string, at: number, opening: string): number | undefined {
  if (opening === '/*') {
    const close = text.indexOf('*/', at + 2);
    return close < 0 ? undefined : close + 2;
  }
  const closing = opening === '"' ? /\\.|["\n]/g : /\n/g;
  closing.lastIndex = at + 1;
  let found = closing.exec(text);
  while (found?.[0].startsWith('\\')) found = closing.exec(text);
  if (!found) return text.length;
  return found[0] === '"' ? found.index + 1 : found.index;
}

function unclosed(source: SourceText, at: number): Diagnostic {
  return {
    code: 'syntax',
    severity: 'error',
    message: 'this comment is not closed',
    span: new LineMap(source.file, source.text).span(at, at + 2),
    hint: 'it ends at "*/"',
  };
}

function tooLong(source: SourceText): Diagnostic {
  return {
    code: 'too-large',
    severity: 'error',
    message: `a property text may have at most ${LONGEST_TEXT.toLocaleString('en')} characters`,
    span: { file: source.file, line: 1, column: 1, endLine: 1, endColumn: 1 },
  };
}
