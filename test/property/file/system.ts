/** A small model by hand: symbols, labels with arguments, a shared variable, a watching process. */
import { constant } from '../../../src/model/expression.js';
import { type EventLabel, internal, type ProcessType, type System } from '../../../src/model/system.js';

const process = (name: string, events: EventLabel[], alphabet: number[], observes?: string): ProcessType => ({
  name,
  parameters: 0,
  variables: [],
  channels: [],
  locations: [{ name: 'here' }],
  initial: 0,
  steps: [
    ...alphabet.map((symbol) => ({
      from: 0,
      to: 0,
      action: { kind: 'synchronise' as const, symbol },
      effects: [],
    })),
    ...events.map((event) => ({ from: 0, to: 0, action: internal, effects: [], event })),
  ],
  alphabet,
  ...(observes && { observes }),
});

const value = constant(0);
const amount = { kind: 'range', low: 0, high: 9, overflow: 'fault' } as const;
const colour = { kind: 'enumeration', name: 'colour', literals: ['red', 'green'] } as const;
const wide = { kind: 'range', low: 0, high: 100_000, overflow: 'fault' } as const;

export const system: System = {
  name: 'model',
  sources: [],
  variables: [{ name: 'x', type: amount }],
  channels: [],
  symbols: [
    { name: 'phil.1.eat' },
    { name: 'phil.2.eat' },
    { name: 'phil.1.think' },
    { name: 'secret', hidden: true },
    { name: 'unused' },
  ],
  types: [
    process('table', [], [0, 1, 2, 3]),
    process(
      'shop',
      [
        { name: 'open' },
        {
          name: 'pay',
          arguments: [
            { value, type: { ...amount } },
            { value, type: { ...colour, literals: [...colour.literals] } },
          ],
        },
        { name: 'order', arguments: [{ value, type: { ...wide } }] },
        { name: 'count', arguments: [{ value }] },
        { name: 'call(c;s.buy)' },
        { name: 'accept(c;s.buy)' },
      ],
      [],
    ),
    process('SAFE', [], [0], 'SAFE'),
  ],
  instances: [
    { name: 'table', type: 0, arguments: [] },
    { name: 'shop', type: 1, arguments: [] },
  ],
  processBound: 2,
  arithmetic: 'wrap',
};
