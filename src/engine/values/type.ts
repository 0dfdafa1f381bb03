/** Which values fit into variables, parts of them, and fields of messages. */
import { boundsOf, type DataType, scalarsOf } from '../../model/data.js';
import type { Place } from '../../model/expression.js';
import { messageScalars } from '../../model/layout.js';
import type { ChannelType, System } from '../../model/system.js';
import { type Bounds, joined } from './interval.js';

export const lies = (a: Bounds, b: Bounds): boolean => a.low >= b.low && a.high <= b.high;

/** Whether all these values can be put into a variable of a scalar type, if need be wrapped around. */
export function takes(type: DataType, values: Bounds): boolean {
  if (type.kind === 'boolean' || (type.kind === 'range' && type.overflow === 'wrap')) return true;
  return lies(values, boundsOf(type));
}

/** A value that does not fit its field becomes some other one of the field's. */
export function fittedToFields(value: Bounds, channels: readonly ChannelType[], part: number): Bounds {
  let found = value;
  for (const channel of channels) {
    const field = messageScalars(channel)[part];
    if (field && !lies(value, boundsOf(field))) found = joined(found, boundsOf(field));
  }
  return found;
}

/** Of all the integers of a value together. */
export function typeBounds(type: DataType): Bounds {
  const known = boundsOfTypes.get(type);
  if (known) return known;
  const bounds = scalarsOf(type)
    .map((scalar) => boundsOf(scalar))
    .reduce((a, b) => joined(a, b));
  boundsOfTypes.set(type, bounds);
  return bounds;
}

const boundsOfTypes = new WeakMap<DataType, Bounds>();

/** The values that each of the integers of a value may have. */
export function narrowest(type: DataType): Bounds {
  return scalarsOf(type)
    .map((scalar) => boundsOf(scalar))
    .reduce((a, b) => ({ low: Math.max(a.low, b.low), high: Math.min(a.high, b.high) }));
}

export function variableType(system: System, place: Place, own: number): DataType {
  if (place.scope === 'shared') return system.variables[place.variable].type;
  return system.types[place.scope === 'own' ? own : place.type].variables[place.variable].type;
}

/** The scalar type of a place. */
export function placeType(system: System, place: Place, own: number): DataType {
  let type = variableType(system, place, own);
  for (const selector of place.path) {
    if (selector.kind === 'index' && type.kind === 'array') type = type.element;
    else if (selector.kind === 'field' && type.kind === 'record') type = type.fields[selector.field].type;
  }
  return type;
}
