/**
 * Reads back what `json` wrote. The text may come from anywhere, so every field that a reporter will look
 * at is checked; fields that are not known here are kept as they are.
 */
import { type Diagnostic, InputError } from '../model/diagnostic.js';
import type { SourceText } from '../model/source.js';
import type { Result } from '../verify/result.js';
import { RESULT_SCHEMA } from './json.js';
import type { Report } from './report.js';

/** Undefined where the value is as it should be, otherwise where and what it should be. */
type Shape = (value: unknown, where: string) => string | undefined;

const text: Shape = (value, where) => (typeof value === 'string' ? undefined : `${where} must be a text`);
const count: Shape = (value, where) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? undefined : `${where} must be a whole number`;
const number: Shape = (value, where) => (Number.isFinite(value) ? undefined : `${where} must be a number`);
const truth: Shape = (value, where) =>
  typeof value === 'boolean' ? undefined : `${where} must be true or false`;

const among =
  (...values: unknown[]): Shape =>
  (value, where) =>
    values.includes(value) ? undefined : `${where} must be one of ${values.join(', ')}`;

const maybe =
  (shape: Shape): Shape =>
  (value, where) =>
    value === undefined ? undefined : shape(value, where);

const listOf =
  (shape: Shape): Shape =>
  (value, where) => {
    if (!Array.isArray(value)) return `${where} must be a list`;
    for (const [i, item] of value.entries()) {
      const wrong = shape(item, `${where}[${i}]`);
      if (wrong) return wrong;
    }
    return undefined;
  };

const record =
  (fields: Record<string, Shape>): Shape =>
  (value, where) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return `${where} must be an object`;
    for (const [name, shape] of Object.entries(fields)) {
      const wrong = shape((value as Record<string, unknown>)[name], `${where}.${name}`);
      if (wrong) return wrong;
    }
    return undefined;
  };

const all =
  (...shapes: Shape[]): Shape =>
  (value, where) => {
    for (const shape of shapes) {
      const wrong = shape(value, where);
      if (wrong) return wrong;
    }
    return undefined;
  };

const span = record({ file: text, line: count, column: count, endLine: count, endColumn: count });
const participant = record({ process: count, name: text, step: count, text: maybe(text), span: maybe(span) });
const step = record({
  participants: listOf(participant),
  events: listOf(text),
  label: text,
  changes: listOf(record({ name: text, before: text, after: text })),
  output: listOf(text),
  choice: maybe(number),
});
const waiting = record({
  process: count,
  name: text,
  location: text,
  atEnd: truth,
  readyFor: listOf(text),
  waitsFor: listOf(count),
  span: maybe(span),
});
const trace = record({
  processes: listOf(text),
  start: maybe(count),
  initial: listOf(record({ name: text, value: text })),
  steps: listOf(step),
  leftOut: maybe(record({ after: count, steps: count })),
  cycleFrom: maybe(count),
  ending: record({
    kind: among('goes on', 'deadlock', 'terminated', 'cycle', 'fault', 'error location'),
    message: maybe(text),
    waiting: listOf(waiting),
    circle: listOf(count),
  }),
});

const verdicts: Record<string, Shape> = {
  holds: record({
    strength: among('proved', 'exhaustive'),
    unreached: maybe(listOf(record({ process: text, text: maybe(text), span, neverEnabled: truth }))),
    vacuous: maybe(listOf(text)),
  }),
  violated: record({ reason: text, trace }),
  inconclusive: record({
    reason: text,
    limit: maybe(among('time', 'memory', 'states', 'depth', 'interrupted')),
    candidate: maybe(trace),
  }),
};

const statistics: Shape = (value, where) =>
  record({})(value, where) ??
  Object.entries(value as object)
    .map(([name, one]) => number(one, `${where}.${name}`))
    .find((wrong) => wrong);

const attempt = record({
  engine: text,
  how: text,
  outcome: among('holds', 'violated', 'inconclusive', 'stopped', 'not needed', 'abstains', 'failed'),
  reason: maybe(text),
  seconds: maybe(number),
});

const result = all(
  record({
    file: text,
    property: text,
    text,
    span: maybe(span),
    verdict: among(...Object.keys(verdicts)),
    engine: text,
    statistics,
    notices: listOf(text),
    reasoning: maybe(listOf(text)),
    cached: maybe(among(true)),
    attempts: maybe(listOf(attempt)),
  }),
  (value, where) => verdicts[(value as Result).verdict](value, where),
);

const diagnostic = record({
  code: text,
  severity: among('error', 'warning', 'notice'),
  message: text,
  span: maybe(span),
  hint: maybe(text),
});

const shard = all(record({ index: count, count, run: text, positions: listOf(count) }), (value, where) => {
  const { index, count: parts } = value as { index: number; count: number };
  return index >= 1 && index <= parts ? undefined : `${where}.index must be from 1 to ${where}.count`;
});

const report = record({
  schema: among(RESULT_SCHEMA),
  heddle: text,
  results: listOf(result),
  diagnostics: listOf(diagnostic),
  shard: maybe(shard),
});

/** Throws an InputError where the text is not a report. */
export function readReport({ file, text: content }: SourceText): Omit<Report, 'sources'> {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    throw wrongReport(file, 'it is not JSON');
  }
  const wrong = report(value, 'the report');
  if (wrong) throw wrongReport(file, wrong);
  const {
    heddle,
    results,
    diagnostics,
    shard: part,
  } = value as {
    heddle: string;
    results: Result[];
    diagnostics: Diagnostic[];
    shard?: Report['shard'];
  };
  if (part && part.positions.length !== results.length) {
    throw wrongReport(file, 'the report.shard.positions must be as many as the results');
  }
  return { version: heddle, results, diagnostics, shard: part };
}

function wrongReport(file: string, why: string): InputError {
  const message = `${file} is not a report of heddle check --reporter json: ${why}`;
  return new InputError([{ code: 'bad-value', severity: 'error', message }]);
}
