/** Records and arrays taken apart into their integers, as messages and arguments need them. */
import { type DataType, scalarsOf } from '../../model/data.js';
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

/** The scalar types of one message. */
export function scalarFields(channel: ChannelType): DataType[] {
  return channel.fields.flatMap(scalarsOf);
}

export function fieldCount(channel: ChannelType): number {
  return scalarFields(channel).length;
}
