/**
 * Which task, which object, which member of a family: where that is not known it is chosen by a step of its
 * own, before anybody is met. To leave it open while waiting would let the one who waits pick whatever can
 * go on, and hide that the right one never does.
 */
import { constant, type Expression, read, type Selector } from '../../../model/expression.js';
import type { EntryUnit } from '../resolve/unit.js';
import { chooseAny } from './assign.js';
import { beyond } from './bound.js';
import type { Context } from './context.js';
import { isConstant, minus } from './fold.js';
import { workedOut, workedOutValue } from './once.js';
import { checkWithin } from './range-check.js';
import { storeFor } from './store.js';
import { later } from './task.js';
import type { ProtectedValue, TaskValue, Value } from './value.js';
import { wordType } from './world.js';

/** The same value; where it may be one of several, with the position of the one it is. */
export function settled<Of extends TaskValue | ProtectedValue>(context: Context, of: Of): Of {
  if (of.position) return { ...of, position: workedOut(context, of.position) };
  if (of.objects?.length === 1) return of;
  const { draft, world } = context;
  const place = world.variable(`${draft.name}: which ${of.type.name}`, wordType, 0);
  world.owners.set(place.variable, draft.number);
  const high = later(world, () => constant(Math.max(0, (of.objects ?? of.type.unit.objects).length - 1)));
  const reason = `which ${of.type.name} is meant`;
  draft.step({
    action: { kind: 'choose', place, low: constant(0), high, abstracted: true },
    abstracted: reason,
    text: reason,
  });
  return { ...of, position: read(place) };
}

/** Which element or object a parameter or another name stands for is settled here, whatever becomes of the indices in it. */
export function settledPlace(context: Context, value: Value): Value {
  const settledIndex = (index: Expression): Expression => {
    if (isConstant(index)) return index;
    const room = context.world.variable(`${context.draft.name}: index`, wordType, 0);
    context.draft.step({ effects: [{ kind: 'assign', place: room, value: index }] });
    return read(room);
  };
  if ((value.kind === 'task' || value.kind === 'protected') && value.position)
    return { ...value, position: settledIndex(value.position) };
  if (value.kind !== 'stored') return value;
  const path = value.place.path.map(
    (selector): Selector =>
      selector.kind === 'field' ? selector : { kind: 'index', index: settledIndex(selector.index) },
  );
  return { ...value, place: { ...value.place, path } };
}

/** The position of the member of a family that is meant; undefined for an entry that is no family. */
export function memberMeant(
  context: Context,
  entry: EntryUnit,
  given: Value | undefined,
): Expression | undefined {
  const { family } = entry;
  if (!family || !given) return undefined;
  const index = workedOutValue(context, given);
  if (family.open) beyond(context, `the family ${entry.name}, whose bounds are not known`);
  if (!family.open) checkWithin(context, family, index);
  if (index.kind === 'scalar') return minus(index.expression, family.low);
  const type = { kind: 'integer' as const, name: entry.name, root: {}, low: family.low, high: family.high };
  const room = storeFor(context, `member of ${entry.name}`, type);
  chooseAny(context, room, `which member of ${entry.name} is meant`);
  return minus(read(room.place), family.low);
}
