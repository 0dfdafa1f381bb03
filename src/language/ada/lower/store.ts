/** Room for values: variables of the model for objects of the program. */
import { constant, type Place, type Selector } from '../../../model/expression.js';
import { type AdaType, dataTypeOf, isScalar, lengthOf, sizeOfType } from '../resolve/type.js';
import type { Context } from './context.js';
import { extend, whyUnkept } from './name.js';
import { anyValue } from './range-check.js';
import type { Stored, Value } from './value.js';

/** A variable of this process for the time being; `declaration` says what in the text it stands for. */
export function storeFor(context: Context, name: string, type: AdaType, declaration?: number): Stored {
  const full = `${context.draft.name}: ${name}`;
  const place = context.world.variable(full, dataTypeOf(type), undefined, declaration);
  context.world.owners.set(place.variable, context.draft.number);
  return { kind: 'stored', type, place };
}

/** Does the type contain tasks or protected objects, which are no data? */
export function hasObjects(type: AdaType): boolean {
  if (type.kind === 'task' || type.kind === 'protected') return true;
  if (type.kind === 'array') return hasObjects(type.element);
  if (type.kind === 'record') return type.fields.some((field) => hasObjects(field.type));
  return false;
}

/** Room for a variable of the program, or the reason why its value is not kept. */
export function roomFor(context: Context, name: string, type: AdaType, declaration: number): Value {
  const { world } = context;
  const dropped = world.dropped.get(declaration);
  if (dropped) return anyValue(dropped.reason, type, dropped.range);
  const size = sizeOfType(type);
  if (size === 0) return anyValue(`${name}: ${whyUnkept(type)}`, type);
  if (size > world.settings.mostElements)
    return anyValue(`${name}: ${size} values are too many to keep`, type);
  const place = world.variable(name, dataTypeOf(type), undefined, declaration);
  world.owners.set(place.variable, context.draft.number);
  return { kind: 'stored', type, place };
}

/** Every scalar in a stored value, in order; undefined where there are open bounds. */
export function placesIn(type: AdaType, place: Place): { type: AdaType; place: Place }[] | undefined {
  if (isScalar(type)) return [{ type, place }];
  if (type.kind === 'record') {
    const all: { type: AdaType; place: Place }[] = [];
    for (const [i, field] of type.fields.entries()) {
      if (sizeOfType(field.type) === 0) continue;
      const inside = placesIn(field.type, extend(place, { kind: 'field', field: i }));
      if (!inside) return undefined;
      all.push(...inside);
    }
    return all;
  }
  if (type.kind !== 'array' || lengthOf(type) === undefined) return undefined;
  let rows: Selector[][] = [[]];
  for (const { low = 1, high = 0 } of type.indices) {
    rows = rows.flatMap((row) =>
      Array.from({ length: Math.max(0, high - low + 1) }, (_, i) => [
        ...row,
        { kind: 'index' as const, index: constant(low + i) },
      ]),
    );
  }
  const all: { type: AdaType; place: Place }[] = [];
  for (const row of rows) {
    const inside = placesIn(type.element, { ...place, path: [...place.path, ...row] });
    if (!inside) return undefined;
    all.push(...inside);
  }
  return all;
}
