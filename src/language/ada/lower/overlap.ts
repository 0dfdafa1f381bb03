/** Assignments part by part of what is made of the parts of the target itself: `A (2 .. 4) := A (1 .. 3)`. */
import { type Expression, type Place, read } from '../../../model/expression.js';
import { type Resource, readsOf } from '../../../model/footprint.js';
import type { Effect } from '../../../model/system.js';
import type { Context } from './context.js';
import { storeFor } from './store.js';
import { type Stored, scalar, type Value } from './value.js';

/**
 * The sources, and in place of those that would be read only after the target had changed them, copies. `inOrder`:
 * every part is read just before the part of the same number is written; else they are written in any order.
 */
export function readFirst(
  context: Context,
  targets: readonly Value[],
  sources: readonly Value[],
  inOrder: boolean,
): Value[] {
  const changed = (source: Value, j: number): boolean =>
    source.kind === 'scalar' &&
    targets.some(
      (target, i) =>
        i !== j &&
        (i < j || !inOrder) &&
        target.kind === 'stored' &&
        mayRead(source.expression, target.place),
    );
  const effects: Effect[] = [];
  const safe = sources.map((source, j): Value => {
    if (source.kind !== 'scalar' || !changed(source, j)) return source;
    const copy: Stored = storeFor(context, 'copied', source.type);
    effects.push({ kind: 'assign', place: copy.place, value: source.expression });
    return scalar(source.type, read(copy.place));
  });
  if (effects.length > 0) context.draft.step({ effects });
  return safe;
}

function mayRead(expression: Expression, place: Place): boolean {
  if (expression.kind === 'constant') return false;
  if (expression.kind === 'read' && isFixed(expression.place) && isFixed(place))
    return (
      expression.place.variable === place.variable &&
      JSON.stringify(expression.place.path) === JSON.stringify(place.path)
    );
  const reads: Resource[] = [];
  readsOf(expression, reads);
  return reads.some((resource) => resource.kind === 'shared' && resource.variable === place.variable);
}

const isFixed = ({ path }: Place): boolean =>
  path.every((selector) => selector.kind === 'field' || selector.index.kind === 'constant');
