/** Text: an array of characters where those are known, and otherwise any value. */
import { CHARACTER, TEXT } from '../resolve/standard.js';
import type { AdaType, ArrayType } from '../resolve/type.js';
import { leavesOf } from './assign.js';
import { scalar, staticValue, unknown, type Value } from './value.js';

/** Longer text is not put together. */
const MOST_CHARACTERS = 256;

export const isText = (type: AdaType | undefined): type is ArrayType =>
  type?.kind === 'array' && type.root === TEXT.root;

/** Known text as an array of characters. */
export function charactersOf(text: string, type: ArrayType = TEXT): Value {
  const parts = [...text].map((letter) => scalar(CHARACTER, letter.charCodeAt(0) & 255));
  return { kind: 'parts', type: withLength(type, parts.length), parts };
}

function withLength(type: ArrayType, length: number): ArrayType {
  const [index] = type.indices;
  const low = index.low ?? 1;
  return { ...type, indices: [{ ...index, low, high: low + length - 1 }] };
}

/** The text, where it is known before the program runs. */
export function knownText(value: Value): string | undefined {
  if (value.kind === 'unknown') return value.text;
  if (value.kind === 'scalar') {
    const code = value.type.root === CHARACTER.root ? staticValue(value) : undefined;
    return code === undefined ? undefined : String.fromCharCode(code);
  }
  if (value.kind !== 'parts' || !isText(value.type)) return undefined;
  const codes = value.parts.map(staticValue);
  return codes.every((code) => code !== undefined) ? String.fromCharCode(...(codes as number[])) : undefined;
}

/** `Left & Right` of strings and characters. */
export function joined(left: Value, right: Value): Value {
  const [a, b] = [knownText(left), knownText(right)];
  if (a !== undefined && b !== undefined) return { ...unknown('text', TEXT), text: a + b };
  const [head, tail] = [left, right].map(lettersOf);
  if (!head || !tail || head.length + tail.length > MOST_CHARACTERS) return unknown('text', TEXT);
  const parts = [...head, ...tail];
  return { kind: 'parts', type: withLength(isText(left.type) ? left.type : TEXT, parts.length), parts };
}

function lettersOf(value: Value): Value[] | undefined {
  const text = knownText(value);
  const whole = text !== undefined && value.kind === 'unknown' ? charactersOf(text) : value;
  if (whole.kind === 'scalar') return [whole];
  return isText(whole.type) ? leavesOf(whole) : undefined;
}
