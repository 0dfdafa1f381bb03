/** Objects that access values lead to. */
import type { DataType } from '../../../model/data.js';
import { constant, type Place } from '../../../model/expression.js';
import { type AdaType, dataTypeOf, sizeOfType } from '../resolve/type.js';
import type { Context } from './context.js';
import { check } from './exception.js';
import { combine, isConstant, minus } from './fold.js';
import { unknown, type Value } from './value.js';
import { CONSTRAINT_ERROR, type World } from './world.js';

export interface Pool {
  place: Place;
  type: Extract<DataType, { kind: 'array' }>;
  /** How many have been allocated. */
  used: Place;
}

const pools = new WeakMap<World, Map<object, Pool>>();

/** Room for the objects of one type; it grows with every allocator. */
export function poolOf(world: World, target: AdaType): Pool {
  const known = pools.get(world) ?? new Map<object, Pool>();
  pools.set(world, known);
  const found = known.get(target.root);
  if (found) return found;
  const type: Pool['type'] = { kind: 'array', low: 1, length: 0, element: dataTypeOf(target) };
  const place = world.variable(`all ${target.name}`, type);
  const used = world.variable(
    `${target.name} allocated`,
    { kind: 'range', low: 0, high: 0x7fff, overflow: 'fault' },
    0,
  );
  const pool = { place, type, used };
  known.set(target.root, pool);
  return pool;
}

export function dereference(context: Context, value: Value): Value {
  const type = value.type?.kind === 'access' ? value.type : undefined;
  const target = type?.target();
  if (!type || !target || value.kind !== 'scalar')
    return unknown(value.kind === 'unknown' ? value.reason : 'an access value', target);
  const { expression } = value;
  if (target.kind === 'task' || target.kind === 'protected') {
    if (!isConstant(expression)) {
      check(context, combine('unequal', expression, constant(0)), CONSTRAINT_ERROR);
      return target.kind === 'task'
        ? { kind: 'task', type: target, position: minus(expression, 1) }
        : { kind: 'protected', type: target, position: minus(expression, 1) };
    }
    const object = target.unit.objects[expression.value - 1];
    if (!object) {
      check(context, constant(0), CONSTRAINT_ERROR);
      return unknown('a null access value', target);
    }
    return target.kind === 'task'
      ? { kind: 'task', type: target, objects: [target.unit.objects[expression.value - 1]] }
      : { kind: 'protected', type: target, objects: [target.unit.objects[expression.value - 1]] };
  }
  if (sizeOfType(target) === 0) return unknown(`what ${type.name} leads to`, target);
  check(context, combine('unequal', expression, constant(0)), CONSTRAINT_ERROR);
  const { place } = poolOf(context.world, target);
  return { kind: 'stored', type: target, place: { ...place, path: [{ kind: 'index', index: expression }] } };
}
