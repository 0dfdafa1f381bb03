/** Primitive processes: local processes made of action prefix, choice, conditions and references. */
import type { Cursor } from './cursor.js';
import { parseExpression } from './parse-expression.js';
import { parseLabel, parseRanges, parseRelabelling, singleSet, startsLabel } from './parse-label.js';
import type {
  Behaviour,
  Branch,
  LocalProcess,
  Parameter,
  ProcessDefinition,
  Quality,
  Visibility,
} from './syntax.js';

export function parseProcess(cursor: Cursor, qualities: Quality[]): ProcessDefinition {
  const { name, ...place } = cursor.take('upper', 'the name of a process');
  const parameters = parseParameters(cursor);
  const locals = [localProcess(cursor, name, place.start)];
  while (cursor.accept(',')) {
    const local = cursor.take('upper', 'the name of a local process');
    locals.push(localProcess(cursor, local.name, local.start));
  }
  const extension = cursor.accept('+') ? singleSet(cursor) : undefined;
  const relabelling = parseRelabelling(cursor);
  const visibility = parseVisibility(cursor);
  cursor.expect('.', `to end the definition of ${name}`);
  return {
    kind: 'process',
    name,
    qualities,
    parameters,
    locals,
    extension,
    relabelling,
    visibility,
    ...place,
  };
}

/** `(N=3, M=N)`, or nothing. */
export function parseParameters(cursor: Cursor): Parameter[] {
  const parameters: Parameter[] = [];
  if (!cursor.accept('(')) return parameters;
  do {
    const { name, ...place } = cursor.take('upper', 'a parameter, a name in upper case');
    cursor.expect('=', `to give the parameter ${name} its value`);
    parameters.push({ name, initial: parseExpression(cursor), ...place });
  } while (cursor.accept(','));
  cursor.expect(')', 'to close the parameters');
  return parameters;
}

export function parseVisibility(cursor: Cursor): Visibility | undefined {
  const start = cursor.start;
  if (cursor.accept('\\')) return { kind: 'hide', set: singleSet(cursor), ...cursor.since(start) };
  if (cursor.accept('@')) return { kind: 'show', set: singleSet(cursor), ...cursor.since(start) };
  return undefined;
}

function localProcess(cursor: Cursor, name: string, start: number): LocalProcess {
  const place = { start, end: start + name.length };
  if (cursor.kind === '@') {
    cursor.problems.abandon('unsupported', 'accepting states (P@ = …) are not supported', cursor.here);
  }
  const indices = cursor.kind === '[' ? parseRanges(cursor) : [];
  if (cursor.accept('.')) indices.push(...parseLabel(cursor).parts);
  cursor.expect('=', `after ${name}`);
  return { name, indices, body: behaviour(cursor), ...place };
}

/** The branches of a choice may go without the brackets around them. */
function behaviour(cursor: Cursor): Behaviour {
  const start = cursor.start;
  if (cursor.kind === 'upper' && !startsLabel(cursor)) return reference(cursor);
  if (cursor.accept('if')) return condition(cursor, start);
  if (cursor.kind === '(') {
    cursor.advance();
    const inner = cursor.nested(() => behaviour(cursor));
    cursor.expect(')', 'to close this choice');
    if (inner.kind !== 'choice' || !cursor.is('|')) return inner;
    return choice(cursor, start, inner.branches);
  }
  if (cursor.kind === 'when' || startsLabel(cursor)) return choice(cursor, start, [branch(cursor)]);
  return cursor.fail("a process: a name in upper case, an action, '(', 'when' or 'if'");
}

function choice(cursor: Cursor, start: number, first: Branch[]): Behaviour {
  const branches = [...first];
  while (cursor.accept('|')) {
    const bracketed = cursor.kind === '(' ? cursor.nested(() => behaviour(cursor)) : undefined;
    if (bracketed === undefined) branches.push(branch(cursor));
    else if (bracketed.kind === 'choice') branches.push(...bracketed.branches);
    else cursor.problems.abandon('syntax', "expected an action after '|', but found a process", bracketed);
  }
  return { kind: 'choice', branches, ...cursor.since(start) };
}

function branch(cursor: Cursor): Branch {
  const start = cursor.start;
  const guard = cursor.accept('when') ? parseExpression(cursor) : undefined;
  let closing = 0;
  while (guard !== undefined && cursor.accept('(')) closing++;
  const actions = [];
  do {
    actions.push(parseLabel(cursor));
    cursor.expect(
      '->',
      'after this action',
      'an action is followed by -> and more actions or a process such as STOP',
    );
  } while (startsLabel(cursor));
  const then = cursor.nested(() => continuation(cursor));
  while (closing-- > 0) cursor.expect(')', 'to close this choice');
  return { guard, actions, then, ...cursor.since(start) };
}

/** What follows an arrow: `|` after it belongs to the choice around. */
function continuation(cursor: Cursor): Behaviour {
  const start = cursor.start;
  if (cursor.kind === 'when') return { kind: 'choice', branches: [branch(cursor)], ...cursor.since(start) };
  if (cursor.kind !== '(') return behaviour(cursor);
  cursor.advance();
  const inner = behaviour(cursor);
  cursor.expect(')', 'to close this choice');
  return inner;
}

function condition(cursor: Cursor, start: number): Behaviour {
  const test = parseExpression(cursor);
  cursor.expect('then', 'after the condition');
  const whenTrue = cursor.nested(() => behaviour(cursor));
  const whenFalse = cursor.accept('else') ? cursor.nested(() => behaviour(cursor)) : undefined;
  return { kind: 'if', test, whenTrue, whenFalse, ...cursor.since(start) };
}

/** `P`, `P[i][j]`, `A; B(3); P`. A last call with arguments goes on as END. */
function reference(cursor: Cursor): Behaviour {
  const start = cursor.start;
  const before = [];
  for (;;) {
    const { name, ...place } = cursor.take('upper', 'the name of a process');
    if (cursor.is('->')) {
      const hint = `a set of actions has to be declared: set ${name} = {…}`;
      cursor.problems.abandon(
        'syntax',
        `expected an action, but ${name} is the name of a process`,
        place,
        hint,
      );
    }
    const called = cursor.kind === '(' ? parseArguments(cursor) : undefined;
    if (cursor.accept(';')) {
      before.push({ name, arguments: called, ...place });
      continue;
    }
    if (called !== undefined) {
      before.push({ name, arguments: called, ...place });
      return { kind: 'goto', before, name: 'END', indices: [], ...cursor.since(start) };
    }
    const indices = [];
    while (cursor.accept('[')) {
      do indices.push(parseExpression(cursor));
      while (cursor.accept(','));
      cursor.expect(']', 'to close this index');
    }
    return { kind: 'goto', before, name, indices, ...cursor.since(start) };
  }
}

export function parseArguments(cursor: Cursor): ReturnType<typeof parseExpression>[] {
  const list = [];
  cursor.expect('(', 'to begin the arguments');
  do list.push(parseExpression(cursor));
  while (cursor.accept(','));
  cursor.expect(')', 'to close the arguments');
  return list;
}
