/** Objects that access values lead to. */
import type { DataType } from '../../../model/data.js';
import { constant, type Place } from '../../../model/expression.js';
import { type AdaType, type ArrayType, dataTypeOf, lengthOf, sizeOfType } from '../resolve/type.js';
import { compositeAt } from './composite.js';
import type { Context } from './context.js';
import { check } from './exception.js';
import { combine, isConstant, minus } from './fold.js';
import { anyValue } from './range-check.js';
import { hasObjects } from './store.js';
import { unknown, type Value } from './value.js';
import { CONSTRAINT_ERROR, type World } from './world.js';

/** The access value of an object that is not kept: it is not null, and nothing tells it from others. */
export const SOMETHING = 1;

/** The bounds that arrays are made with whose elements are not kept: their access values tell which. */
const shapes = new WeakMap<World, Map<object, ArrayType[]>>();

export function shapesOf(world: World, { root }: AdaType): ArrayType[] {
  const known = shapes.get(world) ?? new Map<object, ArrayType[]>();
  shapes.set(world, known);
  const found = known.get(root) ?? [];
  known.set(root, found);
  return found;
}

/** The access value of a new array like this. */
export function shapeNumber(world: World, type: AdaType): number {
  if (type.kind !== 'array' || lengthOf(type) === undefined) return SOMETHING;
  const all = shapesOf(world, type);
  const found = all.findIndex((shape) => sameBounds(shape, type));
  return SOMETHING + (found < 0 ? all.push(type) : found + 1);
}

export const sameBounds = (a: ArrayType, b: ArrayType): boolean =>
  a.indices.every(({ low, high }, i) => low === b.indices[i].low && high === b.indices[i].high);

export interface Pool {
  place: Place;
  type: Extract<DataType, { kind: 'array' }>;
  /** How many have been allocated. */
  used: Place;
  /** Some allocator may come to be used more often than there is room for. */
  open: boolean;
  /** How many of them are declared objects, which come first. */
  declared: number;
}

const pools = new WeakMap<World, Map<object, Pool>>();

/** Room for the objects of one type; it grows with every allocator. */
export function poolOf(world: World, target: AdaType): Pool {
  const known = pools.get(world) ?? new Map<object, Pool>();
  pools.set(world, known);
  const found = known.get(target.root);
  if (found) return found;
  const type: Pool['type'] = { kind: 'array', low: 1, length: 0, element: dataTypeOf(target) };
  const place = world.variable(poolName(target), type, undefined, keyOf(target));
  const used = world.variable(
    `${target.name} allocated`,
    { kind: 'range', low: 0, high: 0x7fff, overflow: 'fault' },
    0,
  );
  const pool = { place, type, used, open: false, declared: 0 };
  known.set(target.root, pool);
  world.finishing.push(() => {
    world.variables[used.variable].initial = [constant(pool.declared)];
  });
  return pool;
}

/** Room for a declared object that access values may lead to; undefined where its values are not kept there. */
export function declaredRoom(world: World, type: AdaType): Value | undefined {
  const size = sizeOfType(type);
  if (size === 0 || size > world.settings.mostElements || hasObjects(type)) return undefined;
  const lost = whyLost(world, type);
  if (lost !== undefined) return anyValue(lost, type);
  const pool = poolOf(world, type);
  const { name } = world.variables[pool.place.variable];
  if (name !== poolName(type) || JSON.stringify(pool.type.element) !== JSON.stringify(dataTypeOf(type)))
    return undefined;
  pool.type.length++;
  pool.declared++;
  const index = constant(pool.declared);
  return { kind: 'stored', type, place: { ...pool.place, path: [{ kind: 'index', index }] } };
}

/** The access value of an object that has room among those of its type. */
export function numberInPool(world: World, value: Value): number | undefined {
  if (value.kind !== 'stored') return undefined;
  const { variable, path } = value.place;
  const pool = pools.get(world)?.get(value.type.root);
  const [selector, ...others] = path;
  if (pool?.place.variable !== variable || others.length > 0 || selector?.kind !== 'index') return undefined;
  return selector.index.kind === 'constant' ? selector.index.value : undefined;
}

/** An access value of the type leads to an object that has no room among the others: none of them is kept. */
export function loseAll(world: World, target: AdaType, reason: string): void {
  if (sizeOfType(target) > 0 && !hasObjects(target) && whyLost(world, target) === undefined)
    world.drop(poolOf(world, target).place, reason);
}

const poolName = ({ name }: AdaType): string => `all ${name}`;

/** Stands for the declaration of all objects of types of this name, where their values are not known. */
function keyOf({ name }: AdaType): number {
  let key = 7;
  for (const letter of name.toLowerCase()) key = (key * 31 + letter.charCodeAt(0)) % 0x3fffffff;
  return -key;
}

/** Why the values of such objects are not kept. */
export const whyLost = ({ dropped }: World, target: AdaType): string | undefined =>
  dropped.get(keyOf(target))?.reason;

export function dereference(context: Context, value: Value): Value {
  const type = value.type?.kind === 'access' ? value.type : undefined;
  const target = type?.target();
  if (!type || !target || value.kind !== 'scalar')
    return anyValue(value.kind === 'unknown' ? value.reason : 'an access value', target);
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
  if (hasObjects(target)) return compositeAt(context, target, value);
  check(context, combine('unequal', expression, constant(0)), CONSTRAINT_ERROR);
  if (sizeOfType(target) === 0) {
    const shape = isConstant(expression)
      ? shapesOf(context.world, target)[expression.value - SOMETHING - 1]
      : undefined;
    return anyValue(`what ${type.name} leads to`, shape ?? target);
  }
  const lost = whyLost(context.world, target);
  if (lost !== undefined) return anyValue(lost, target);
  const { place } = poolOf(context.world, target);
  return { kind: 'stored', type: target, place: { ...place, path: [{ kind: 'index', index: expression }] } };
}
