/**
 * Text input. What the standard input holds is not up to the program: it may be any value, it may be none that fits,
 * and it may be at its end, and then stays so. What a file holds may be what the program itself has written, which is
 * not kept: what is read from one is a choice that the program may not have.
 */
import { constant, read } from '../../../model/expression.js';
import { target } from '../lower/apply.js';
import { assign, chooseAny } from '../lower/assign.js';
import type { Context } from '../lower/context.js';
import { canFail, mayFail, raisingLocation } from '../lower/exception.js';
import { equal } from '../lower/fold.js';
import { unknown, type Value } from '../lower/value.js';
import { DATA_ERROR, END_ERROR } from '../lower/world.js';
import type { Entity } from '../resolve/entity.js';
import type { Scope } from '../resolve/scope.js';
import { CHARACTER } from '../resolve/standard.js';
import { type AdaType, isScalar } from '../resolve/type.js';
import { procedure } from './builtin.js';

export const INPUT = ['get', 'get_line', 'get_immediate', 'look_ahead', 'read', 'skip_line'];

export const input = (key: string, scope: Scope): Entity =>
  procedure(key, scope, (context, given, expected) => {
    const variables = given.flatMap(({ value }) =>
      value && value.kind !== 'range' && value.kind !== 'subtype' ? [target(context, value)] : [],
    );
    const standard = key !== 'read' && !context.world.mentions.redirects && !variables.some(isFile);
    if (standard) mayEnd(context);
    else mayFail(context, 'input', END_ERROR);
    if (key !== 'skip_line') for (const variable of variables) take(context, key, variable, standard);
    return { ...unknown('input', expected), ...(standard ? { read: true } : {}) };
  });

function take(context: Context, key: string, variable: Value, standard: boolean): void {
  // A file, or a number: how many characters to take.
  if (isFile(variable) || variable.kind === 'scalar') return;
  if (key === 'get' && !isText(variable.type)) {
    if (standard && variable.type && isScalar(variable.type))
      canFail(context, DATA_ERROR, 'the input is no such value: Data_Error');
    else mayFail(context, 'input', DATA_ERROR);
  }
  if (variable.kind === 'stored' && isScalar(variable.type))
    chooseAny(context, variable, 'input', 'input', true);
  else assign(context, variable, unknown('input'));
}

/** At its end the standard input stays there; a terminal may have more all the same. */
function mayEnd(context: Context): void {
  const { draft, world } = context;
  world.inputEnded ??= world.variable('standard input has ended', { kind: 'boolean' }, 0);
  const ended = world.inputEnded;
  const [from, fine] = [draft.here, draft.location()];
  draft.link(from, fine, { guard: equal(read(ended), 0), atomic: true });
  draft.link(from, fine, {
    guard: equal(read(ended), 1),
    atomic: true,
    abstracted: 'input behind its end',
    text: 'there is more input',
  });
  draft.link(from, raisingLocation(context, END_ERROR), {
    effects: [{ kind: 'assign', place: ended, value: constant(1) }],
    atomic: true,
    text: 'the input is at its end: End_Error',
  });
  draft.here = fine;
}

const isFile = ({ type }: Value): boolean => type?.kind === 'unknown' && type.name === 'File_Type';

const isText = (type: AdaType | undefined): boolean => type === CHARACTER || type?.kind === 'array';
