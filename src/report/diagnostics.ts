/**
 * The one place that prints diagnostics:
 *
 *     phil.lts:3:14: error: no process is called FORKK
 *       3 | PHIL = (get -> FORKK).
 *         |                ^^^^^
 *       hint: did you mean FORK?
 */
import type { Diagnostic } from '../model/diagnostic.js';
import type { Span } from '../model/source.js';
import { characterWidth, displayWidth, escapeCharacter, printable } from './printable.js';
import type { SourceLines } from './report.js';
import { paint, type Style, symbolsOf } from './style.js';

const TAB = 4;

export function showDiagnostics(
  diagnostics: readonly Diagnostic[],
  sources: SourceLines,
  style: Style,
): string {
  return diagnostics.map((diagnostic) => showDiagnostic(diagnostic, sources, style)).join('');
}

function showDiagnostic(diagnostic: Diagnostic, sources: SourceLines, style: Style): string {
  const { span } = diagnostic;
  const color =
    diagnostic.severity === 'error' ? 'red' : diagnostic.severity === 'warning' ? 'yellow' : 'cyan';
  const place = span ? `${paint(style, 'bold', showPosition(span))}: ` : '';
  const lines = [`${place}${paint(style, color, diagnostic.severity)}: ${printable(diagnostic.message)}`];
  const text = span && sources.line(span.file, span.line);
  if (span && text !== undefined) {
    const number = String(span.line);
    const margin = `  ${' '.repeat(number.length)} | `;
    const excerpt = excerptOf(
      text,
      span,
      Math.max(20, style.width - margin.length),
      symbolsOf(style).ellipsis,
    );
    lines.push(`  ${number} | ${excerpt.text}`);
    lines.push(`${margin}${' '.repeat(excerpt.indent)}${paint(style, color, '^'.repeat(excerpt.length))}`);
  }
  if (diagnostic.hint) lines.push(`  hint: ${printable(diagnostic.hint)}`);
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

function showPosition(span: Span): string {
  return `${printable(span.file)}:${span.line}:${span.column}`;
}

interface Excerpt {
  text: string;
  /** Columns before the underline, and its length. */
  indent: number;
  length: number;
}

/** A line as it can be shown, with where the span lies in it; cropped around the span when too long. */
function excerptOf(line: string, span: Span, width: number, ellipsis: string): Excerpt {
  const cells = cellsOf(line, span.column - 1, width);
  const columnAt = (unit: number): number => {
    for (const cell of cells) if (cell.unit >= unit) return cell.column;
    const last = cells.at(-1);
    return last ? last.column + last.width : 0;
  };
  const start = columnAt(span.column - 1);
  const endUnit = span.endLine > span.line ? line.length : span.endColumn - 1;
  const end = Math.max(start + 1, columnAt(endUnit));
  const total = columnAt(line.length);
  const cropped = cells.length > 0 && (cells[0].unit > 0 || !reachesEnd(cells, line));
  if (!cropped && total <= width) {
    return { text: cells.map((cell) => cell.shown).join(''), indent: start, length: end - start };
  }
  const room = width - 2 * ellipsis.length;
  const from = Math.max(0, Math.min(start - Math.floor(room / 3), total - room));
  const visible = cells.filter((cell) => cell.column >= from && cell.column + cell.width <= from + room);
  const first = visible[0]?.column ?? from;
  const left = first > 0 || (cells[0]?.unit ?? 0) > 0 ? ellipsis : '';
  const right = visible.at(-1) === cells.at(-1) && reachesEnd(cells, line) ? '' : ellipsis;
  const indent = Math.max(0, start - first) + left.length;
  return {
    text: left + visible.map((cell) => cell.shown).join('') + right,
    indent,
    length: Math.max(1, Math.min(end - start, width - right.length - indent)),
  };
}

interface Cell {
  /** Offset in the line, in UTF-16 units as spans count them. */
  unit: number;
  /** Offset of what follows it. */
  next: number;
  shown: string;
  column: number;
  width: number;
}

/** Only the surroundings of the span are laid out: a line may be ten million characters long. */
function cellsOf(line: string, center: number, width: number): Cell[] {
  const from = Math.max(0, center > 4 * width ? center - 2 * width : 0);
  const to = Math.min(line.length, Math.max(from, Math.min(center, line.length)) + 2 * width);
  const cells: Cell[] = [];
  let column = 0;
  let unit = from;
  for (const character of line.slice(from, to)) {
    const shown = character === '\t' ? ' '.repeat(TAB - (column % TAB)) : escapeCharacter(character);
    const cellWidth = shown === character ? characterWidth(character) : displayWidth(shown);
    cells.push({ unit, next: unit + character.length, shown, column, width: cellWidth });
    column += cellWidth;
    unit += character.length;
  }
  return cells;
}

function reachesEnd(cells: readonly Cell[], line: string): boolean {
  const last = cells.at(-1);
  return last === undefined || last.next >= line.length;
}
