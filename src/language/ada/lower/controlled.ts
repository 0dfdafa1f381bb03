/** Objects of controlled types: Initialize where they are declared, Finalize where their block is left. */
import type { Subprogram } from '../resolve/entity.js';
import type { AdaType } from '../resolve/type.js';
import type { Context } from './context.js';
import { withObject } from './name.js';
import { call } from './subprogram.js';
import type { Value } from './value.js';

type RecordType = Extract<AdaType, { kind: 'record' }>;

/** Written behind the declaration of an object, `given` where it has a first value. */
export function control(context: Context, value: Value, type: AdaType, given: boolean): void {
  if (type.kind !== 'record' || !type.controlled) return;
  const initialize = given ? undefined : operationOf(type, 'initialize');
  if (initialize) call(context, withObject(initialize, value), []);
  const finalize = operationOf(type, 'finalize');
  const { master } = context;
  if (finalize && !master.outermost) {
    const finalizer = (leaving: Context): void => {
      call(leaving, withObject(finalize, value), []);
    };
    master.finalizers = [...(master.finalizers ?? []), finalizer];
  }
  if (operationOf(type, 'adjust')) context.world.leaveOut('Adjust of controlled types', type.name);
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
