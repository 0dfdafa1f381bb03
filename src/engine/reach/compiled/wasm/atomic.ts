/** Access to memory that several threads share: each is one step that all threads see in one order. */
import type { Body, Code, I32, I64, NumberType, Statement } from './code.js';

const PREFIX = 0xfe;

const write = (
  out: Body,
  operands: readonly Code<NumberType>[],
  code: number,
  alignment: number,
  offset: number,
): void => {
  for (const operand of operands) operand.write(out);
  out.bytes.byte(PREFIX);
  out.bytes.byte(code);
  out.bytes.unsigned(alignment);
  out.bytes.unsigned(offset);
};

const reading =
  <T extends NumberType>(type: T, code: number, alignment: number) =>
  (address: I32, offset = 0): Code<T> => ({
    type,
    write: (out) => write(out, [address], code, alignment, offset),
  });

export const atomicLoad32 = reading('i32', 0x10, 2);
export const atomicLoad64 = reading('i64', 0x11, 3);

export const atomicStore32 = (address: I32, value: I32, offset = 0): Statement => ({
  type: 'none',
  write: (out) => write(out, [address, value], 0x17, 2, offset),
});

/** Adds, and gives what was there before. */
export const atomicAdd32 = (address: I32, value: I32, offset = 0): I32 => ({
  type: 'i32',
  write: (out) => write(out, [address, value], 0x1e, 2, offset),
});

/** Puts a value where another one is, and gives what was there; if that is not the other one, nothing happens. */
export const exchange32 = (address: I32, expected: I32, value: I32, offset = 0): I32 => ({
  type: 'i32',
  write: (out) => write(out, [address, expected, value], 0x48, 2, offset),
});

export const exchange64 = (address: I32, expected: I64, value: I64, offset = 0): I64 => ({
  type: 'i64',
  write: (out) => write(out, [address, expected, value], 0x49, 3, offset),
});

/** Wakes so many of those that wait here, and gives how many did. */
export const wake = (address: I32, count: I32, offset = 0): I32 => ({
  type: 'i32',
  write: (out) => write(out, [address, count], 0x00, 2, offset),
});

/** Sleeps while the value is this one, for so many nanoseconds at most. */
export const waitWhile32 = (address: I32, value: I32, nanoseconds: I64, offset = 0): I32 => ({
  type: 'i32',
  write: (out) => write(out, [address, value, nanoseconds], 0x01, 2, offset),
});
