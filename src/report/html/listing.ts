/**
 * The source texts an execution passes through. Each stretch that a step stands for has a number; the
 * pieces of a line carry the numbers of all stretches that cover them, and the page marks those of the
 * moment it shows.
 */
import type { Span } from '../../model/source.js';
import type { SourceLines } from '../report.js';
import { type Content, type Element, element } from './markup.js';

/** Files up to so many lines are shown whole, of longer ones what is near the stretches. */
const SHOWN_WHOLE = 400;
const AROUND = 8;
const LONGEST_STRETCH = 40;
const LONGEST_LINE = 2_000;

export class Stretches {
  private readonly numbers = new Map<string, number>();
  private readonly spans: Span[] = [];

  numberOf(span: Span): number {
    const key = JSON.stringify([span.file, span.line, span.column, span.endLine, span.endColumn]);
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.spans.length);
    return this.spans.push(span) - 1;
  }

  /** One listing for each file that has a stretch and whose text is at hand. */
  listings(sources: SourceLines): Element[] {
    const files = [...new Set(this.spans.map((span) => span.file))];
    return files.flatMap((file) => {
      const numbered = this.spans
        .map((span, number) => ({ span, number }))
        .filter(({ span }) => span.file === file);
      const lines = linesOf(
        file,
        sources,
        numbered.map(({ span }) => span),
      );
      if (lines.length === 0) return [];
      const rows = lines.flatMap(({ number, text }, i): Content[] => {
        const gap = i > 0 && lines[i - 1].number < number - 1 ? [element('div', { class: 'gap' }, '⋮')] : [];
        return [...gap, lineOf(number, text, numbered)];
      });
      return [
        element(
          'section',
          { class: 'source' },
          element('h3', {}, file),
          element('div', { class: 'code' }, ...rows),
        ),
      ];
    });
  }
}

function linesOf(file: string, sources: SourceLines, spans: Span[]): { number: number; text: string }[] {
  const lines: { number: number; text: string }[] = [];
  for (let number = 1; ; number++) {
    const text = sources.line(file, number);
    if (text === undefined) break;
    lines.push({ number, text });
  }
  if (lines.at(-1)?.text === '') lines.pop();
  if (lines.length <= SHOWN_WHOLE) return lines;
  const near = new Set<number>();
  for (const { line, endLine } of spans) {
    const last = Math.min(endLine, line + LONGEST_STRETCH);
    for (let number = line - AROUND; number <= last + AROUND; number++) near.add(number);
  }
  return lines.filter(({ number }) => near.has(number));
}

function lineOf(number: number, whole: string, stretches: { span: Span; number: number }[]): Element {
  const text = whole.slice(0, LONGEST_LINE).replace(/\t/g, ' ');
  const covering = stretches
    .filter(
      ({ span }) => span.line <= number && number <= Math.min(span.endLine, span.line + LONGEST_STRETCH),
    )
    .map(({ span, number: stretch }) => ({
      stretch,
      from: Math.min(text.length, span.line === number ? span.column - 1 : text.search(/\S|$/)),
      to: Math.min(text.length, span.endLine === number ? span.endColumn - 1 : text.length),
    }))
    .filter(({ from, to }) => from < to);
  const cuts = [...new Set([0, text.length, ...covering.flatMap(({ from, to }) => [from, to])])].sort(
    (a, b) => a - b,
  );
  const pieces = cuts.slice(1).map((end, i): Content => {
    const here = covering
      .filter(({ from, to }) => from <= cuts[i] && end <= to)
      .map(({ stretch }) => stretch);
    const piece = text.slice(cuts[i], end);
    return here.length > 0 ? element('span', { 'data-stretches': here.join(' ') }, piece) : piece;
  });
  return element(
    'div',
    { class: 'line' },
    element('span', { class: 'number' }, String(number)),
    element('code', {}, ...pieces),
  );
}
