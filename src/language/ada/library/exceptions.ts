/** Ada.Exceptions: raising by identity, and raising again. */
import { beyond } from '../lower/bound.js';
import type { Context } from '../lower/context.js';
import { raise } from '../lower/exception.js';
import { evaluate } from '../lower/expression.js';
import { exceptionNamed } from '../lower/name.js';
import type { Scope } from '../resolve/scope.js';
import type { Association, Expression as Tree } from '../syntax/index.js';
import { procedure } from './builtin.js';

export function declareExceptions(scope: Scope): void {
  const declare = (name: string, call: (context: Context, given: readonly Association[]) => void): void =>
    scope.declare(
      name.toLowerCase(),
      procedure(name, scope, (context, given) => {
        call(context, given);
        return undefined;
      }),
    );
  declare('Raise_Exception', (context, given) => {
    const identity = given[0]?.value as Tree | undefined;
    for (const { value } of given.slice(1)) evaluate(context, value as Tree);
    const named =
      identity?.kind === 'attribute' && identity.attribute.key === 'identity'
        ? exceptionNamed(context, identity.prefix)
        : undefined;
    if (named !== undefined) raise(context, { kind: 'known', id: named });
    else if (context.handled && isIdentityOfOccurrence(identity)) raise(context, context.handled);
    else beyond(context, 'Raise_Exception of an exception that is not known');
  });
  declare('Reraise_Occurrence', (context) => {
    if (context.handled) raise(context, context.handled);
    else beyond(context, 'Reraise_Occurrence outside a handler');
  });
}

/** `Exception_Identity (E)`, in a handler: of what is being handled, as far as it is written. */
const isIdentityOfOccurrence = (tree: Tree | undefined): boolean =>
  tree?.kind === 'apply' &&
  ((tree.prefix.kind === 'identifier' && tree.prefix.key === 'exception_identity') ||
    (tree.prefix.kind === 'selected' && tree.prefix.selector.key === 'exception_identity'));
