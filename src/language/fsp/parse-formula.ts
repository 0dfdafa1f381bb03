/**
 * Formulas of linear temporal logic. As in LTSA `||` binds loosest, then the arrows and U and W (which
 * do not chain), then `&&`.
 */
import type { Cursor } from './cursor.js';
import { parseExpression } from './parse-expression.js';
import { parseLabel, parseRanges, startsLabel } from './parse-label.js';
import { parseArguments } from './parse-process.js';
import type { Formula } from './syntax.js';

/** A whole assertion: a `||` that begins a composite process is not part of it. */
export function parseFormula(cursor: Cursor): Formula {
  return disjunction(
    cursor,
    () => cursor.kindAfter(1) === 'upper' && ['=', '('].includes(cursor.kindAfter(2)),
  );
}

function disjunction(cursor: Cursor, ends: () => boolean): Formula {
  let left = relation(cursor);
  for (let length = 1; cursor.kind === '||' && !ends(); length++) {
    cursor.bounded(length);
    cursor.advance();
    const right = relation(cursor);
    left = { kind: 'or', left, right, start: left.start, end: right.end };
  }
  return left;
}

function relation(cursor: Cursor): Formula {
  const left = conjunction(cursor);
  const kind = relationAt(cursor);
  if (kind === undefined) return left;
  cursor.advance();
  const right = conjunction(cursor);
  return { kind, left, right, start: left.start, end: right.end };
}

function relationAt(cursor: Cursor): 'implies' | 'iff' | 'until' | 'weak until' | undefined {
  if (cursor.kind === '->') return 'implies';
  if (cursor.kind === '<->') return 'iff';
  if (cursor.kind === 'upper' && cursor.text === 'U') return 'until';
  if (cursor.kind === 'upper' && cursor.text === 'W') return 'weak until';
  return undefined;
}

function conjunction(cursor: Cursor): Formula {
  let left = unary(cursor);
  for (let length = 1; cursor.accept('&&'); length++) {
    cursor.bounded(length);
    const right = unary(cursor);
    left = { kind: 'and', left, right, start: left.start, end: right.end };
  }
  return left;
}

function unary(cursor: Cursor): Formula {
  const start = cursor.start;
  const operator = operatorAt(cursor);
  if (operator !== undefined) {
    cursor.advance();
    return { kind: operator, operand: cursor.nested(() => unary(cursor)), ...cursor.since(start) };
  }
  if (cursor.kind === 'forall' || cursor.kind === 'exists') {
    const kind = cursor.kind;
    cursor.advance();
    const ranges = parseRanges(cursor);
    return { kind, ranges, body: cursor.nested(() => unary(cursor)), ...cursor.since(start) };
  }
  if (cursor.accept('rigid')) {
    return { kind: 'constant', value: parseExpression(cursor), ...cursor.since(start) };
  }
  if (cursor.accept('(')) {
    const inner = cursor.nested(() => disjunction(cursor, () => false));
    cursor.expect(')', 'to close this formula');
    return { ...inner, ...cursor.since(start) };
  }
  if (cursor.kind === 'upper' && !cursor.setNames.has(cursor.text)) {
    const { name } = cursor.take('upper', 'a fluent');
    const indices = cursor.is('[') ? parseRanges(cursor) : [];
    const given = cursor.is('(') ? parseArguments(cursor) : undefined;
    return { kind: 'named', name, indices, arguments: given, ...cursor.since(start) };
  }
  if (startsLabel(cursor)) return { kind: 'action', label: parseLabel(cursor), ...cursor.since(start) };
  return cursor.fail('a formula: a fluent, an action, an operator or a bracket');
}

function operatorAt(cursor: Cursor): 'not' | 'next' | 'always' | 'eventually' | undefined {
  if (cursor.kind === '!') return 'not';
  if (cursor.kind === '[]') return 'always';
  if (cursor.kind === '<>') return 'eventually';
  if (cursor.kind === 'upper' && cursor.text === 'X') return 'next';
  return undefined;
}
