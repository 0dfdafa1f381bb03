/** Aggregates: arrays and records written out. */
import type { AdaType, ArrayType } from '../resolve/type.js';
import type { Association, Choice, Expression as Tree } from '../syntax/index.js';
import { type Context, inner } from './context.js';
import { evaluate } from './expression.js';
import { defaultValue } from './object.js';
import { rangeOf } from './range.js';
import { scalar, staticValue, unknown, type Value } from './value.js';
import { hasComponent } from './variant.js';

type Aggregate = Extract<Tree, { kind: 'aggregate' }>;

const MOST_PARTS = 4096;

export function aggregate(context: Context, tree: Aggregate, expected?: AdaType): Value {
  if (expected?.kind === 'array') return arrayAggregate(context, tree, expected, 0);
  if (expected?.kind === 'record' && !tree.ancestor) return recordAggregate(context, tree, expected);
  for (const { value } of tree.associations)
    if (value && value.kind !== 'range' && value.kind !== 'subtype') evaluate(context, value);
  return unknown('an aggregate', expected);
}

const associated = (context: Context, association: Association | undefined, type: AdaType): Value => {
  const tree = association?.value;
  if (!tree) return defaultValue(context, type);
  if (tree.kind === 'range' || tree.kind === 'subtype') return unknown('a range');
  return evaluate(context, tree, type);
};

function recordAggregate(
  context: Context,
  tree: Aggregate,
  type: Extract<AdaType, { kind: 'record' }>,
): Value {
  const positional = tree.associations.filter((a) => a.choices.length === 0);
  const parts: Value[] = [];
  let position = 0;
  for (const field of type.fields) {
    if (hasComponent(context, type, parts, field) === false) {
      parts.push(defaultValue(context, field.type));
      continue;
    }
    const named = tree.associations.find((a) =>
      a.choices.some(
        (choice) => choice.kind === 'others' || (choice.kind === 'identifier' && choice.key === field.key),
      ),
    );
    const given = positional[position++] ?? named;
    // `<>` stands for the value that the component has by itself.
    const own = given?.value ? undefined : field.initial;
    parts.push(
      own ? evaluate(inner(context, type.scope), own, field.type) : associated(context, given, field.type),
    );
  }
  return { kind: 'parts', type, parts };
}

/** `dimension`: an aggregate of several dimensions is nested. Its parts are all elements in order. */
function arrayAggregate(context: Context, tree: Aggregate, type: ArrayType, dimension: number): Value {
  const index = type.indices[dimension];
  const last = dimension === type.indices.length - 1;
  const positional = tree.associations.filter((a) => a.choices.length === 0);
  const named = tree.associations.filter((a) => a.choices.length > 0);
  const spread = named.flatMap((association) =>
    association.choices.map((choice) => ({ association, ...limits(context, choice, index.type) })),
  );
  const bounds = { low: index.low, high: index.high };
  if (bounds.low === undefined || bounds.high === undefined) {
    if (positional.length > 0) {
      bounds.low = index.type.kind === 'integer' || index.type.kind === 'enumeration' ? index.type.low : 1;
      bounds.high = bounds.low + positional.length - 1;
    } else {
      const known = spread.filter((s) => s.low !== undefined && s.high !== undefined);
      if (known.length === 0 || known.length < spread.length)
        return unknown('an aggregate with open bounds', type);
      bounds.low = Math.min(...known.map((s) => s.low!));
      bounds.high = Math.max(...known.map((s) => s.high!));
    }
  }
  const { low, high } = bounds as { low: number; high: number };
  if (high - low + 1 > MOST_PARTS) return unknown('an aggregate with very many elements', type);
  const parts: Value[] = [];
  for (let i = low; i <= high; i++) {
    const association =
      positional[i - low] ??
      spread.find((s) => s.low !== undefined && s.high !== undefined && i >= s.low && i <= s.high)
        ?.association ??
      named.find((a) => a.choices.some((choice) => choice.kind === 'others'));
    if (last) parts.push(associated(context, association, type.element));
    else {
      const row = association?.value;
      if (row?.kind !== 'aggregate') return unknown('an aggregate of several dimensions', type);
      const inside = arrayAggregate(context, row, type, dimension + 1);
      if (inside.kind !== 'parts') return inside;
      parts.push(...inside.parts);
    }
  }
  const indices = type.indices.map((at, i) => (i === dimension ? { ...at, low, high } : at));
  return { kind: 'parts', type: { ...type, indices }, parts };
}

function limits(context: Context, choice: Choice, type: AdaType): { low?: number; high?: number } {
  if (choice.kind === 'others') return {};
  const range = rangeOf(context, choice as Tree, type);
  if (range)
    return { low: staticValue(scalar(type, range.low)), high: staticValue(scalar(type, range.high)) };
  if (choice.kind === 'range' || choice.kind === 'subtype') return {};
  const single = staticValue(evaluate(context, choice, type));
  return { low: single, high: single };
}
