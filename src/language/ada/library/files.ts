/** Files: whether one can be opened or made is not up to the program. What they hold is not kept. */
import { canFail } from '../lower/exception.js';
import { NAME_ERROR, USE_ERROR } from '../lower/world.js';
import type { Entity } from '../resolve/entity.js';
import type { Scope } from '../resolve/scope.js';
import { argumentsOf, procedure } from './builtin.js';

export const OPENING = ['open', 'create'];

/** There is no such file, or it must not be used: both may be so whatever the program does. */
export const opening = (key: string, scope: Scope): Entity =>
  procedure(key, scope, (context, given) => {
    argumentsOf(context, given);
    for (const id of [NAME_ERROR, USE_ERROR])
      canFail(context, id, `the file cannot be opened: ${context.world.exceptions[id]}`);
    return undefined;
  });
