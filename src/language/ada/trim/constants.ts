/** Variables that never change are what they start with. */
import { type DataType, defaultOf, scalarsOf, sizeOf } from '../../../model/data.js';
import { constant, type Expression, type Place } from '../../../model/expression.js';
import type { Variable } from '../../../model/system.js';
import type { Draft } from '../lower/draft.js';
import { mapStep } from './change.js';
import { eachWrite } from './walk.js';

export function foldConstants(drafts: readonly Draft[], variables: readonly Variable[]): void {
  const written = new Uint8Array(variables.length);
  const write = ({ variable }: Place): void => {
    written[variable] = 1;
  };
  for (const draft of drafts) for (const step of draft.steps) eachWrite(step, write);
  const change = (place: Place): Expression | undefined => {
    if (written[place.variable]) return undefined;
    const value = startOf(variables[place.variable], place);
    return value === undefined ? undefined : constant(value);
  };
  for (const draft of drafts) for (const step of draft.steps) mapStep(step, change);
}

/** The first value of the integer at this place, where its indices are known. */
function startOf(variable: Variable, place: Place): number | undefined {
  let type: DataType = variable.type;
  let offset = 0;
  for (const selector of place.path) {
    if (selector.kind === 'index' && type.kind === 'array') {
      if (selector.index.kind !== 'constant') return undefined;
      const position = selector.index.value - type.low;
      if (position < 0 || position >= type.length) return undefined;
      offset += position * sizeOf(type.element);
      type = type.element;
    } else if (selector.kind === 'field' && type.kind === 'record') {
      for (let i = 0; i < selector.field; i++) offset += sizeOf(type.fields[i].type);
      type = type.fields[selector.field].type;
    } else return undefined;
  }
  if (variable.initial === 'any' || sizeOf(type) !== 1) return undefined;
  const values = variable.initial ?? [];
  const expression = values.length === 1 ? values[0] : values[offset];
  if (!expression) return defaultOf(scalarsOf(variable.type)[offset]);
  return expression.kind === 'constant' ? expression.value : undefined;
}
