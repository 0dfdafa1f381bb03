/** Instances of generic units of the predefined library. */
import { constant, read } from '../../../model/expression.js';
import { target } from '../lower/apply.js';
import { assign, chooseAny } from '../lower/assign.js';
import type { Context } from '../lower/context.js';
import { equal } from '../lower/fold.js';
import { typeNamed } from '../lower/name.js';
import { rvalue } from '../lower/read.js';
import { storeFor } from '../lower/store.js';
import { unknown, type Value } from '../lower/value.js';
import type { Entity } from '../resolve/entity.js';
import { Scope } from '../resolve/scope.js';
import { type AdaType, isDiscrete, unknownType } from '../resolve/type.js';
import type { Instance } from '../syntax/index.js';
import { declareAtomics } from './atomic.js';
import { argumentsOf, procedure } from './builtin.js';
import { declareInput } from './text.js';

export function libraryInstance(context: Context, generic: string, tree: Instance, name: string): Entity {
  const actual = tree.arguments[0]?.value;
  const type =
    actual && actual.kind !== 'range' && actual.kind !== 'subtype' ? typeNamed(context, actual) : undefined;
  const scope = new Scope(undefined, name);
  if (/unchecked_deallocation$/.test(generic)) return deallocation(name, scope);
  if (tree.of !== 'package') return { kind: 'opaque', name, reason: name, library: true };
  scope.library = 'open';
  if (/discrete_random$/.test(generic)) declareRandom(scope, type);
  else if (/_io$/.test(generic)) declareInput(scope);
  else if (/atomic_operations\.\w+$/.test(generic)) declareAtomics(scope);
  return { kind: 'package', name, scope };
}

function declareRandom(scope: Scope, type: AdaType | undefined): void {
  const generator = unknownType('Generator', 'chance', true);
  scope.declare('generator', { kind: 'type', name: 'Generator', type: generator });
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
}

/** The access value becomes null; what it led to is never asked for again. */
const deallocation = (name: string, scope: Scope): Entity =>
  procedure(name, scope, (context, [given]) => {
    const tree = given?.value;
    if (!tree || tree.kind === 'range' || tree.kind === 'subtype') return undefined;
    const variable = target(context, tree);
    if (variable.type?.kind === 'access') freeProtected(context, variable, variable.type.target());
    if (variable.type)
      assign(context, variable, { kind: 'scalar', type: variable.type, expression: constant(0) });
    return undefined;
  });

/** Whoever waits for a protected object that is freed is told so. */
function freeProtected({ draft, world }: Context, variable: Value, type: AdaType): void {
  const value = rvalue(variable);
  if (type.kind !== 'protected' || value.kind !== 'scalar') return;
  const step = draft.step({ atomic: true, text: `${type.name} is freed` });
  world.finishing.push(() => {
    for (const { gone, index } of type.unit.objects)
      if (gone)
        step.effects.push({
          kind: 'assign',
          place: gone,
          value: {
            kind: 'conditional',
            test: equal(value.expression, index + 1),
            whenTrue: constant(1),
            whenFalse: read(gone),
          },
        });
  });
}

/** A subprogram without any effect that matters here. */
export const silent = (name: string, scope: Scope): Entity =>
  procedure(name, scope, (context, given) => {
    argumentsOf(context, given);
    return undefined;
  });
