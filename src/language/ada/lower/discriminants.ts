/** Discriminants of records. */
import { type AdaType, isDiscrete } from '../resolve/type.js';
import type { Association } from '../syntax/index.js';
import { type Context, inner } from './context.js';
import { convert } from './convert.js';
import { evaluate } from './expression.js';
import { defaultValue } from './object.js';
import type { Value } from './value.js';

type RecordType = Extract<AdaType, { kind: 'record' }>;

/** What `T (3)` or the defaults of the type give them, by name. */
export function discriminantValues(
  context: Context,
  type: RecordType,
  given: readonly Association[],
): Map<string, Value> {
  const values = new Map<string, Value>();
  type.fields
    .filter((field) => field.discriminant)
    .forEach((field, i) => {
      const named = given.find(
        ({ choices: [choice] }) => choice?.kind === 'identifier' && choice.key === field.key,
      );
      const actual = (named ?? (given[i]?.choices.length === 0 ? given[i] : undefined))?.value;
      const tree = actual ?? field.initial;
      if (!tree || tree.kind === 'range' || tree.kind === 'subtype') return;
      const value = evaluate(actual ? context : inner(context, type.scope), tree, field.type);
      values.set(field.key, isDiscrete(field.type) ? convert(context, value, field.type) : value);
    });
  return values;
}

/** The first value of a record: what its constraint and its defaults say. */
export function initialRecord(context: Context, type: RecordType, given: readonly Association[]): Value {
  const value = defaultValue(context, type);
  if (value.kind !== 'parts') return value;
  const values = discriminantValues(context, type, given);
  return { ...value, parts: value.parts.map((part, i) => values.get(type.fields[i].key) ?? part) };
}
