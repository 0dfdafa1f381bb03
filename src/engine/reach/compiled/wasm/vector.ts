/** Sixteen neighbouring numbers of 32 bits, looked at together. */
import type { Body, I32 } from './code.js';

const PREFIX = 0xfd;
const LOAD = 0x00;
const SPREAD_OVER_FOUR = 0x11;
const EQUAL_FOUR = 0x37;
const NARROW_TO_EIGHT = 0x85;
const NARROW_TO_SIXTEEN = 0x65;
const SIGNS = 0x64;
/** Of addresses, as a power of two: four numbers are 16 bytes. */
const ALIGNMENT = 4;

const operation = ({ bytes }: Body, code: number): void => {
  bytes.byte(PREFIX);
  bytes.unsigned(code);
};

/** Of the 16 numbers from `address` on: bit i is set if the i-th is `value`. Both are evaluated several times. */
export const whichAre = (value: I32, address: I32): I32 => {
  const four = (out: Body, quarter: number): void => {
    address.write(out);
    operation(out, LOAD);
    out.bytes.unsigned(ALIGNMENT);
    out.bytes.unsigned(16 * quarter);
    value.write(out);
    operation(out, SPREAD_OVER_FOUR);
    operation(out, EQUAL_FOUR);
  };
  const eight = (out: Body, half: number): void => {
    four(out, 2 * half);
    four(out, 2 * half + 1);
    operation(out, NARROW_TO_EIGHT);
  };
  return {
    type: 'i32',
    write(out) {
      eight(out, 0);
      eight(out, 1);
      operation(out, NARROW_TO_SIXTEEN);
      operation(out, SIGNS);
    },
  };
};
