/** Events as users of INCA and FLAVERS spell them. */
import { describe, expect, it } from 'vitest';
import { constant } from '../../../src/model/expression.js';
import { type EventLabel, internal, type System } from '../../../src/model/system.js';
import { type EventPattern, matchesEvent, patternOfName } from '../../../src/property/event.js';
import { resolvePattern } from '../../../src/property/file/index.js';
import { rendezvous } from '../../../src/property/interval/events.js';

const colour = { kind: 'enumeration', name: 'colour', literals: ['Red', 'Green'] } as const;
const argument = { value: constant(0), type: { ...colour, literals: [...colour.literals] } };

const labels: EventLabel[] = [
  { name: 'control.start' },
  { name: 'reader->control.start' },
  { name: 'writer->control.start' },
  { name: 'control.start.end' },
  { name: 'writer->control.paint', arguments: [argument, argument] },
  { name: 'control.paint' },
  { name: 'control.paint.end' },
];

const system: System = {
  name: 'rw',
  sources: [],
  variables: [],
  channels: [],
  symbols: [],
  types: [
    {
      name: 'all',
      parameters: 0,
      variables: [],
      channels: [],
      locations: [{ name: 'here' }],
      initial: 0,
      alphabet: [],
      steps: labels.map((event) => ({ from: 0, to: 0, action: internal, effects: [], event })),
    },
  ],
  instances: [{ name: 'all', type: 0, arguments: [] }],
  processBound: 1,
  arithmetic: 'fault',
};

const occurrences = labels.flatMap(({ name, arguments: values }) =>
  values
    ? ['Red', 'Green'].flatMap((one) =>
        ['Red', 'Green'].map((two) => ({ name, arguments: [one, two], text: `${name}(${one},${two})` })),
      )
    : [{ name, arguments: [], text: name }],
);

/** The texts of the events that are meant; undefined where the spelling is an error. */
function meant(pattern: EventPattern): string[] | undefined {
  const reading = resolvePattern(pattern, [], system);
  if (!reading.ok) return undefined;
  return occurrences.filter((event) => matchesEvent(reading.value, event)).map(({ text }) => text);
}

const MEETINGS: [text: string, events: string[] | undefined][] = [
  ['writer;control.start', ['writer->control.start']],
  ['WRITER;Control.Start', ['writer->control.start']],
  ['writer;control.paint;red;green', ['writer->control.paint(Red,Green)']],
  [
    'writer;control.paint',
    [
      'writer->control.paint(Red,Red)',
      'writer->control.paint(Red,Green)',
      'writer->control.paint(Green,Red)',
      'writer->control.paint(Green,Green)',
    ],
  ],
  ['writer;control.paint-end', ['control.paint.end']],
  // Two may call it, and its end does not say which of them did.
  ['writer;control.start-end', undefined],
  ['reader;control.paint-end', undefined],
  ['reader;control.paint', undefined],
  ['writer;control.paint;blue;red', undefined],
];

describe('INCA', () => {
  it.each(MEETINGS)('(rendezvous "%s")', (text, events) => {
    expect(meant(rendezvous(text))).toEqual(events);
  });

  it.each(MEETINGS)('call(%s) and accept(…)', (text, events) => {
    expect(meant(patternOfName(`call(${text})`))).toEqual(events);
    expect(meant(patternOfName(`accept(${text})`))).toEqual(events);
  });

  it('is not read into parts of names', () => {
    expect(meant({ kind: 'contains', text: 'writer;control.start' })).toBeUndefined();
  });
});

describe('FLAVERS', () => {
  it.each([
    ['rw.control.start', ['control.start']],
    ['RW.Control.Start', ['control.start']],
    ['other.control.start', undefined],
    ['rw.control.stop', undefined],
  ])('%s', (text, events) => {
    expect(meant(patternOfName(text))).toEqual(events);
  });
});
