/** What a step shows: its events, and the text it prints. */
import { showValue } from './data.js';
import { type Context, evaluate } from './evaluate.js';
import type { Effect, EventLabel } from './system.js';
import type { Occurrence } from './transition.js';

export function occurrence(label: EventLabel, context: Context): Occurrence {
  const values = (label.arguments ?? []).map(({ value, type }) => {
    const number = evaluate(value, context);
    return type ? showValue(type, number) : String(number);
  });
  const text = label.arguments ? `${label.name}(${values.join(',')})` : label.name;
  return { name: label.name, arguments: values, text };
}

export function printed(effect: Extract<Effect, { kind: 'print' }>, context: Context): string {
  let next = 0;
  return effect.text.replace(/%[a-zA-Z]/g, (place) => {
    const argument = effect.arguments[next++];
    if (!argument) return place;
    const value = evaluate(argument.value, context);
    if (place === '%c') return String.fromCharCode(value & 0xff);
    if (place === '%x') return (value >>> 0).toString(16);
    return argument.type ? showValue(argument.type, value) : String(value);
  });
}
