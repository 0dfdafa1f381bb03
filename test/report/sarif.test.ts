/**
 * Checked against what SARIF 2.1.0 requires: version and runs (3.13), tool.driver.name (3.18, 3.19),
 * result.message (3.27), ruleIndex into the rules (3.27.6), threadFlows in codeFlows (3.36),
 * locations in threadFlows (3.37), regions that count from 1 (3.30).
 */
import { describe, expect, it } from 'vitest';
import { sarif } from '../../src/report/sarif.js';
import { holds, inconclusive, sources, span, undecided, violated } from './sample.js';

function runOf(overrides: Partial<Parameters<typeof sarif>[0]>) {
  const document = JSON.parse(
    sarif({ version: '0.1.0', results: [], diagnostics: [], sources, ...overrides }),
  );
  return { document, run: document.runs[0] };
}

describe('the sarif report', () => {
  it('names its version, its tool and its rules', () => {
    const { document, run } = runOf({});
    expect(document.version).toBe('2.1.0');
    expect(document.$schema).toMatch(/sarif.*2\.1\.0/);
    expect(run.tool.driver.name).toBe('Heddle');
    expect(run.tool.driver.semanticVersion).toBe('0.1.0');
    expect(run.results).toEqual([]);
  });

  it('makes an error with a code flow of a violation', () => {
    const { run } = runOf({ results: [violated] });
    const [result] = run.results;
    expect(result).toMatchObject({
      ruleId: 'violated',
      level: 'error',
      message: {
        text: 'deadlock-free: phil.0 and phil.1 wait for one another (phil.0 waits for phil.1 waits for phil.0)',
      },
    });
    expect(run.tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId);
    expect(result.locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'phil.lts' },
      region: { startLine: 2, startColumn: 9, endLine: 2, endColumn: 18 },
    });
    const { locations } = result.codeFlows[0].threadFlows[0];
    expect(locations.map((l: { executionOrder: number }) => l.executionOrder)).toEqual([1, 1, 2, 2]);
    expect(locations[0].location.message.text).toBe('1. phil.0 and fork.0: 0.get');
    expect(locations[1].location.physicalLocation.region.startLine).toBe(1);
  });

  it('makes a warning of an inconclusive answer and nothing of one that holds', () => {
    const { run } = runOf({ results: [holds, inconclusive] });
    expect(run.results).toHaveLength(1);
    expect(run.results[0]).toMatchObject({ ruleId: 'inconclusive', level: 'warning' });
    expect(run.results[0].codeFlows).toBeUndefined();
    expect(run.invocations[0].executionSuccessful).toBe(true);
  });

  it('carries the steps of a candidate, as a warning', () => {
    const { run } = runOf({ results: [undecided] });
    expect(run.results[0].level).toBe('warning');
    expect(run.results[0].codeFlows[0].threadFlows[0].locations[0].location.message.text).toContain('0.get');
  });

  it('carries the diagnostics of the inputs', () => {
    const { run } = runOf({
      diagnostics: [
        { code: 'syntax', severity: 'error', message: 'wrong', span: span(1, 9, 12), hint: 'mend it' },
        { code: 'unsupported', severity: 'notice', message: 'left out' },
      ],
    });
    expect(run.invocations[0].executionSuccessful).toBe(false);
    expect(run.results[0]).toMatchObject({
      ruleId: 'input',
      level: 'error',
      message: { text: 'wrong (mend it)' },
      properties: { code: 'syntax' },
    });
    expect(run.results[1]).toMatchObject({ level: 'note', locations: [] });
  });

  it.each([
    ['models/my phil#1.lts', 'models/my%20phil%231.lts'],
    ['/tmp/a.lts', 'file:///tmp/a.lts'],
    ['C:\\models\\a.lts', 'file:///C:/models/a.lts'],
  ])('writes the file %s as %s', (file, uri) => {
    const { run } = runOf({ results: [{ ...inconclusive, file }] });
    expect(run.results[0].locations[0].physicalLocation.artifactLocation.uri).toBe(uri);
  });
});
