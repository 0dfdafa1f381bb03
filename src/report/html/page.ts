/**
 * Results as one file that a browser opens from disk: the answers, and for each violation or candidate its
 * chart, its steps and the source lines they stand for. The page loads nothing, and its security policy
 * allows no script and no style but its own, which are known by their digests.
 */
import { createHash } from 'node:crypto';
import type { Trace } from '../../evidence/trace.js';
import { executionIn, type Result } from '../../verify/result.js';
import { showStatistics } from '../quantity.js';
import { type Report, SourceLines } from '../report.js';
import { describeVerdict } from '../verdict.js';
import { APPEARANCE } from './appearance.js';
import { diagramOf } from './diagram.js';
import { Stretches } from './listing.js';
import { type Content, type Element, element, render } from './markup.js';
import { momentsOf } from './moments.js';
import { stepping } from './stepping.js';
import { tellMoment } from './telling.js';

const SCRIPT = `(${stepping.toString()})(document)`;

export function html(report: Report): string {
  const sources = new SourceLines(report.sources);
  const shown = report.results.filter((result) => executionIn(result) !== undefined);
  const body = element(
    'body',
    {},
    element('h1', {}, 'Heddle report'),
    ...wrongInputs(report),
    answers(report.results, shown),
    ...shown.map((result) => execution(result, executionIn(result)!, sources)),
    element('footer', {}, element('p', {}, `Heddle ${report.version}`)),
    element('script', {}, SCRIPT),
  );
  return `<!doctype html>\n${render(element('html', { lang: 'en' }, head(report), body))}\n`;
}

function head(report: Report): Element {
  const digest = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const policy = [
    "default-src 'none'",
    `script-src ${digest(SCRIPT)}`,
    `style-src ${digest(APPEARANCE)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const files = [...new Set(report.results.map(({ file }) => file))];
  return element(
    'head',
    {},
    element('meta', { charset: 'utf-8' }),
    element('meta', { 'http-equiv': 'Content-Security-Policy', content: policy }),
    element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    element('meta', { name: 'referrer', content: 'no-referrer' }),
    element('title', {}, files.length === 1 ? `Heddle: ${files[0]}` : 'Heddle report'),
    element('style', {}, APPEARANCE),
  );
}

function wrongInputs({ diagnostics }: Report): Element[] {
  return diagnostics.map(({ severity, message, span, hint }) => {
    const where = span ? `${span.file}:${span.line}:${span.column}: ` : '';
    const kind = severity === 'error' ? 'violated' : 'inconclusive';
    return element('p', { class: kind }, `${where}${severity}: ${message}${hint ? ` (${hint})` : ''}`);
  });
}

function answers(results: readonly Result[], shown: readonly Result[]): Element {
  const heads = ['file', 'property', 'verdict', 'found by', 'remarks'].map((name) => element('th', {}, name));
  const rows = results.map((result) => {
    const index = shown.indexOf(result);
    const statistics = showStatistics(result.statistics);
    return element(
      'tr',
      index < 0 ? {} : { 'data-show': index },
      cell(result.file),
      cell(result.property),
      element('td', { class: result.verdict }, describeVerdict(result)),
      cell(`${result.engine}${result.cached ? ', cached' : ''}${statistics ? `: ${statistics}` : ''}`),
      cell(remarksOn(result).join('; ')),
    );
  });
  const table = element('table', { class: 'answers' }, element('tr', {}, ...heads), ...rows);
  return element('div', { class: 'answers-box' }, table);
}

function remarksOn(result: Result): string[] {
  const remarks = [...result.notices, ...(result.reasoning ?? [])];
  if (result.verdict === 'inconclusive') remarks.unshift(result.reason);
  if (result.verdict === 'holds' && result.vacuous?.length) {
    remarks.push(`vacuous: ${result.vacuous.join(', ')} never happens`);
  }
  if (result.verdict === 'holds' && result.unreached?.length) {
    const places = result.unreached.map(({ span }) => `${span.file}:${span.line}`);
    remarks.push(`never reached: ${[...new Set(places)].join(', ')}`);
  }
  return remarks;
}

function execution(result: Result, trace: Trace, sources: SourceLines): Element {
  const moments = momentsOf(trace);
  const stretches = new Stretches();
  const told = moments
    .map((moment, row) => tellMoment(trace, moment, row, stretches))
    .filter((one) => one !== undefined);
  const diagram = diagramOf(trace, moments);
  const cycle = moments
    .filter((moment) => moment.kind !== 'left out')
    .findIndex(
      (moment) => moment.kind === 'step' && moment.index >= (trace.cycleFrom ?? Number.POSITIVE_INFINITY),
    );
  return element(
    'section',
    { class: 'violation', 'data-again': cycle < 0 ? undefined : cycle },
    element('h2', {}, `${result.file}: ${result.property}`),
    ...(result.text === '' || result.text === result.property
      ? []
      : [element('p', { class: 'text' }, result.text)]),
    ...(result.verdict === 'holds' ? [] : [element('p', { class: 'reason' }, result.reason)]),
    controls(),
    element(
      'div',
      { class: 'panes' },
      element('div', { class: 'left' }, ...chartPane(diagram)),
      element('div', { class: 'right', 'aria-live': 'polite' }, ...told, ...stretches.listings(sources)),
    ),
  );
}

function chartPane(diagram: ReturnType<typeof diagramOf>): Content[] {
  if (!diagram) return [element('p', {}, 'It is so at the start.')];
  const chart = element(
    'div',
    { class: 'chart' },
    element('div', { class: 'names' }, diagram.head),
    diagram.body,
  );
  return [chart, ...(diagram.note ? [element('p', {}, diagram.note)] : [])];
}

function controls(): Element {
  const button = (action: string, text: string) =>
    element('button', { type: 'button', 'data-action': action }, text);
  const key = (name: string) => element('kbd', {}, name);
  return element(
    'div',
    { class: 'controls' },
    button('first', 'start'),
    button('back', '← back'),
    button('next', 'forward →'),
    button('last', 'end'),
    element(
      'span',
      { class: 'reason' },
      key('←'),
      ' ',
      key('→'),
      ' step, ',
      key('Home'),
      ' ',
      key('End'),
      ', ',
      key('n'),
      ' ',
      key('p'),
      ' others',
    ),
  );
}

const cell = (text: string): Element => element('td', {}, text);
