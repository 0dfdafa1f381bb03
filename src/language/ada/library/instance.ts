/** Instances of library generics: input, output and chance. */
import { chooseAny } from '../lower/assign.js';
import type { Context } from '../lower/context.js';
import { typeNamed } from '../lower/name.js';
import { rvalue } from '../lower/read.js';
import { storeFor } from '../lower/store.js';
import { unknown } from '../lower/value.js';
import type { Entity } from '../resolve/entity.js';
import { Scope } from '../resolve/scope.js';
import { isDiscrete, unknownType } from '../resolve/type.js';
import type { Instance } from '../syntax/index.js';
import { declareInput } from './text.js';

export function libraryInstance(context: Context, generic: string, tree: Instance, name: string): Entity {
  const actual = tree.arguments[0]?.value;
  const type =
    actual && actual.kind !== 'range' && actual.kind !== 'subtype' ? typeNamed(context, actual) : undefined;
  if (tree.of !== 'package') return { kind: 'opaque', name, reason: `${generic} is a library unit` };
  const scope = new Scope(undefined, name);
  if (/discrete_random$/.test(generic)) {
    scope.declare('generator', { kind: 'type', name: 'Generator', type: unknownType('Generator', 'chance') });
    scope.declare('random', {
      kind: 'subprogram',
      name: 'Random',
      function: true,
      formals: [],
      ...(type ? { result: type } : {}),
      scope,
      builtin: {
        anyArguments: true,
        call: (at) => {
          if (!type || !isDiscrete(type)) return unknown('chance', type);
          if (type.high - type.low >= 256) return { kind: 'unknown', reason: 'chance', type, free: true };
          const room = storeFor(at, 'random', type);
          chooseAny(at, room, 'chance', 'any value', true);
          return rvalue(room);
        },
      },
    });
    for (const key of ['reset', 'save']) scope.declare(key, silent(key, scope));
    return { kind: 'package', name, scope };
  }
  declareInput(scope);
  return { kind: 'package', name, scope };
}

/** A subprogram without any effect that matters here. */
export const silent = (name: string, scope: Scope): Entity => ({
  kind: 'subprogram',
  name,
  function: false,
  formals: [],
  scope,
  builtin: { anyArguments: true, call: () => undefined },
});
