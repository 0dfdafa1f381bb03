/** What the page says about one moment of an execution: who does what, where, and which values changed. */
import { lengthOf, numberOf, type Trace, type TraceStep, type Waiting } from '../../evidence/trace.js';
import type { Span } from '../../model/source.js';
import { joinWords } from '../story.js';
import type { Stretches } from './listing.js';
import { type Content, type Element, element } from './markup.js';
import type { Moment } from './moments.js';
import { ringOf } from './ring.js';

export function tellMoment(
  trace: Trace,
  moment: Moment,
  row: number,
  stretches: Stretches,
): Element | undefined {
  const spans: Span[] = [];
  const parts = partsOf(trace, moment, spans);
  if (parts.length === 0) return undefined;
  const marked = [...new Set(spans.map((span) => stretches.numberOf(span)))].join(' ');
  return element('article', { class: 'moment', 'data-moment': row, 'data-stretches': marked }, ...parts);
}

function partsOf(trace: Trace, moment: Moment, spans: Span[]): Content[] {
  switch (moment.kind) {
    case 'left out':
      return [];
    case 'start':
      return [heading('At the start'), ...valuesTable(trace.initial.map(({ name, value }) => [name, value]))];
    case 'end':
      return ending(trace, spans);
    case 'step':
      return step(trace, moment.step, moment.index, spans);
  }
}

function step(trace: Trace, one: TraceStep, index: number, spans: Span[]): Content[] {
  const who = joinWords(one.participants.map(({ name }) => name));
  const repeats = trace.cycleFrom !== undefined && index >= trace.cycleFrom ? ', again and again' : '';
  const places = one.participants.flatMap(({ name, text, span }): Content[] => {
    if (span) spans.push(span);
    const what = text === undefined || text === '' ? [] : [element('code', {}, text)];
    if (what.length === 0 && !span) return [];
    return [element('tr', {}, cell(name), cell(...what), whereCell(span))];
  });
  return [
    heading(`Step ${numberOf(trace, index)} of ${lengthOf(trace)}${repeats}`),
    element('p', {}, element('strong', {}, who), `: ${one.label}`),
    ...(places.length > 0 ? [element('table', { class: 'places' }, ...places)] : []),
    ...one.output.map((text) =>
      element('p', { class: 'output' }, 'prints ', element('code', {}, text.replace(/\n$/, ''))),
    ),
    ...valuesTable(one.changes.map(({ name, before, after }) => [name, before, '→', after])),
  ];
}

function ending(trace: Trace, spans: Span[]): Content[] {
  const { kind, message, waiting, circle } = trace.ending;
  if (kind === 'terminated') return [heading('The end'), element('p', {}, 'Every process is at an end.')];
  if (kind !== 'deadlock') return [heading('Here it fails'), element('p', {}, message ?? kind)];
  const nameOf = (process: number) =>
    waiting.find((one) => one.process === process)?.name ?? `process ${process}`;
  const rows = waiting.filter((one) => !one.atEnd).map((one) => tellWaiting(one, nameOf, spans));
  const ended = waiting.filter((one) => one.atEnd).map(({ name }) => name);
  const ring = ringOf(circle.map(nameOf));
  return [
    heading('Nothing can move'),
    ...(ring ? [element('p', {}, 'In a circle, each waits for the next:'), ring] : []),
    element('table', { class: 'places' }, ...rows),
    ...(ended.length > 0 ? [element('p', {}, `At an end, and may stay there: ${joinWords(ended)}.`)] : []),
  ];
}

function tellWaiting(one: Waiting, nameOf: (process: number) => string, spans: Span[]): Element {
  if (one.span) spans.push(one.span);
  const others = one.waitsFor.filter((process) => process !== one.process).map(nameOf);
  const wish = one.readyFor.length > 0 ? `waits for ${joinWords(one.readyFor, 'or')}` : 'is stuck';
  const needs = others.length > 0 ? `needs ${joinWords(others, one.readyFor.length > 1 ? 'or' : 'and')}` : '';
  return element('tr', {}, cell(one.name), cell(wish), cell(needs));
}

const heading = (text: string): Element => element('h3', {}, text);
const cell = (...content: Content[]): Element => element('td', {}, ...content);

/** The name of the file is enough to read; all of its path is shown on demand. */
function whereCell(span: Span | undefined): Element {
  if (!span) return element('td');
  const name = span.file.split(/[/\\]/).at(-1);
  return element('td', { class: 'where', title: span.file }, `${name}:${span.line}`);
}

function valuesTable(rows: string[][]): Element[] {
  if (rows.length === 0) return [];
  return [
    element(
      'table',
      { class: 'values' },
      ...rows.map((row) => element('tr', {}, ...row.map((text) => cell(text)))),
    ),
  ];
}
