/** `Left & Right` of arrays that are no text: the elements of both, where they are kept one by one. */
import { type AdaType, type ArrayType, isScalar } from '../resolve/type.js';
import type { Expression as Tree } from '../syntax/index.js';
import { leavesOf } from './assign.js';
import type { Context } from './context.js';
import { evaluate } from './expression.js';
import { isText } from './text.js';
import { typeOf } from './type-of.js';
import { unknown, type Value } from './value.js';

/** Longer arrays are not put together. */
const MOST_ELEMENTS = 256;

/** Undefined where it is about text. */
export function concatenated(
  context: Context,
  tree: Extract<Tree, { kind: 'binary' }>,
  expected?: AdaType,
): Value | undefined {
  if (isText(expected)) return undefined;
  const type = isPlainArray(expected) ? expected : typeOf(context, tree);
  if (!isPlainArray(type)) return undefined;
  const [head, tail] = [tree.left, tree.right].map((operand) => elementsOf(context, operand, type));
  const [index] = type.indices;
  const open = { ...type, indices: [{ type: index.type }] };
  if (!head || !tail || head.length + tail.length > MOST_ELEMENTS)
    return unknown('arrays put together', open);
  const parts = [...head, ...tail];
  const low = index.low ?? 1;
  return {
    kind: 'parts',
    type: { ...type, indices: [{ ...index, low, high: low + parts.length - 1 }] },
    parts,
  };
}

const isPlainArray = (type: AdaType | undefined): type is ArrayType =>
  type?.kind === 'array' && type.indices.length === 1 && !isText(type);

/** What an operand adds: its elements, or itself. */
function elementsOf(context: Context, operand: Tree, type: ArrayType): Value[] | undefined {
  const given = typeOf(context, operand);
  const whole = given?.kind === 'array' && given.root === type.root;
  const value = evaluate(context, operand, whole ? type : type.element);
  if (!isScalar(type.element)) return undefined;
  return whole ? leavesOf(value) : [value];
}
