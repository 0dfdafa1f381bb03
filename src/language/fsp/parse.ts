/** A whole file: definitions one after the other; a mistake in one does not hide the others. */
import { Cursor } from './cursor.js';
import { parseComposite } from './parse-composite.js';
import { parseSimpleExpression } from './parse-expression.js';
import { parseFormula } from './parse-formula.js';
import { parseLabel, parseRanges, parseSet, singleSet } from './parse-label.js';
import { parseParameters, parseProcess } from './parse-process.js';
import { Abandoned, type Problems } from './problems.js';
import { scan } from './scan.js';
import type { Definition, Description, Quality } from './syntax.js';

export function parse(text: string, problems: Problems): Description {
  const tokens = scan(text, problems);
  const cursor = new Cursor(tokens, problems);
  const definitions: Definition[] = [];
  while (cursor.kind !== 'end of file' && !problems.full) {
    const start = cursor.start;
    try {
      definitions.push(definition(cursor));
    } catch (failure) {
      if (!(failure instanceof Abandoned)) throw failure;
      cursor.recover(start);
    }
  }
  const declared = problems.failed ? cursor.definedNames : new Set<string>();
  return { definitions, declared };
}

function definition(cursor: Cursor): Definition {
  switch (cursor.kind) {
    case 'const': {
      const { name, ...place } = named(cursor, 'a constant, a name in upper case');
      return { kind: 'constant', name, value: parseSimpleExpression(cursor), ...place };
    }
    case 'range': {
      const { name, ...place } = named(cursor, 'a range, a name in upper case');
      const low = parseSimpleExpression(cursor);
      cursor.expect('..', 'between the ends of a range');
      return { kind: 'range', name, low, high: parseSimpleExpression(cursor), ...place };
    }
    case 'set': {
      const { name, ...place } = named(cursor, 'a set, a name in upper case');
      return { kind: 'set', name, set: parseSet(cursor), ...place };
    }
    case 'progress':
      return progress(cursor);
    case 'fluent':
      return fluent(cursor);
    case 'assert': {
      cursor.advance();
      const { name, ...place } = cursor.take('upper', 'the name of an assertion, in upper case');
      const parameters = parseParameters(cursor);
      cursor.expect('=', `after ${name}`);
      const formula = parseFormula(cursor);
      if (cursor.accept('+')) singleSet(cursor);
      return { kind: 'assert', name, parameters, formula, ...place };
    }
    case 'menu': {
      const { name, ...place } = named(cursor, 'the name of a menu, in upper case');
      parseLabel(cursor);
      return { kind: 'ignored', name, ...place };
    }
    case 'animation':
      return animation(cursor);
    case 'import': {
      const place = cursor.here;
      named(cursor, 'the name of a process, in upper case');
      cursor.take('string', 'a file name in quotes');
      return cursor.problems.abandon(
        'unsupported',
        'import is not supported',
        place,
        'check the .aut file directly',
      );
    }
    case 'constraint': {
      const place = cursor.here;
      named(cursor, 'the name of a constraint, in upper case');
      parseFormula(cursor);
      return cursor.problems.abandon('unsupported', 'constraint is not supported', place);
    }
    default:
      return process(cursor);
  }
}

function process(cursor: Cursor): Definition {
  const qualities: Quality[] = [];
  while (
    cursor.kind === 'property' ||
    cursor.kind === 'minimal' ||
    cursor.kind === 'deterministic' ||
    cursor.kind === 'compose'
  ) {
    qualities.push(cursor.kind);
    cursor.advance();
  }
  if (cursor.kind === '||') return parseComposite(cursor, qualities);
  if (cursor.kind !== 'upper') cursor.fail('a definition');
  return parseProcess(cursor, qualities);
}

function named(cursor: Cursor, what: string): ReturnType<Cursor['take']> {
  cursor.advance();
  const name = cursor.take('upper', what);
  cursor.expect('=', `after ${name.name}`);
  return name;
}

/** `animation A = "file" target T compose {…} actions {…} controls {…}`: for the eye alone. */
function animation(cursor: Cursor): Definition {
  const { name, ...place } = named(cursor, 'the name of an animation, in upper case');
  cursor.take('string', 'a file name in quotes');
  for (;;) {
    if (cursor.is('lower') && cursor.text === 'target') {
      cursor.advance();
      cursor.take('upper', 'a composite process');
    } else if (
      cursor.is('compose') ||
      (cursor.is('lower') && ['actions', 'controls'].includes(cursor.text))
    ) {
      cursor.advance();
      skipBraces(cursor);
    } else {
      return { kind: 'ignored', name, ...place };
    }
  }
}

function skipBraces(cursor: Cursor): void {
  cursor.expect('{', 'to begin a list');
  for (let open = 1; open > 0; cursor.advance()) {
    if (cursor.is('end of file')) cursor.fail("'}' to close this list");
    if (cursor.is('{')) open++;
    if (cursor.is('}')) open--;
  }
}

function progress(cursor: Cursor): Definition {
  cursor.advance();
  const { name, ...place } = cursor.take('upper', 'the name of a progress property, in upper case');
  const indices = cursor.kind === '[' ? parseRanges(cursor) : [];
  cursor.expect('=', `after ${name}`);
  if (!cursor.accept('if')) return { kind: 'progress', name, indices, events: parseLabel(cursor), ...place };
  const when = parseLabel(cursor);
  cursor.expect('then', 'after the actions of the condition');
  return { kind: 'progress', name, indices, when, events: parseLabel(cursor), ...place };
}

function fluent(cursor: Cursor): Definition {
  cursor.advance();
  const { name, ...place } = cursor.take('upper', 'the name of a fluent, in upper case');
  const indices = cursor.kind === '[' ? parseRanges(cursor) : [];
  cursor.expect('=', `after ${name}`);
  cursor.expect('<', 'to begin a fluent', 'a fluent is written <{starting actions}, {ending actions}>');
  const starts = parseLabel(cursor);
  cursor.expect(',', 'between the starting and the ending actions');
  const ends = parseLabel(cursor);
  cursor.expect('>', 'to close this fluent');
  const initially = cursor.accept('initially') ? parseSimpleExpression(cursor) : undefined;
  return { kind: 'fluent', name, indices, starts, ends, initially, ...place };
}
