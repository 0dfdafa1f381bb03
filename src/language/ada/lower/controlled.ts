/** Objects of controlled types and those among their components: Initialize where they are declared, Finalize where their block is left. */
import { constant } from '../../../model/expression.js';
import type { Subprogram } from '../resolve/entity.js';
import { type AdaType, lengthOf } from '../resolve/type.js';
import type { Master } from '../resolve/unit.js';
import { type Context, within } from './context.js';
import { raisingLocation } from './exception.js';
import { extend, fieldOf, withObject } from './name.js';
import { call } from './subprogram.js';
import { unknown, type Value } from './value.js';
import { PROGRAM_ERROR } from './world.js';

type RecordType = Extract<AdaType, { kind: 'record' }>;

/** Written behind the declaration of an object, `given` where it has a first value. */
export function control(context: Context, value: Value, type: AdaType, given: boolean): void {
  if (!given) initialize(context, value, type);
  finalizeAtEnd(context, value, type);
}

export function initialize(context: Context, value: Value, type: AdaType): void {
  if (!hasControlled(type)) return;
  for (const component of componentsOf(context, value, type)) initialize(context, component, component.type!);
  if (type.kind !== 'record' || !type.controlled) return;
  const operation = operationOf(type, 'initialize');
  if (operation) undisturbed(context, () => call(context, withObject(operation, value), []));
}

/** The last one first: an object goes before its components. */
function finalizeAtEnd(context: Context, value: Value, type: AdaType): void {
  if (!hasControlled(type)) return;
  for (const component of componentsOf(context, value, type))
    finalizeAtEnd(context, component, component.type!);
  if (type.kind !== 'record' || !type.controlled) return;
  const operation = operationOf(type, 'finalize');
  const { master } = context;
  if (operation) {
    // Something comes after it: its tasks have to be waited for.
    master.outermost = false;
    const finalizer = (leaving: Context): void => {
      call(failing(leaving), withObject(operation, value), []);
    };
    master.finalizers = [...(master.finalizers ?? []), finalizer];
  }
  if (operationOf(type, 'adjust')) context.world.leaveOut('Adjust of controlled types', type.name);
}

/** Written where the objects of a master are left: the last one first. */
export function finalizeAll(context: Context, { finalizers = [] }: Master): void {
  if (finalizers.length === 0) return;
  undisturbed(context, () => {
    for (const finalize of [...finalizers].reverse()) finalize(context);
  });
}

/** No abort comes in between. */
function undisturbed({ draft, frames }: Context, write: () => void): void {
  draft.step({});
  draft.frames = frames;
  const [begin, next] = [draft.here, draft.locations.length];
  write();
  draft.locations.forEach((location, i) => {
    if (i === begin || (i >= next && i !== draft.here)) location.undisturbed = true;
  });
}

/** Whatever exception comes out of Finalize, where the block is left it is Program_Error. */
const failing = (leaving: Context): Context =>
  within(leaving, {
    raise: (_inside, raised) => {
      if (raised.kind === 'abort') return false;
      leaving.draft.jump(raisingLocation(leaving, PROGRAM_ERROR));
      return true;
    },
  });

function hasControlled(type: AdaType): boolean {
  if (type.kind === 'array') return hasControlled(type.element);
  return (
    type.kind === 'record' && (type.controlled === true || type.fields.some((f) => hasControlled(f.type)))
  );
}

/** Those that are controlled, in the order in which they are initialized. */
function componentsOf({ world }: Context, value: Value, type: AdaType): Value[] {
  if (type.kind === 'record')
    return type.fields.flatMap((field) => {
      if (!hasControlled(field.type)) return [];
      if (field.variant) world.leaveOut('controlled components of variants', field.name);
      return field.variant ? [] : [fieldOf(value, field.key) ?? unknown(field.name, field.type)];
    });
  if (type.kind !== 'array') return [];
  const length = lengthOf(type);
  if (length === undefined || length > world.settings.mostElements || type.indices.length > 1) {
    world.leaveOut('arrays of controlled objects', type.name);
    return [];
  }
  const [{ low = 0 }] = type.indices;
  return Array.from({ length }, (_, i): Value => {
    if (value.kind === 'parts') return value.parts[i];
    if (value.kind !== 'stored') return unknown(type.name, type.element);
    const place = extend(value.place, { kind: 'index', index: constant(low + i) });
    return { kind: 'stored', type: type.element, place };
  });
}

/** The one of the type itself or of the nearest type it is derived from. */
function operationOf(type: RecordType, key: string): Subprogram | undefined {
  for (let at: RecordType | undefined = type; at; at = at.parent) {
    const { root } = at;
    const found = at.scope
      .own(key)
      .find((e): e is Subprogram => e.kind === 'subprogram' && e.formals[0]?.type.root === root);
    if (found) return found;
  }
  return undefined;
}
