import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { json, jsonSimulation, jsonText } from '../../src/report/json.js';
import type { Report } from '../../src/report/report.js';
import { deadlockTrace, holds, inconclusive, sources, span, undecided, violated } from './sample.js';

function schema(name: string): object {
  return JSON.parse(readFileSync(new URL(`../../docs/schema/${name}.schema.json`, import.meta.url), 'utf8'));
}

const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });
ajv.addSchema(schema('result'));
const validResult = ajv.getSchema('urn:heddle:result:1')!;
const validSimulation = ajv.compile(schema('simulation'));

const report: Report = {
  version: '0.1.0',
  results: [violated, holds, inconclusive],
  diagnostics: [
    { code: 'syntax', severity: 'error', message: 'wrong', span: span(1), hint: 'mend it' },
    { code: 'unreadable', severity: 'warning', message: 'odd' },
  ],
  sources,
};

type Document = { results: Record<string, unknown>[] };

describe('the json report', () => {
  it('follows its schema', () => {
    validResult(JSON.parse(json(report)));
    expect(validResult.errors).toBeNull();
  });

  it('carries the answers under the documented names', () => {
    const document = JSON.parse(json(report));
    expect(document).toMatchObject({ schema: 1, heddle: '0.1.0' });
    expect(document.results).toHaveLength(3);
    expect(document.results[0]).toEqual({
      file: 'phil.lts',
      property: 'deadlock-free',
      text: 'some process can always move',
      verdict: 'violated',
      reason: 'phil.0 and phil.1 wait for one another',
      engine: 'reach',
      statistics: { states: 4, transitions: 5, depth: 2, seconds: 0.0123, bytes: 4096 },
      trace: deadlockTrace,
      notices: [],
    });
    expect(document.results[1]).toMatchObject({ verdict: 'holds', strength: 'exhaustive' });
    expect(document.results[2]).toMatchObject({ verdict: 'inconclusive', limit: 'time' });
  });

  it('carries the candidate of an inconclusive answer', () => {
    const document = JSON.parse(json({ ...report, results: [undecided] }));
    validResult(document);
    expect(validResult.errors).toBeNull();
    expect(document.results[0]).toMatchObject({ verdict: 'inconclusive', candidate: deadlockTrace });
    expect(document.results[0].trace).toBeUndefined();
  });

  it('lets nothing in that is not documented', () => {
    const results = [{ ...holds, secret: 1 }];
    expect(json({ ...report, results })).not.toContain('secret');
  });

  const mistakes: [string, (document: Document) => void][] = [
    ['an unknown field', (d) => Object.assign(d.results[0], { extra: 1 })],
    ['a violation without a trace', (d) => delete d.results[0].trace],
    ['an answer that holds without strength', (d) => delete d.results[1].strength],
    ['an answer that holds with a reason', (d) => Object.assign(d.results[1], { reason: 'x' })],
    ['another version', (d) => Object.assign(d, { schema: 2 })],
    ['an unknown limit', (d) => Object.assign(d.results[2], { limit: 'patience' })],
  ];
  it.each(mistakes)('has a schema that refuses %s', (_, spoil) => {
    const document = JSON.parse(json(report)) as Document;
    spoil(document);
    expect(validResult(document)).toBe(false);
  });

  it('writes what a terminal would obey as escapes, and keeps the data', () => {
    const text = jsonText({ name: '\u001b[2J\u009b\u202e\u007fé😀' });
    expect(text).toBe('{\n  "name": "\\u001b[2J\\u009b\\u202e\\u007fé😀"\n}\n');
    expect(JSON.parse(text)).toEqual({ name: '\u001b[2J\u009b\u202e\u007fé😀' });
  });

  it('describes a simulation too', () => {
    const text = jsonSimulation({ version: '0.1.0', file: 'phil.lts', seed: 7, trace: deadlockTrace });
    validSimulation(JSON.parse(text));
    expect(validSimulation.errors).toBeNull();
    expect(JSON.parse(text)).toMatchObject({ schema: 1, seed: 7, file: 'phil.lts' });
  });
});
