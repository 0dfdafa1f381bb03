/** Labels, sets of labels, ranges, and the relabellings made of them. */
import type { Cursor } from './cursor.js';
import { parseExpression } from './parse-expression.js';
import type { Label, LabelPart, LabelSet, Relabelling, Values } from './syntax.js';

function startsSet(cursor: Cursor): boolean {
  return cursor.kind === '{' || (cursor.kind === 'upper' && cursor.setNames.has(cursor.text));
}

export function startsLabel(cursor: Cursor): boolean {
  return cursor.kind === 'lower' || cursor.kind === '[' || startsSet(cursor);
}

export function parseLabel(cursor: Cursor): Label {
  const start = cursor.start;
  const parts: LabelPart[] = [];
  do {
    if (cursor.kind === '[') parts.push(...brackets(cursor));
    else if (cursor.kind === 'integer' && parts.length > 0) parts.push(number(cursor));
    else parts.push(word(cursor));
    while (cursor.kind === '[') parts.push(...brackets(cursor));
    cursor.bounded(parts.length);
  } while (!endsDefinition(cursor) && cursor.accept('.'));
  return { parts, ...cursor.since(start) };
}

/** The dot before the next definition is not part of a label, even where something is missing. */
function endsDefinition(cursor: Cursor): boolean {
  return cursor.kindAfter(1) === 'upper' && ['=', '('].includes(cursor.kindAfter(2));
}

/** `phil.1`, as labels are shown, for `phil[1]`. */
function number(cursor: Cursor): LabelPart {
  const { name, ...place } = cursor.take('integer', 'a number');
  return { kind: 'name', name: String(Number(name)), ...place };
}

function word(cursor: Cursor): LabelPart {
  const { start } = cursor;
  if (cursor.kind === 'lower') {
    if (cursor.text === 'tau') {
      cursor.problems.abandon(
        'wrong-kind',
        'tau is the silent action and cannot be written as a label',
        cursor.here,
      );
    }
    const name = cursor.text;
    cursor.advance();
    return { kind: 'name', name, ...cursor.since(start) };
  }
  if (startsSet(cursor)) return { kind: 'set', set: parseSet(cursor), ...cursor.since(start) };
  if (cursor.kind === 'upper')
    return cursor.problems.abandonUnknown('set', cursor.text, cursor.here, cursor.setNames);
  return cursor.fail('an action: a name in lower case, a set or an index');
}

/** `[i:R][0..3]`, also written `[i:R, 0..3]`. */
export function parseRanges(cursor: Cursor): LabelPart[] {
  const parts: LabelPart[] = [];
  if (cursor.kind !== '[') cursor.fail("a range such as '[i:1..3]'");
  while (cursor.kind === '[') parts.push(...brackets(cursor));
  return parts;
}

function brackets(cursor: Cursor): LabelPart[] {
  const parts: LabelPart[] = [];
  cursor.expect('[', 'to begin an index');
  do parts.push(cursor.nested(() => index(cursor)));
  while (cursor.accept(','));
  cursor.expect(']', 'to close this index');
  return parts;
}

function index(cursor: Cursor): LabelPart {
  const start = cursor.start;
  if (cursor.kind === 'lower' && cursor.kindAfter(1) === ':') {
    const variable = cursor.text;
    cursor.advance();
    cursor.advance();
    return { kind: 'choice', variable, values: values(cursor), ...cursor.since(start) };
  }
  if (startsSet(cursor) || startsRangeName(cursor)) {
    return { kind: 'choice', values: values(cursor), ...cursor.since(start) };
  }
  const low = parseExpression(cursor);
  if (!cursor.accept('..')) return { kind: 'value', value: low, ...cursor.since(start) };
  const high = parseExpression(cursor);
  const place = cursor.since(start);
  return { kind: 'choice', values: { kind: 'range', low, high, ...place }, ...place };
}

function startsRangeName(cursor: Cursor): boolean {
  return cursor.kind === 'upper' && cursor.rangeNames.has(cursor.text);
}

function values(cursor: Cursor): Values {
  const start = cursor.start;
  if (startsSet(cursor)) return { kind: 'set', set: parseSet(cursor), ...cursor.since(start) };
  if (startsRangeName(cursor) || (cursor.kind === 'upper' && cursor.kindAfter(1) === ']')) {
    const { name } = cursor.take('upper', 'a range');
    return { kind: 'named range', name, ...cursor.since(start) };
  }
  const low = parseExpression(cursor);
  cursor.expect('..', 'between the ends of a range');
  const high = parseExpression(cursor);
  return { kind: 'range', low, high, ...cursor.since(start) };
}

/** `{a, b[1..3]}` or the name of a set, and `A \ B`. */
export function parseSet(cursor: Cursor): LabelSet {
  const start = cursor.start;
  let set = singleSet(cursor);
  for (
    let length = 1;
    cursor.kind === '\\' && (cursor.kindAfter(1) === '{' || cursor.kindAfter(1) === 'upper');
    length++
  ) {
    cursor.bounded(length);
    cursor.advance();
    set = { kind: 'difference', left: set, right: singleSet(cursor), ...cursor.since(start) };
  }
  return set;
}

/** A set where `\` after it would mean hiding. */
export function singleSet(cursor: Cursor): LabelSet {
  const start = cursor.start;
  if (cursor.kind === 'upper') {
    const { name } = cursor.take('upper', 'a set');
    return { kind: 'named', name, ...cursor.since(start) };
  }
  cursor.expect('{', 'to begin a set of actions');
  const elements: Label[] = [];
  if (cursor.kind !== '}') {
    do elements.push(cursor.nested(() => parseLabel(cursor)));
    while (cursor.accept(','));
  }
  cursor.expect('}', 'to close this set of actions');
  return { kind: 'listed', elements, ...cursor.since(start) };
}

/** `/{new/old, forall[i:R] {…}}`, or nothing. */
export function parseRelabelling(cursor: Cursor): Relabelling[] {
  return cursor.accept('/') ? relabellings(cursor) : [];
}

function relabellings(cursor: Cursor): Relabelling[] {
  cursor.expect('{', 'to begin a relabelling');
  const parts: Relabelling[] = [];
  do parts.push(cursor.nested(() => relabelling(cursor)));
  while (cursor.accept(','));
  cursor.expect('}', 'to close this relabelling');
  return parts;
}

function relabelling(cursor: Cursor): Relabelling {
  const start = cursor.start;
  if (cursor.accept('forall')) {
    const ranges = parseRanges(cursor);
    return { kind: 'forall', ranges, parts: relabellings(cursor), ...cursor.since(start) };
  }
  const to = parseLabel(cursor);
  cursor.expect('/', 'between the new and the old label', 'a relabelling is written new/old');
  return { kind: 'replace', to, from: parseLabel(cursor), ...cursor.since(start) };
}
