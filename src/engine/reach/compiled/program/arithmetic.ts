/** Operators on 32-bit integers, with the interval of the result. */
import type { BinaryOperator, Expression } from '../../../../model/expression.js';
import * as w from '../wasm/code.js';
import { after, choose, when } from '../wasm/control.js';
import { asTruth, constantOf, evaluate, known, truth, type Value } from './expression.js';
import { newLocal, type Site } from './site.js';

const LEAST = -0x80000000;
const MOST = 0x7fffffff;

export function evaluateBinary(
  operator: BinaryOperator,
  left: Expression,
  right: Expression,
  site: Site,
): Value {
  const a = evaluate(left, site);
  if (operator === 'and' || operator === 'or') {
    const decided = constantOf(a);
    if (decided !== undefined && (decided !== 0) === (operator === 'or')) return known(decided !== 0 ? 1 : 0);
    const second = asTruth(evaluate(right, site));
    if (decided !== undefined) return second;
    if (operator === 'and') return truth(choose(a.code, second.code, w.i32(0)), a, second);
    return truth(choose(a.code, w.i32(1), second.code), a, second);
  }
  const b = evaluate(right, site);
  const folded = foldedBinary(operator, constantOf(a), constantOf(b));
  if (folded !== undefined) return known(folded);
  const fails = a.fails || b.fails;
  switch (operator) {
    case 'add':
      return arithmetic(w.add, a, b, a.low + b.low, a.high + b.high, site);
    case 'subtract':
      return arithmetic(w.subtract, a, b, a.low - b.high, a.high - b.low, site);
    case 'multiply': {
      const corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
      return arithmetic(w.multiply, a, b, Math.min(...corners), Math.max(...corners), site);
    }
    case 'divide': {
      const most = Math.max(Math.abs(a.low), Math.abs(a.high));
      const checked = nonZero(b, site);
      return arithmetic(w.divideSigned, a, checked, a.low >= 0 && b.low >= 0 ? 0 : -most, most, site, true);
    }
    case 'remainder':
      return {
        code: w.remainderSigned(a.code, nonZero(b, site).code),
        ...remainderBounds(a, b),
        fails: fails || mayBeZero(b),
      };
    case 'modulo':
      return {
        code: floorModulo(a, nonZero(b, site), site),
        ...moduloBounds(b),
        fails: fails || mayBeZero(b),
      };
    case 'shiftLeft': {
      const [x, by] = [newLocal(site, 'i32'), newLocal(site, 'i32')];
      const code = after(
        [w.set(x, a.code), w.set(by, b.code)],
        choose(w.lessUnsigned(w.get(by), w.i32(32)), w.shiftLeft(w.get(x), w.get(by)), w.i32(0)),
      );
      return { code, low: LEAST, high: MOST, fails };
    }
    case 'shiftRight': {
      const [x, by] = [newLocal(site, 'i32'), newLocal(site, 'i32')];
      const clamped = choose(
        w.lessSigned(w.get(by), w.i32(0)),
        w.i32(0),
        choose(w.greaterSigned(w.get(by), w.i32(31)), w.i32(31), w.get(by)),
      );
      const code = after([w.set(x, a.code), w.set(by, b.code)], w.shiftRightSigned(w.get(x), clamped));
      return { code, low: Math.min(a.low, 0), high: Math.max(a.high, 0), fails };
    }
    case 'bitAnd': {
      const high =
        a.low >= 0 && b.low >= 0
          ? Math.min(a.high, b.high)
          : a.low >= 0
            ? a.high
            : b.low >= 0
              ? b.high
              : MOST;
      return { code: w.and(a.code, b.code), low: a.low >= 0 || b.low >= 0 ? 0 : LEAST, high, fails };
    }
    case 'bitOr':
      return { code: w.or(a.code, b.code), ...bitwiseBounds(a, b), fails };
    case 'bitXor':
      return { code: w.xor(a.code, b.code), ...bitwiseBounds(a, b), fails };
    case 'equal':
      return compared(a, b, w.equal, a.high < b.low || b.high < a.low ? 0 : undefined);
    case 'unequal':
      return compared(a, b, w.unequal, a.high < b.low || b.high < a.low ? 1 : undefined);
    case 'less':
      return compared(a, b, w.lessSigned, a.high < b.low ? 1 : a.low >= b.high ? 0 : undefined);
    case 'atMost':
      return compared(a, b, w.atMostSigned, a.high <= b.low ? 1 : a.low > b.high ? 0 : undefined);
    case 'greater':
      return compared(a, b, w.greaterSigned, a.low > b.high ? 1 : a.high <= b.low ? 0 : undefined);
    case 'atLeast':
      return compared(a, b, w.atLeastSigned, a.low >= b.high ? 1 : a.high < b.low ? 0 : undefined);
  }
}

/** What comes out of two numbers, where intervals do not tell. */
function foldedBinary(operator: BinaryOperator, a?: number, b?: number): number | undefined {
  if (a === undefined || b === undefined) return undefined;
  if (operator === 'remainder') return b === 0 ? undefined : (a % b) | 0;
  if (operator === 'modulo') return b === 0 ? undefined : (a - b * Math.floor(a / b)) | 0;
  if (operator === 'divide') return b === 0 || b === -1 ? undefined : Math.trunc(a / b) | 0;
  if (operator === 'bitAnd') return a & b;
  if (operator === 'bitOr') return a | b;
  return operator === 'bitXor' ? a ^ b : undefined;
}

function compared(a: Value, b: Value, test: typeof w.equal, decided: number | undefined): Value {
  const [x, y] = [constantOf(a), constantOf(b)];
  if (x !== undefined && y !== undefined && (test === w.equal || test === w.unequal))
    return known((x === y) === (test === w.equal) ? 1 : 0);
  if (decided !== undefined && !a.fails && !b.fails) return known(decided);
  return truth(test(a.code, b.code), a, b);
}

/** An operation whose result may leave the 32 bits: then it wraps or faults, as the system says. */
export function arithmetic(
  operation: typeof w.add,
  a: Value,
  b: Value,
  low: number,
  high: number,
  site: Site,
  always64 = false,
): Value {
  const fails = a.fails || b.fails;
  const fits = low >= LEAST && high <= MOST;
  if (fits) return { code: operation(a.code, b.code), low, high, fails };
  const wraps = site.scene.system.arithmetic === 'wrap';
  const wide = operation(w.extendSigned(a.code), w.extendSigned(b.code));
  if (wraps) {
    const code = always64 ? w.lowHalf(wide) : operation(a.code, b.code);
    return { code, low: LEAST, high: MOST, fails };
  }
  const result = newLocal(site, 'i64');
  const before = [
    w.set(result, wide),
    when(w.unequal(w.extendSigned(w.lowHalf(w.get(result))), w.get(result)), [site.fault.take()]),
  ];
  return {
    code: after(before, w.lowHalf(w.get(result))),
    low: Math.max(low, LEAST),
    high: Math.min(high, MOST),
    fails: true,
  };
}

const mayBeZero = (b: Value): boolean => b.low <= 0 && b.high >= 0;

function nonZero(b: Value, site: Site): Value {
  if (!mayBeZero(b)) return b;
  const divisor = newLocal(site, 'i32');
  const before = [w.set(divisor, b.code), when(w.isZero(w.get(divisor)), [site.fault.take()])];
  return { ...b, code: after(before, w.get(divisor)), fails: true };
}

function floorModulo(a: Value, b: Value, site: Site): w.I32 {
  const [divisor, rest] = [newLocal(site, 'i32'), newLocal(site, 'i32')];
  const dividend = newLocal(site, 'i32');
  const before = [
    w.set(dividend, a.code),
    w.set(divisor, b.code),
    w.set(rest, w.remainderSigned(w.get(dividend), w.get(divisor))),
    when(w.unequal(w.get(rest), w.i32(0)), [
      when(w.lessSigned(w.xor(w.get(rest), w.get(divisor)), w.i32(0)), [
        w.set(rest, w.add(w.get(rest), w.get(divisor))),
      ]),
    ]),
  ];
  return after(before, w.get(rest));
}

function remainderBounds(a: Value, b: Value): { low: number; high: number } {
  const most = Math.max(Math.abs(b.low), Math.abs(b.high)) - 1;
  return { low: a.low >= 0 ? 0 : -most, high: a.high <= 0 ? 0 : most };
}

const moduloBounds = (b: Value): { low: number; high: number } => ({
  low: Math.min(0, b.low + 1),
  high: Math.max(0, b.high - 1),
});

/** Values that are not negative have no more bits after `or` and `xor` than before. */
function bitwiseBounds(a: Value, b: Value): { low: number; high: number } {
  if (a.low < 0 || b.low < 0) return { low: LEAST, high: MOST };
  const most = Math.max(a.high, b.high);
  return { low: 0, high: most === 0 ? 0 : 2 ** (Math.floor(Math.log2(most)) + 1) - 1 };
}
