/** Subprograms that are modelled here and not by a body. */

import type { Context } from '../lower/context.js';
import { evaluate } from '../lower/expression.js';
import type { Value } from '../lower/value.js';
import type { Entity } from '../resolve/entity.js';
import type { Scope } from '../resolve/scope.js';
import type { AdaType } from '../resolve/type.js';
import type { Association } from '../syntax/index.js';

export interface Builtin {
  /** Takes whatever it is given. */
  anyArguments?: boolean;
  call(context: Context, given: readonly Association[], expected?: AdaType): Value | undefined;
}

/** A procedure that takes whatever it is given; one that gives a value back may stand for a function too. */
export const procedure = (name: string, scope: Scope, call: Builtin['call']): Entity => ({
  kind: 'subprogram',
  name,
  function: false,
  formals: [],
  scope,
  builtin: { anyArguments: true, call },
});

/** The values that are given, worked out: functions may be called there. */
export const argumentsOf = (context: Context, given: readonly Association[]): Value[] =>
  given.flatMap(({ value }) =>
    value && value.kind !== 'range' && value.kind !== 'subtype' ? [evaluate(context, value)] : [],
  );
