/** The values that variables start with, and the channels that their declarations create. */
import type { DataType } from '../../model/data.js';
import { sizeOf } from '../../model/data.js';
import { constant, type Expression } from '../../model/expression.js';
import type { ChannelType } from '../../model/system.js';
import type { StatementLowering } from './lower-statement.js';
import type { Where } from './sources.js';
import type { Initial } from './syntax.js';

/** Makes the channel of that element; gives the value that refers to it. */
export type CreateChannel = (type: ChannelType, element: number, where: Where) => Expression;

/** One expression for each integer of the variable; undefined where all of them are 0. */
export function initialValues(
  name: string,
  type: DataType,
  initial: Initial | undefined,
  lowering: StatementLowering,
  create: CreateChannel,
): Expression[] | undefined {
  const { world } = lowering;
  const values: (Expression | undefined)[] = new Array(sizeOf(type)).fill(undefined);
  const fill = (part: DataType, given: Initial | undefined, at: number, called: string): void => {
    if (part.kind === 'record') {
      let offset = at;
      for (const field of world.types.typedefs.get(part.name)?.fields ?? []) {
        const fieldType = part.fields.find((candidate) => candidate.name === field.name)!.type;
        fill(fieldType, field.declared.initial, offset, `${called}.${field.name}`);
        offset += sizeOf(fieldType);
      }
    } else if (part.kind === 'array') {
      if (given?.kind === 'list' && given.values.length > part.length) {
        const message = `${given.values.length} values for an array of ${part.length}: the last ones are not used`;
        world.problems.warning('wrong-kind', given.where, message);
      }
      const size = sizeOf(part.element);
      for (let i = 0; i < part.length; i++) {
        // Where the list is shorter than the array its last value is that of all further elements.
        const one: Initial | undefined =
          given?.kind === 'list' ? { kind: 'value', value: given.values[i] ?? given.values.at(-1)! } : given;
        fill(part.element, one, at + i * size, `${called}[${i}]`);
      }
    } else if (given?.kind === 'channel') {
      if (part.kind !== 'channel')
        lowering.fail('wrong-kind', given.where, `${called} is not declared as chan`);
      values[at] = create(world.channelType(called, given), at, given.where);
    } else if (given?.kind === 'value') {
      const value = lowering.value(given.value);
      lowering.takes(part, value, given.value.where);
      values[at] = value.expression;
    } else if (given?.kind === 'list') {
      lowering.fail('wrong-kind', given.where, `${called} is not an array`);
    }
  };
  fill(type, initial, 0, name);
  if (values.every((value) => value === undefined)) return undefined;
  return values.map((value) => value ?? constant(0));
}
