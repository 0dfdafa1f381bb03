/** The table at the end, when there is more than one answer. */
import type { Result } from '../verify/result.js';
import { displayWidth, padLeft, padRight, printable, shorten } from './printable.js';
import { showCount, showSeconds } from './quantity.js';
import { paint, type Style, symbolsOf } from './style.js';
import { describeVerdict, verdictPaint } from './verdict.js';

export function summary(results: readonly Result[], style: Style): string {
  if (results.length < 2) return '';
  const symbols = symbolsOf(style);
  const room = Math.max(12, Math.floor((style.width - 56) / 2));
  const rows = results.map((result) => [
    shorten(printable(result.file), room, symbols.ellipsis),
    shorten(printable(result.property), room, symbols.ellipsis),
    `${symbols[result.verdict]} ${describeVerdict(result)}`,
    printable(result.engine) + (result.cached ? ' (cached)' : ''),
    result.statistics.states === undefined ? '' : showCount(result.statistics.states),
    result.statistics.seconds === undefined ? '' : showSeconds(result.statistics.seconds),
  ]);
  const heads = ['file', 'property', 'verdict', 'engine', 'states', 'time'];
  const widths = heads.map((head, i) =>
    Math.max(displayWidth(head), ...rows.map((row) => displayWidth(row[i]))),
  );
  const format = (row: string[]) => row.map((cell, i) => (i < 4 ? padRight : padLeft)(cell, widths[i]));
  const lines = ['', format(heads).join('  ').trimEnd()];
  lines.push(symbols.rule.repeat(widths.reduce((sum, width) => sum + width + 2, -2)));
  rows.forEach((row, i) => {
    const cells = format(row);
    cells[2] = paint(style, verdictPaint[results[i].verdict], cells[2]);
    lines.push(cells.join('  ').trimEnd());
  });
  lines.push('', tally(results), '');
  return lines.join('\n');
}

function tally(results: readonly Result[]): string {
  const count = (verdict: Result['verdict']) => results.filter((result) => result.verdict === verdict).length;
  const parts: string[] = [];
  const holds = count('holds');
  const violated = count('violated');
  const inconclusive = count('inconclusive');
  if (holds > 0) parts.push(`${holds} ${holds === 1 ? 'holds' : 'hold'}`);
  if (violated > 0) parts.push(`${violated} violated`);
  if (inconclusive > 0) parts.push(`${inconclusive} inconclusive`);
  return `${results.length} properties: ${parts.join(', ')}`;
}
