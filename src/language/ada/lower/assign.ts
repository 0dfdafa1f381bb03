/** Assignment: scalars with the check of their range, arrays and records part by part. */

import { boundsOf } from '../../../model/data.js';
import { constant, read } from '../../../model/expression.js';
import type { Effect } from '../../../model/system.js';
import { type AdaType, dataTypeOf, isDiscrete, isScalar, sizeOfType } from '../resolve/type.js';
import { lose } from './bound.js';
import { checkFamily } from './class-wide.js';
import { compositesOf } from './composite.js';
import type { Context } from './context.js';
import { checkDiscriminants } from './convert.js';
import { checkDesignated } from './designated.js';
import { plus } from './fold.js';
import { workedOutValue } from './once.js';
import { readFirst } from './overlap.js';
import { poolOf, SOMETHING, shapesOf, whyLost } from './pool.js';
import { anyValue, checkRange, surelyFits } from './range-check.js';
import { hasObjects, placesIn } from './store.js';
import { later } from './task.js';
import { charactersOf, isText } from './text.js';
import { type Stored, scalar, type Unknown, type Value } from './value.js';

/** Choosing among more values than this would only multiply states. */
const MOST_CHOSEN = 256;

export function assign(context: Context, target: Value, source: Value, text?: string): void {
  if (target.kind === 'unknown') {
    checkRange(context, target.type, source);
    return;
  }
  if (target.kind === 'task' || target.kind === 'protected') return;
  if (target.kind === 'stored' && isScalar(target.type)) {
    assignScalar(context, target, source, text);
    return;
  }
  const targets = leavesOf(target, true);
  if (!targets) {
    if (target.kind === 'stored') lose(context, target.place, 'assigned as a whole');
    return;
  }
  // Any text at all: choosing each character would be choosing among too many.
  if (source.kind === 'unknown' && target.kind === 'stored' && isText(target.type)) {
    if (source.text === undefined) lose(context, target.place, source.reason);
    else assign(context, target, charactersOf(source.text, target.type));
    return;
  }
  if (source.kind === 'unknown') {
    // What is inside a composite value is of the type that is declared for it.
    for (const leaf of targets) assign(context, leaf, anyValue(source.reason, leaf.type));
    return;
  }
  checkDiscriminants(context, target.type, source);
  const sources = leavesOf(source);
  if (!sources || sources.length !== targets.length) {
    if (target.kind === 'stored') lose(context, target.place, 'assigned as a whole from another shape');
    else
      for (const leaf of targets)
        if (leaf.kind === 'stored') lose(context, leaf.place, 'assigned as a whole');
    return;
  }
  const inOrder = targets.every((leaf, i) => leaf.kind !== 'stored' || fits(context, leaf, sources[i]));
  const safe = readFirst(context, targets, sources, inOrder);
  const effects: Effect[] = [];
  targets.forEach((leaf, i) => {
    const from = safe[i];
    if (leaf.kind !== 'stored') return;
    checkFamily(context, leaf.type, from);
    if (from.kind === 'scalar' && fits(context, leaf, sources[i]))
      effects.push({ kind: 'assign', place: leaf.place, value: from.expression });
    else assignScalar(context, leaf, from);
  });
  if (effects.length > 0) context.draft.step({ effects, text });
}

const fits = (context: Context, { type }: Stored, source: Value): boolean =>
  source.kind === 'scalar' && surelyFits(context, type, source);

function assignScalar(context: Context, target: Stored, source: Value, text?: string): void {
  const { draft } = context;
  checkFamily(context, target.type, source);
  if (source.kind !== 'scalar') {
    const reason = source.kind === 'unknown' ? source.reason : 'a value that is not kept';
    checkRange(context, target.type, source);
    chooseAny(context, target, reason, text, source.kind === 'unknown' && isFree(source, target.type));
    return;
  }
  const value = surelyFits(context, target.type, source) ? source : workedOutValue(context, source);
  const { expression } = value as typeof source;
  checkDesignated(context, target.type, value);
  if (!checkRange(context, target.type, value)) return;
  draft.step({ effects: [{ kind: 'assign', place: target.place, value: expression }], text });
}

/** May the variable get each of its values, as the program itself has it? */
const isFree = ({ free, type }: Unknown, wanted: AdaType): boolean =>
  free === true &&
  isDiscrete(type) &&
  isDiscrete(wanted) &&
  type.low <= wanted.low &&
  type.high >= wanted.high;

/** Any value of its type; where those are too many the variable is not kept at all. */
export function chooseAny(
  context: Context,
  target: Stored,
  reason: string,
  text?: string,
  real = false,
): void {
  const { draft } = context;
  const { low, high } = isDiscrete(target.type) ? target.type : boundsOf(dataTypeOf(target.type));
  if (target.type.kind === 'access') {
    chooseObject(context, target, reason, text);
    return;
  }
  if (high - low + 1 > MOST_CHOSEN) {
    lose(context, target.place, reason);
    return;
  }
  draft.step({
    action: {
      kind: 'choose',
      place: target.place,
      low: constant(low),
      high: constant(high),
      ...(real ? {} : { abstracted: true }),
    },
    ...(real ? {} : { abstracted: reason }),
    text,
  });
}

/** Null, or any object there is. */
function chooseObject(context: Context, target: Stored, reason: string, text?: string): void {
  const { draft, world } = context;
  if (target.type.kind !== 'access') return;
  const designated = target.type.target();
  const high = later(world, () => {
    if (designated.kind === 'task' || designated.kind === 'protected')
      return constant(designated.unit.objects.length);
    if (hasObjects(designated)) return constant(compositesOf(world, designated).length);
    if (sizeOfType(designated) === 0) return constant(SOMETHING + shapesOf(world, designated).length);
    const { used } = poolOf(world, designated);
    // Or one that has no room among them.
    return whyLost(world, designated) === undefined ? read(used) : plus(read(used), SOMETHING);
  });
  const action = { kind: 'choose' as const, place: target.place, low: constant(0), high, abstracted: true };
  draft.step({ action, abstracted: reason, text });
}

export function declaredBounds(context: Context, place: Stored['place']): { low: number; high: number } {
  let { type } = context.world.variables[place.variable];
  for (const selector of place.path) {
    if (selector.kind === 'index' && type.kind === 'array') type = type.element;
    else if (selector.kind === 'field' && type.kind === 'record') type = type.fields[selector.field].type;
  }
  return type.kind === 'array' || type.kind === 'record'
    ? { low: -Infinity, high: Infinity }
    : boundsOf(type);
}

/** The scalars of a composite value in order: as variables, or as what they hold. */
export function leavesOf(value: Value, asPlaces = false): Value[] | undefined {
  switch (value.kind) {
    case 'stored': {
      const places = placesIn(value.type, value.place);
      return places?.map(({ type, place }) =>
        asPlaces ? { kind: 'stored' as const, type, place } : scalar(type, read(place)),
      );
    }
    case 'parts': {
      const all: Value[] = [];
      for (const part of value.parts) {
        const inside = leavesOf(part, asPlaces);
        if (!inside) return undefined;
        all.push(...inside);
      }
      return all;
    }
    case 'scalar':
      return [value];
    case 'unknown':
      return value.type && !isScalar(value.type) && value.type.kind !== 'unknown'
        ? undefined
        : value.type?.kind === 'unknown'
          ? []
          : [value];
    default:
      return [];
  }
}
