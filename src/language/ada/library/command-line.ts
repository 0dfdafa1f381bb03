/** The command line: a program may be started without arguments; how many and which there are is not kept. */
import { scalar, unknown } from '../lower/value.js';
import type { Scope } from '../resolve/scope.js';
import { NATURAL } from '../resolve/standard.js';

export function declareCommandLine(scope: Scope): void {
  scope.declare('argument_count', {
    kind: 'subprogram',
    name: 'Argument_Count',
    function: true,
    formals: [],
    result: NATURAL,
    scope,
    builtin: {
      call: ({ world }) =>
        world.assumesNoArguments
          ? scalar(NATURAL, 0)
          : { ...unknown('the command line', NATURAL), range: { low: 0, high: 0x7fffffff } },
    },
  });
}
