/** Composite processes: what runs side by side, under which labels. */
import type { Cursor } from './cursor.js';
import { parseExpression } from './parse-expression.js';
import { parseLabel, parseRanges, parseRelabelling, singleSet, startsLabel } from './parse-label.js';
import { parseArguments, parseParameters, parseVisibility } from './parse-process.js';
import type { CompositeDefinition, Composition, Label, ProcessCall, Quality } from './syntax.js';

export function parseComposite(cursor: Cursor, qualities: Quality[]): CompositeDefinition {
  cursor.expect('||', 'to begin a composite process');
  const { name, ...place } = cursor.take('upper', 'the name of a composite process');
  const parameters = parseParameters(cursor);
  cursor.expect('=', `after ||${name}`);
  const body = composition(cursor);
  const priority = parsePriority(cursor);
  const visibility = parseVisibility(cursor);
  cursor.expect('.', `to end the definition of ||${name}`);
  return { kind: 'composite', name, qualities, parameters, body, priority, visibility, ...place };
}

function parsePriority(cursor: Cursor): CompositeDefinition['priority'] {
  const start = cursor.start;
  if (cursor.accept('<<')) return { kind: 'high', set: singleSet(cursor), ...cursor.since(start) };
  if (cursor.accept('>>')) return { kind: 'low', set: singleSet(cursor), ...cursor.since(start) };
  return undefined;
}

function composition(cursor: Cursor): Composition {
  const start = cursor.start;
  if (cursor.accept('if')) {
    const test = parseExpression(cursor);
    cursor.expect('then', 'after the condition');
    const whenTrue = cursor.nested(() => composition(cursor));
    const whenFalse = cursor.accept('else') ? cursor.nested(() => composition(cursor)) : undefined;
    return { kind: 'if', test, whenTrue, whenFalse, ...cursor.since(start) };
  }
  if (cursor.accept('forall')) {
    const ranges = parseRanges(cursor);
    return { kind: 'forall', ranges, body: cursor.nested(() => composition(cursor)), ...cursor.since(start) };
  }
  const { sharing, prefix } = accessors(cursor);
  const parts = cursor.kind === '(' ? group(cursor) : call(cursor);
  return {
    kind: 'parts',
    sharing,
    prefix,
    parts,
    relabelling: parseRelabelling(cursor),
    ...cursor.since(start),
  };
}

/** `{a,b}::`, `a:`, or `{a,b}::c:` */
function accessors(cursor: Cursor): { sharing?: Label; prefix?: Label } {
  if (!startsLabel(cursor)) return {};
  const label = parseLabel(cursor);
  if (cursor.accept(':')) return { prefix: label };
  cursor.expect('::', "or ':' between a label and its process");
  if (!startsLabel(cursor)) return { sharing: label };
  const prefix = parseLabel(cursor);
  cursor.expect(':', 'between a label and its process');
  return { sharing: label, prefix };
}

function group(cursor: Cursor): Composition[] {
  const parts: Composition[] = [];
  cursor.expect('(', 'to begin a composition');
  if (cursor.accept(')')) return parts;
  do parts.push(cursor.nested(() => composition(cursor)));
  while (cursor.accept('||'));
  cursor.expect(')', 'to close this composition');
  return parts;
}

function call(cursor: Cursor): ProcessCall {
  const { name, ...place } = cursor.take('upper', "a process, '(' or a label");
  return { name, arguments: cursor.kind === '(' ? parseArguments(cursor) : undefined, ...place };
}
