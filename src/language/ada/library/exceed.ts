/** The way for library packages written in Ada to say that the program goes beyond what they model. */
import { beyond } from '../lower/bound.js';
import type { Scope } from '../resolve/scope.js';

export const declareExceed = (scope: Scope): void =>
  scope.declare('exceed', {
    kind: 'subprogram',
    name: 'Exceed',
    function: false,
    formals: [],
    scope,
    builtin: {
      anyArguments: true,
      call: (context, [what]) => {
        const text = what?.value?.kind === 'string' ? what.value.value : 'a bound';
        beyond(context, text);
        return undefined;
      },
    },
  });
