/** The places of all integers of a variable, in layout order. */
import type { DataType } from '../../../model/data.js';
import { constant, type Place } from '../../../model/expression.js';

export function placesOf(place: Place, type: DataType): Place[] {
  if (type.kind === 'array') {
    return Array.from({ length: type.length }, (_, i) =>
      placesOf(
        { ...place, path: [...place.path, { kind: 'index', index: constant(type.low + i) }] },
        type.element,
      ),
    ).flat();
  }
  if (type.kind === 'record') {
    return type.fields.flatMap((field, i) =>
      placesOf({ ...place, path: [...place.path, { kind: 'field', field: i }] }, field.type),
    );
  }
  return [place];
}
