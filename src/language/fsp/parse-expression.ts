/** Expressions over integers and labels, with the operators and precedences of C. */
import type { Cursor } from './cursor.js';
import { parseLabel } from './parse-label.js';
import type { TokenKind } from './scan.js';
import type { Expression } from './syntax.js';

/** Loosest first. */
// biome-ignore format: a table
const LEVELS: TokenKind[][] = [
  ['||'], ['&&'], ['|'], ['^'], ['&'], ['==', '!='], ['<', '<=', '>', '>='], ['<<', '>>'], ['+', '-'],
  ['*', '/', '%'],
];

const LEVEL_OF = new Map<TokenKind, number>(
  LEVELS.flatMap((kinds, level) => kinds.map((kind) => [kind, level])),
);

export function parseExpression(cursor: Cursor): Expression {
  return binary(cursor, 0);
}

/**
 * Without the loose operators. Where no mark ends an expression (`const N = 3`), a `||` after it begins
 * the next definition.
 */
export function parseSimpleExpression(cursor: Cursor): Expression {
  return binary(cursor, LEVEL_OF.get('+')!);
}

/** Precedence climbing: one level of the stack for each bracket, none for each precedence. */
function binary(cursor: Cursor, loosest: number): Expression {
  let left = unary(cursor);
  for (let length = 1; ; length++) {
    cursor.bounded(length);
    const level = LEVEL_OF.get(cursor.kind);
    if (level === undefined || level < loosest) return left;
    const operator = cursor.kind;
    cursor.advance();
    const right = cursor.nested(() => binary(cursor, level + 1));
    left = { kind: 'binary', operator, left, right, start: left.start, end: right.end };
  }
}

function unary(cursor: Cursor): Expression {
  const start = cursor.start;
  const operator = cursor.kind;
  if (operator !== '!' && operator !== '-' && operator !== '+') return primary(cursor);
  cursor.advance();
  const operand = cursor.nested(() => unary(cursor));
  return { kind: 'unary', operator, operand, ...cursor.since(start) };
}

function primary(cursor: Cursor): Expression {
  const { start } = cursor;
  switch (cursor.kind) {
    case 'integer': {
      const value = Number(cursor.text);
      if (value > 0x7fffffff)
        cursor.problems.abandon('bad-value', 'this number is above 2147483647', cursor.here);
      cursor.advance();
      return { kind: 'integer', value, ...cursor.since(start) };
    }
    case 'lower':
    case 'upper': {
      const name = cursor.text;
      cursor.advance();
      return { kind: 'name', name, ...cursor.since(start) };
    }
    case '(': {
      cursor.advance();
      const inner = cursor.nested(() => parseExpression(cursor));
      cursor.expect(')', 'to close this expression');
      return { ...inner, ...cursor.since(start) };
    }
    case "'":
      cursor.advance();
      return { kind: 'label', label: cursor.nested(() => parseLabel(cursor)), ...cursor.since(start) };
    case '#':
      cursor.advance();
      return { kind: 'count', label: cursor.nested(() => parseLabel(cursor)), ...cursor.since(start) };
    case '@': {
      cursor.advance();
      cursor.expect('(', 'after @');
      const label = cursor.nested(() => parseLabel(cursor));
      cursor.expect(',', 'between the set and the position');
      const index = cursor.nested(() => parseExpression(cursor));
      cursor.expect(')', 'to close @(…)');
      return { kind: 'element', label, index, ...cursor.since(start) };
    }
    default:
      return cursor.fail('an expression');
  }
}
