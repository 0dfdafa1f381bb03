/** Variants of records: which components there are. */
import { INTEGER } from '../resolve/standard.js';
import type { RecordField, RecordType } from '../resolve/type.js';
import type { Choice } from '../syntax/index.js';
import type { Context } from './context.js';
import { some } from './fold.js';
import { matching } from './membership.js';
import { scalar, staticValue, type Value } from './value.js';

/**
 * Does the variant that the discriminants choose have this component? `parts` are the values of those before it.
 * Undefined where that is not known before the program runs.
 */
export function hasComponent(
  context: Context,
  type: RecordType,
  parts: readonly Value[],
  { variant }: RecordField,
): boolean | undefined {
  for (let at = variant; at; at = at.outer) {
    const { discriminant, choices, others } = at;
    const chosen = parts[type.fields.findIndex(({ key }) => key === discriminant)];
    const among = (listed: readonly Choice[]): number | undefined => {
      if (chosen?.kind !== 'scalar') return undefined;
      const tests = listed.map((choice) => matching(context, choice, chosen.expression, chosen.type));
      const known = tests.flatMap((test) => (test ? [test] : []));
      return known.length === tests.length ? staticValue(scalar(INTEGER, some(known))) : undefined;
    };
    const isOther = choices.some(({ kind }) => kind === 'others');
    const found = isOther ? among(others) : among(choices);
    if (found === undefined) return undefined;
    if ((found !== 0) === isOther) return false;
  }
  return true;
}
