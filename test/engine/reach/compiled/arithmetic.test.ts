import { describe, expect, it } from 'vitest';
import { exploreCompiled } from '../../../../src/engine/reach/compiled/index.js';
import { explore } from '../../../../src/engine/reach/reference/index.js';
import type { DataType } from '../../../../src/model/data.js';
import {
  type BinaryOperator,
  binary,
  constant,
  type Expression,
  own,
  read,
  shared,
} from '../../../../src/model/expression.js';
import type { System } from '../../../../src/model/system.js';
import { process, step, system } from '../../../model/small-system.js';

const INTEGER: DataType = { kind: 'range', low: -0x80000000, high: 0x7fffffff, overflow: 'fault' };
const CORNERS = [-0x80000000, -7, -1, 0, 3, 32, 0x7fffffff];
const OPERATORS: BinaryOperator[] = [
  'add',
  'subtract',
  'multiply',
  'divide',
  'remainder',
  'modulo',
  'shiftLeft',
  'shiftRight',
  'bitAnd',
  'bitOr',
  'bitXor',
  'equal',
  'unequal',
  'less',
  'atMost',
  'greater',
  'atLeast',
  'and',
  'or',
];

/**
 * One step for each value, which keeps it together with the number of the step: a wrong value makes a
 * wrong state. Operands are variables that some step writes, so that nothing is known of them.
 */
function valuesOf(values: Expression[], into: DataType, arithmetic: System['arithmetic']): System {
  const variables = CORNERS.map((value, i) => ({ name: `v${i}`, type: INTEGER, initial: [constant(value)] }));
  const steps = values.map((value, i) => {
    const kept = { kind: 'assign', place: own(0), value } as const;
    const checked = {
      kind: 'assign',
      place: own(1),
      value: binary('add', binary('bitAnd', read(own(0)), constant(0xffff)), constant(i)),
    } as const;
    return step(0, 1, { effects: [kept, checked] });
  });
  const writes = step(2, 2, {
    effects: CORNERS.map((_, i) => ({ kind: 'assign' as const, place: shared(i), value: constant(0) })),
  });
  const variablesOfProcess = [
    { name: 'result', type: into, initial: [constant(into === INTEGER ? 0 : 1)] },
    { name: 'check', type: INTEGER },
  ];
  return {
    ...system([process('p', [...steps, writes], { variables: variablesOfProcess })], { variables }),
    arithmetic,
  };
}

async function agree(s: System): Promise<void> {
  const expected = await explore(s, { now: () => 0 });
  const found = await exploreCompiled(s, { now: () => 0 });
  expect(found).toMatchObject(expected);
}

const operands = CORNERS.map((_, i) => read(shared(i)));
const pairs = (operator: BinaryOperator) =>
  operands.flatMap((a) => operands.map((b) => binary(operator, a, b)));

describe('operators on the corners of 32 bits', () => {
  it.each(OPERATORS)('%s', async (operator) => {
    for (const arithmetic of ['wrap', 'fault'] as const)
      await agree(valuesOf(pairs(operator), INTEGER, arithmetic));
  });

  it.each(['negate', 'complement', 'not'] as const)('%s', async (operator) => {
    const values = operands.map((operand): Expression => ({ kind: 'unary', operator, operand }));
    for (const arithmetic of ['wrap', 'fault'] as const) await agree(valuesOf(values, INTEGER, arithmetic));
  });
});

describe('values brought into a type', () => {
  it.each<[string, DataType]>([
    ['a byte that wraps', { kind: 'range', low: 0, high: 255, overflow: 'wrap' }],
    ['a signed byte that wraps', { kind: 'range', low: -128, high: 127, overflow: 'wrap' }],
    ['seven values that wrap', { kind: 'range', low: -2, high: 4, overflow: 'wrap' }],
    ['seven values that fault', { kind: 'range', low: -2, high: 4, overflow: 'fault' }],
    ['a boolean', { kind: 'boolean' }],
    ['an enumeration', { kind: 'enumeration', name: 'e', literals: ['a', 'b', 'c'], first: 1 }],
    ['a channel', { kind: 'channel' }],
    ['a process', { kind: 'process' }],
  ])('%s', async (_, type) => {
    await agree(valuesOf([...operands, ...pairs('add')], type, 'wrap'));
  });
});
