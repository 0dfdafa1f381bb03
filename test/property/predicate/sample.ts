/** A system with one of everything that a predicate can name. */
import type { DataType } from '../../../src/model/data.js';
import { constant } from '../../../src/model/expression.js';
import { internal, type System } from '../../../src/model/system.js';

const byte: DataType = { kind: 'range', low: 0, high: 255, overflow: 'wrap' };
const int: DataType = { kind: 'range', low: -1000, high: 1000, overflow: 'wrap' };
const colour: DataType = { kind: 'enumeration', name: 'colour', literals: ['red', 'green', 'blue'] };
const light: DataType = { kind: 'enumeration', name: 'light', literals: ['off', 'green'], first: 5 };
const message: DataType = { kind: 'enumeration', name: 'mtype', literals: ['ack', 'nak'], first: 1 };
const point: DataType = {
  kind: 'record',
  name: 'point',
  fields: [
    { name: 'x', type: int },
    { name: 'ys', type: { kind: 'array', length: 2, low: 0, element: int } },
  ],
};

const outer: DataType = { kind: 'record', name: 'outer', fields: [{ name: 'inner', type: point }] };

/** x = 7, flag = true, a[3 .. 6] = 10 20 30 40, r.x = -3, r.ys = 8 9, hue = green, lamp = green. */
export const sample: System = {
  name: 'sample',
  sources: [],
  variables: [
    { name: 'x', type: byte, initial: [constant(7)] },
    { name: 'flag', type: { kind: 'boolean' }, initial: [constant(1)] },
    {
      name: 'a',
      type: { kind: 'array', length: 4, low: 3, element: byte },
      initial: [10, 20, 30, 40].map(constant),
    },
    { name: 'r', type: point, initial: [-3, 8, 9].map(constant) },
    { name: 'hue', type: colour, initial: [constant(1)] },
    { name: 'lamp', type: light, initial: [constant(6)] },
    { name: 'q', type: { kind: 'channel' }, initial: [constant(1)] },
    { name: 'both', type: { kind: 'boolean' } },
    { name: 'zero', type: byte },
    {
      name: 'nest',
      type: { kind: 'array', length: 2, low: 0, element: outer },
      initial: [1, 2, 3, 4, 5, 6].map(constant),
    },
  ],
  channels: [
    { name: 'pipe', capacity: 2, fields: [message] },
    { name: 'meeting', capacity: 0, fields: [byte] },
  ],
  symbols: [{ name: 'phil.1.eat' }, { name: 'phil.2.eat' }, { name: 'secret', hidden: true }],
  types: [
    {
      name: 'Worker',
      parameters: 1,
      variables: [
        { name: 'id', type: byte },
        { name: 'own', type: point, initial: [4, 5, 6].map(constant) },
      ],
      channels: [],
      locations: [{ name: 'idle' }, { name: 'BUFF[2]' }, { name: 'busy' }, { name: 'busy' }, {}],
      initial: 0,
      steps: [
        { from: 0, to: 1, action: internal, effects: [], event: { name: 'start' } },
        {
          from: 1,
          to: 2,
          action: internal,
          effects: [],
          event: { name: 'put', arguments: [{ value: constant(3) }] },
        },
        { from: 2, to: 0, action: internal, effects: [], event: { name: 'both' } },
      ],
      alphabet: [],
    },
    {
      name: 'Table',
      parameters: 0,
      variables: [{ name: 'count', type: byte, initial: [constant(2)] }],
      channels: [],
      locations: [{ name: 'EAT' }],
      initial: 0,
      steps: [],
      alphabet: [],
    },
  ],
  instances: [
    { name: 'phil.1', type: 0, arguments: [11] },
    { name: 'phil.2', type: 0, arguments: [12] },
    { name: 'table', type: 1, arguments: [] },
  ],
  processBound: 4,
  arithmetic: 'wrap',
};
