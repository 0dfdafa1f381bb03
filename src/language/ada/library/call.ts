/**
 * Calls of procedures of the predefined library that are not modelled. None of them can block (those that can
 * are modelled): they change the variables they are given, to values that are not known, and nothing else.
 */
import { target } from '../lower/apply.js';
import { assign } from '../lower/assign.js';
import { beyond } from '../lower/bound.js';
import type { Context } from '../lower/context.js';
import { evaluate } from '../lower/expression.js';
import { unknown, type Value } from '../lower/value.js';
import type { Association, Expression as Tree } from '../syntax/index.js';

/** Procedures of containers and strings, whose only variable is the first one, a container or text. */
const CHANGE_FIRST_ONLY = new Set([
  'append',
  'assign',
  'clear',
  'delete',
  'delete_first',
  'delete_last',
  'delete_leftmost',
  'exclude',
  'generic_sorting.sort',
  'head',
  'include',
  'insert_space',
  'next',
  'prepend',
  'previous',
  'replace',
  'replace_element',
  'replace_slice',
  'reserve_capacity',
  'reverse_elements',
  'set_element',
  'set_length',
  'set_unbounded_string',
  'sort',
  'swap',
  'tail',
  'translate',
  'trim',
  'union',
]);

/** Operations that may block and are not modelled. */
const BLOCKING = new Set([
  'accept_socket',
  'connect_socket',
  'continue',
  'dequeue',
  'dequeue_only_high_priority',
  'enqueue',
  'hold',
  'receive_socket',
]);

export function callLibrary(
  context: Context,
  operation: string,
  given: readonly Association[],
  object?: Value,
): void {
  if (BLOCKING.has(operation)) {
    forget(context, given);
    beyond(context, `a call of ${operation}, which may block and is not modelled`);
    return;
  }
  const handler = given.find(
    ({ value }) => value?.kind === 'attribute' && /access$/.test(value.attribute.key),
  );
  if (handler) {
    beyond(context, `${operation}, which is given a subprogram to call`);
    return;
  }
  if (object) forgetVariable(context, object);
  const first = object ? -1 : 0;
  given.forEach(({ value }, i) => {
    if (!value || value.kind === 'range' || value.kind === 'subtype') return;
    if (CHANGE_FIRST_ONLY.has(operation) && i !== first) evaluate(context, value);
    // Keys and elements go in; a position and whether it was inserted come out.
    else if (operation === 'insert' && i > first && given.length - first < 5) evaluate(context, value);
    else forgetArgument(context, value);
  });
  context.world.leaveOut('calls of library subprograms', operation);
}

/** A subprogram that is not given may change the variables it is given. */
export function forget(context: Context, given: readonly Association[]): void {
  for (const { value } of given)
    if (value && value.kind !== 'range' && value.kind !== 'subtype') forgetArgument(context, value);
}

function forgetArgument(context: Context, tree: Tree): void {
  const known = evaluate(context, tree);
  const named = tree.kind === 'identifier' || tree.kind === 'selected' || tree.kind === 'apply';
  if (!named || (known.kind === 'scalar' && known.expression.kind !== 'read')) return;
  forgetVariable(context, target(context, tree));
}

function forgetVariable(context: Context, variable: Value): void {
  if (variable.kind === 'stored')
    assign(context, variable, unknown('what a library subprogram gives', variable.type));
}
