/**
 * Results for build servers: a test suite a file, a test case a property. A violation is a failure;
 * an answer that a limit prevented or that no engine could give is skipped, with the reason, because
 * neither success nor failure was shown; a wrong input is an error.
 */
import type { Diagnostic } from '../model/diagnostic.js';
import type { Result } from '../verify/result.js';
import { showDiagnostics } from './diagnostics.js';
import { escapeCharacter } from './printable.js';
import { type Report, SourceLines } from './report.js';
import { tellTrace } from './story.js';
import { plainStyle } from './style.js';

export function junit(report: Report): string {
  const sources = new SourceLines(report.sources);
  const errors = report.diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  const files = new Set([
    ...report.results.map((result) => result.file),
    ...errors.map((diagnostic) => diagnostic.span?.file ?? ''),
  ]);
  const suites = [...files].map((file) => {
    const results = report.results.filter((result) => result.file === file);
    const wrong = errors.filter((diagnostic) => (diagnostic.span?.file ?? '') === file);
    return suite(file, results, wrong, sources);
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="heddle"${totals(report.results, files.size > 0 ? errors : [])}>\n${suites.join('')}</testsuites>\n`;
}

function totals(results: readonly Result[], errors: readonly Diagnostic[]): string {
  const seconds = results.reduce((sum, result) => sum + (result.statistics.seconds ?? 0), 0);
  const count = (verdict: Result['verdict']) => results.filter((result) => result.verdict === verdict).length;
  return attributes({
    tests: results.length + errors.length,
    failures: count('violated'),
    errors: errors.length,
    skipped: count('inconclusive'),
    time: seconds.toFixed(3),
  });
}

function suite(file: string, results: Result[], errors: Diagnostic[], sources: SourceLines): string {
  const cases = [
    ...errors.map((diagnostic) => {
      const text = showDiagnostics([diagnostic], sources, plainStyle);
      const error = `    <error${attributes({ type: diagnostic.code, message: diagnostic.message })}>${escapeXml(text)}</error>\n`;
      return testCase(file, 'input', '0.000', error);
    }),
    ...results.map((result) =>
      testCase(file, result.property, (result.statistics.seconds ?? 0).toFixed(3), outcome(result, sources)),
    ),
  ];
  const name = file === '' ? 'heddle' : file;
  return `  <testsuite${attributes({ name })}${totals(results, errors)}>\n${cases.join('')}  </testsuite>\n`;
}

function testCase(file: string, name: string, time: string, content: string): string {
  const start = `    <testcase${attributes({ classname: file === '' ? 'heddle' : file, name, time })}`;
  return content === ''
    ? `${start}/>\n`
    : `${start}>\n${content.replace(/^ {4}</, '      <')}    </testcase>\n`;
}

function outcome(result: Result, sources: SourceLines): string {
  if (result.verdict === 'holds') return '';
  if (result.verdict === 'inconclusive') return `      <skipped${attributes({ message: result.reason })}/>\n`;
  const story = tellTrace(result.trace, sources, plainStyle).join('\n');
  const failure = attributes({ type: 'violated', message: result.reason });
  return `      <failure${failure}>${escapeXml(`${story}\n`)}</failure>\n`;
}

function attributes(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value)).replace(/\n/g, '&#10;')}"`)
    .join('');
}

/** XML has no way at all to write most control characters; they become visible escapes. */
export function escapeXml(text: string): string {
  let escaped = '';
  for (const character of text) {
    if (character === '&') escaped += '&amp;';
    else if (character === '<') escaped += '&lt;';
    else if (character === '>') escaped += '&gt;';
    else if (character === '"') escaped += '&quot;';
    else if (character === '\n') escaped += '\n';
    else if (character === '\ufffe' || character === '\uffff') escaped += '\ufffd';
    else escaped += escapeCharacter(character);
  }
  return escaped;
}
