/** Records and arrays taken apart into their integers, as messages and arguments need them. */
import { type DataType, scalarsOf, sizeOf } from '../../model/data.js';
import { constant, type Place, type Selector } from '../../model/expression.js';
import type { ChannelType } from '../../model/system.js';

/** The integers of a place in order, each with its type. */
export function parts(place: Place, type: DataType): { place: Place; type: DataType }[] {
  const deeper = (selector: Selector): Place => ({ ...place, path: [...place.path, selector] });
  if (type.kind === 'record') {
    return type.fields.flatMap((field, i) => parts(deeper({ kind: 'field', field: i }), field.type));
  }
  if (type.kind === 'array') {
    return Array.from({ length: type.length }, (_, i) =>
      parts(deeper({ kind: 'index', index: constant(i) }), type.element),
    ).flat();
  }
  return [{ place, type }];
}

/** A part of a record whose integers are variables of their own, the first of which the place names: that variable. */
export function partApart(place: Place, type: DataType): Place {
  let variable = place.variable;
  let at = type;
  for (const selector of place.path) {
    if (selector.kind !== 'field' || at.kind !== 'record') return place;
    for (const before of at.fields.slice(0, selector.field)) variable += sizeOf(before.type);
    at = at.fields[selector.field].type;
  }
  return { ...place, variable, path: [] };
}

/** The names of the integers of a value, as they stand behind the name of a variable. */
export function partNames(type: DataType): string[] {
  if (type.kind === 'record')
    return type.fields.flatMap((field) => partNames(field.type).map((rest) => `.${field.name}${rest}`));
  if (type.kind === 'array')
    return Array.from({ length: type.length }, (_, i) =>
      partNames(type.element).map((rest) => `[${i}]${rest}`),
    ).flat();
  return [''];
}

/** The scalar types of one message. */
export function scalarFields(channel: ChannelType): DataType[] {
  return channel.fields.flatMap(scalarsOf);
}

export function fieldCount(channel: ChannelType): number {
  return scalarFields(channel).length;
}
