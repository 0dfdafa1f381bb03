/** Results for people: the verdict in one line; for a violation its story and its chart. */
import { lengthOf, type Trace } from '../evidence/trace.js';
import type { Result } from '../verify/result.js';
import { chart } from './chart.js';
import { showDiagnostics } from './diagnostics.js';
import { explain } from './explain.js';
import { printable } from './printable.js';
import { showStatistics } from './quantity.js';
import { type Report, SourceLines } from './report.js';
import { tellTrace } from './story.js';
import { paint, type Style, symbolsOf } from './style.js';
import { summary } from './summary.js';
import { tellUnreached } from './unreached.js';
import { adviceFor, describeVerdict, verdictPaint } from './verdict.js';

/** The whole report at once, for a file. */
export function pretty(report: Report, style: Style): string {
  const sources = new SourceLines(report.sources);
  return (
    showDiagnostics(report.diagnostics, sources, style) +
    report.results.map((result) => prettyResult(result, sources, style, report.explain)).join('') +
    summary(report.results, style)
  );
}

/** `explained`: with the plan and what became of it. */
export function prettyResult(result: Result, sources: SourceLines, style: Style, explained = false): string {
  const lines = [verdictLine(result, style)];
  if (result.text !== '' && result.text !== result.property) {
    lines.push(`  ${paint(style, 'faint', printable(result.text.trim().replace(/\s+/g, ' ')))}`);
  }
  for (const notice of result.notices) lines.push(`  note: ${printable(notice)}`);
  for (const [i, link] of (result.reasoning ?? []).entries())
    lines.push(`  ${i === 0 ? 'because' : '    and'} ${printable(link)}`);
  if (explained) lines.push(...explain(result).map((line) => `  ${line}`));
  if (result.verdict === 'holds' && result.unreached?.length)
    lines.push(...tellUnreached(result.unreached, result.file).map((line) => `  ${line}`));
  if (result.verdict === 'holds' && result.vacuous?.length)
    lines.push(
      `  vacuous: ${result.vacuous.map(printable).join(', ')} never ${result.vacuous.length === 1 ? 'happens' : 'happen'}`,
    );
  if (result.verdict === 'inconclusive') {
    lines.push(`  why: ${printable(result.reason)}`);
    const advice = adviceFor(result.limit);
    if (advice) lines.push(`  try: ${advice}`);
    if (result.candidate) lines.push(...execution(result.candidate, 'The candidate', sources, style));
  }
  if (result.verdict === 'violated') {
    lines.push(`  why: ${printable(result.reason)}`);
    lines.push(...execution(result.trace, 'How it happens', sources, style));
  }
  return `${lines.join('\n')}\n`;
}

function verdictLine(result: Result, style: Style): string {
  const symbol = symbolsOf(style)[result.verdict];
  const color = verdictPaint[result.verdict];
  const verdict = paint(style, color, `${symbol} ${describeVerdict(result)}`);
  const statistics = showStatistics(result.statistics);
  const cached = result.cached ? ', cached' : '';
  const how = `(${printable(result.engine)}${cached}${statistics ? `: ${statistics}` : ''})`;
  const name = paint(style, 'bold', printable(result.property));
  return `${verdict}  ${printable(result.file)}: ${name}  ${paint(style, 'faint', how)}`;
}

function execution(trace: Trace, title: string, sources: SourceLines, style: Style): string[] {
  const count = lengthOf(trace);
  const lines = [''];
  lines.push(
    `  ${count === 0 ? 'It is so at the start.' : `${title}, in ${count} ${count === 1 ? 'step' : 'steps'}:`}`,
  );
  lines.push(...tellTrace(trace, sources, style).map((line) => `    ${line}`), '');
  const drawn = chart(trace, { ...style, width: style.width - 2 });
  if (drawn.length > 0) lines.push(...drawn.map((line) => `  ${line}`), '');
  return lines.map((line) => line.trimEnd());
}
