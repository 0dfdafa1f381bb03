/**
 * Requeue out of an accept statement to a protected entry. Its caller carries out a protected action itself, so the
 * answer of the rendezvous tells it to go on there: a number below zero in place of an exception. It does so
 * without anybody else moving in between, as the call is in the other queue as soon as it is handed over.
 */
import { constant, type Expression, type Place, read } from '../../../model/expression.js';
import { dataTypeOf, sizeOfType } from '../resolve/type.js';
import type { EntryUnit, HandOver } from '../resolve/unit.js';
import { assign } from './assign.js';
import type { Context } from './context.js';
import type { CallForm } from './entry-call.js';
import { equal } from './fold.js';
import { proceed } from './protected-call.js';
import { rvalue } from './read.js';
import { placesIn, storeFor } from './store.js';
import type { Value } from './value.js';
import { wordType } from './world.js';

/** Tells the callers where they go on; gives the number that sends them there. */
export function handOver(context: Context, target: Omit<HandOver, 'code'>): Expression {
  const { ways, callers } = context.world.handOvers;
  const { of, index, rooms } = target;
  const way: HandOver = {
    ...target,
    of: of.position ? { ...of, position: held(context, of.position) } : of,
    index: index && held(context, index),
    rooms: rooms.map((room) => heldParameter(context, room)),
    code: -1 - ways.length,
  };
  ways.push(way);
  for (const tell of callers) tell(way);
  return constant(way.code);
}

/** What only the one who accepted the call knows is laid down for the caller, in the moment of handing over. */
function held(context: Context, expression: Expression): Expression {
  if (expression.kind === 'constant') return expression;
  const place = context.world.variable(`${context.draft.name}: handed over`, wordType, 0);
  context.draft.step({ effects: [{ kind: 'assign', place, value: expression }], atomic: true });
  return read(place);
}

function heldParameter(context: Context, value: Value): Value {
  if (value.kind !== 'stored') return value;
  const { draft, world } = context;
  const place = world.variable(`${draft.name}: handed over`, dataTypeOf(value.type));
  const [from, to] = [value.place, place].map((at) => placesIn(value.type, at) ?? []);
  const effects = to.map((leaf, i) => ({
    kind: 'assign' as const,
    place: leaf.place,
    value: read(from[i].place),
  }));
  draft.step({ effects, atomic: true });
  return { ...value, place };
}

/** Written by a caller of `entry` where it has heard the answer: how it goes on wherever it is handed over to. */
export function followHandOvers(
  context: Context,
  entry: EntryUnit,
  code: Place,
  over: (context: Context, rooms: readonly Value[], formals: EntryUnit['formals']) => void,
  form: CallForm,
): void {
  const { draft } = context;
  const from = draft.here;
  const { mentions, handOvers } = context.world;
  if (mentions.requeued.size === 0) return;
  const follow = (way: HandOver): void => {
    // A call that was requeued before is accepted as one of another entry.
    if (way.from !== entry && !mentions.requeued.has(way.from.key)) return;
    const { here, span, frames } = draft;
    draft.locations[from].alone = true;
    draft.alone(() => {
      draft.here = draft.location();
      draft.link(from, draft.here, { guard: equal(read(code), way.code) });
      const rooms = way.entry.formals.map((formal, i) => copied(context, formal, way.rooms[i]));
      const firm = way.firm ? { firm: true } : {};
      proceed(context, way.of, way.entry, way.index, rooms, { ...form, ...firm });
      over(context, rooms, way.entry.formals);
    });
    Object.assign(draft, { here, span, frames });
  };
  handOvers.ways.forEach(follow);
  handOvers.callers.push(follow);
}

/** A parameter as it is when the call is handed over. */
function copied(context: Context, formal: EntryUnit['formals'][number], value: Value): Value {
  if (value.kind !== 'stored' || sizeOfType(formal.type) === 0) return value;
  const room = storeFor(context, formal.name, formal.type, formal.declaration);
  assign(context, room, rvalue(value));
  return room;
}
