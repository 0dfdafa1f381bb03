/**
 * WebAssembly code as a tree of typed nodes. A node knows the type of what it leaves on the stack, so
 * that TypeScript refuses most code that a WebAssembly engine would; writing it appends its bytes.
 *
 *     const twice = multiply(get(x), i32(2));
 */
import type { ByteWriter } from './bytes.js';

export type NumberType = 'i32' | 'i64';

export interface Code<T extends NumberType | 'none'> {
  readonly type: T;
  write(out: Body): void;
}
export type I32 = Code<'i32'>;
export type I64 = Code<'i64'>;
/** Leaves nothing on the stack. */
export type Statement = Code<'none'>;

/** A place to branch to; blocks and loops make them. */
export interface Label {
  readonly name: string;
}

/** Where the code of one function goes: its bytes, and the labels around the current position. */
export interface Body {
  bytes: ByteWriter;
  labels: Label[];
  /**
   * Where several instances of a module share one memory, each has data of its own. What is named by an offset
   * from `from` on lies as many bytes further on as the last parameter of every function says.
   */
  own?: { from: number; shift: Local<'i32'> };
}

export interface Local<T extends NumberType> {
  readonly type: T;
  readonly index: number;
}

export interface Global<T extends NumberType> {
  readonly type: T;
  readonly index: number;
}

export const TYPE_BYTE: Record<NumberType | 'none', number> = { i32: 0x7f, i64: 0x7e, none: 0x40 };

export const i32 = (value: number): I32 & { constant: number } => ({
  type: 'i32',
  constant: value | 0,
  write({ bytes }) {
    bytes.byte(0x41);
    bytes.signed(value);
  },
});

export const i64 = (value: bigint): I64 => ({
  type: 'i64',
  write({ bytes }) {
    bytes.byte(0x42);
    bytes.signedLong(value);
  },
});

type Two = <T extends NumberType>(left: Code<T>, right: Code<T>) => Code<T>;
type Test = <T extends NumberType>(left: Code<T>, right: Code<T>) => I32;

const two =
  (code32: number, code64: number): Two =>
  (left, right) => ({
    type: left.type,
    write(out) {
      left.write(out);
      right.write(out);
      out.bytes.byte(left.type === 'i32' ? code32 : code64);
    },
  });

const test =
  (code32: number, code64: number): Test =>
  (left, right) => ({
    type: 'i32',
    write(out) {
      left.write(out);
      right.write(out);
      out.bytes.byte(left.type === 'i32' ? code32 : code64);
    },
  });

export const add = two(0x6a, 0x7c);
export const subtract = two(0x6b, 0x7d);
export const multiply = two(0x6c, 0x7e);
export const divideSigned = two(0x6d, 0x7f);
export const divideUnsigned = two(0x6e, 0x80);
export const remainderSigned = two(0x6f, 0x81);
export const and = two(0x71, 0x83);
export const or = two(0x72, 0x84);
export const xor = two(0x73, 0x85);
export const shiftLeft = two(0x74, 0x86);
export const shiftRightSigned = two(0x75, 0x87);
export const shiftRight = two(0x76, 0x88);

export const equal = test(0x46, 0x51);
export const unequal = test(0x47, 0x52);
export const lessSigned = test(0x48, 0x53);
export const lessUnsigned = test(0x49, 0x54);
export const greaterSigned = test(0x4a, 0x55);
export const greaterUnsigned = test(0x4b, 0x56);
export const atMostSigned = test(0x4c, 0x57);
export const atLeastSigned = test(0x4e, 0x59);
export const atLeastUnsigned = test(0x4f, 0x5a);

export const isZero = <T extends NumberType>(operand: Code<T>): I32 => ({
  type: 'i32',
  write(out) {
    operand.write(out);
    out.bytes.byte(operand.type === 'i32' ? 0x45 : 0x50);
  },
});

/** How many bits below the lowest bit that is set. */
export const trailingZeros = <T extends NumberType>(operand: Code<T>): Code<T> => ({
  type: operand.type,
  write(out) {
    operand.write(out);
    out.bytes.byte(operand.type === 'i32' ? 0x68 : 0x7a);
  },
});

const convert =
  <From extends NumberType, To extends NumberType>(type: To, code: number) =>
  (operand: Code<From>): Code<To> => ({
    type,
    write(out) {
      operand.write(out);
      out.bytes.byte(code);
    },
  });

export const lowHalf = convert<'i64', 'i32'>('i32', 0xa7);
export const extendSigned = convert<'i32', 'i64'>('i64', 0xac);
export const extendUnsigned = convert<'i32', 'i64'>('i64', 0xad);

// ---- variables

export const get = <T extends NumberType>(local: Local<T>): Code<T> => ({
  type: local.type,
  write({ bytes }) {
    bytes.byte(0x20);
    bytes.unsigned(local.index);
  },
});

const withIndex = (operand: Code<NumberType>, code: number, index: number, out: Body): void => {
  operand.write(out);
  out.bytes.byte(code);
  out.bytes.unsigned(index);
};

export const set = <T extends NumberType>(local: Local<T>, value: Code<T>): Statement => ({
  type: 'none',
  write: (out) => withIndex(value, 0x21, local.index, out),
});

export const getGlobal = <T extends NumberType>(global: Global<T>): Code<T> => ({
  type: global.type,
  write({ bytes }) {
    bytes.byte(0x23);
    bytes.unsigned(global.index);
  },
});

export const setGlobal = <T extends NumberType>(global: Global<T>, value: Code<T>): Statement => ({
  type: 'none',
  write: (out) => withIndex(value, 0x24, global.index, out),
});

/** How far the data of an instance are from those of the first one. */
export const shift: I32 = { type: 'i32', write: (out) => get(out.own!.shift).write(out) };

// ---- memory

const access = (bytes: ByteWriter, code: number, alignment: number, offset: number): void => {
  bytes.byte(code);
  bytes.unsigned(alignment);
  bytes.unsigned(offset);
};

function writeAddress(address: I32, offset: number, out: Body): void {
  const { own } = out;
  if (!own || offset < own.from) {
    address.write(out);
    return;
  }
  const isConstant = (address as Partial<{ constant: number }>).constant === 0;
  (isConstant ? shift : add(address, shift)).write(out);
}

const load =
  <T extends NumberType>(type: T, code: number, alignment: number) =>
  (address: I32, offset = 0): Code<T> => ({
    type,
    write(out) {
      writeAddress(address, offset, out);
      access(out.bytes, code, alignment, offset);
    },
  });

const store =
  <T extends NumberType>(code: number, alignment: number) =>
  (address: I32, value: Code<T>, offset = 0): Statement => ({
    type: 'none',
    write(out) {
      writeAddress(address, offset, out);
      value.write(out);
      access(out.bytes, code, alignment, offset);
    },
  });

export const load32 = load('i32', 0x28, 2);
export const load64 = load('i64', 0x29, 3);
export const load8 = load('i32', 0x2d, 0);
export const load16 = load('i32', 0x2f, 1);
export const store32 = store<'i32'>(0x36, 2);
export const store64 = store<'i64'>(0x37, 3);
export const store16 = store<'i32'>(0x3b, 1);
export const store8 = store<'i32'>(0x3a, 0);

/** Copies so many bytes; the ranges may overlap. */
export const copyMemory = (to: I32, from: I32, size: I32): Statement => ({
  type: 'none',
  write(out) {
    for (const part of [to, from, size]) part.write(out);
    for (const byte of [0xfc, 0x0a, 0x00, 0x00]) out.bytes.byte(byte);
  },
});
