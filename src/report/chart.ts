/**
 * A message sequence chart in plain text: one lifeline a process, time runs downwards, one row a step.
 *
 *          Alice       Bob
 *            │          │
 *      1     ├─ ask ───►│
 *      2     │          ● x = 1
 *      3     │◄─ answer ┤
 *
 * `lifelines.ts` decides which processes are drawn, `placement.ts` where.
 */
import { lengthOf, numberOf, type Trace, type TraceStep } from '../evidence/trace.js';
import { Canvas } from './canvas.js';
import { type Lifeline, lifelineKey, lifelinesOf } from './lifelines.js';
import {
  ALONG,
  type LabelExtent,
  LONGEST_LABEL,
  mostLifelines,
  type Placement,
  placeLifelines,
} from './placement.js';
import { displayWidth, padLeft, printable, shorten } from './printable.js';
import { type Style, symbolsOf } from './style.js';

export interface ChartOptions {
  /** Steps drawn at most; of a longer trace the middle is left out. */
  rows?: number;
}

interface Glyphs {
  line: string;
  along: string;
  cross: string;
  leaveRight: string;
  leaveLeft: string;
  arriveRight: string;
  arriveLeft: string;
  alone: string;
  together: string;
  stuck: string;
  bar: string;
  gap: string;
}

const unicodeGlyphs: Glyphs = {
  line: '│',
  along: '─',
  cross: '┼',
  leaveRight: '├',
  leaveLeft: '┤',
  arriveRight: '►',
  arriveLeft: '◄',
  alone: '●',
  together: '◆',
  stuck: '╳',
  bar: '═',
  gap: '⋮',
};

const asciiGlyphs: Glyphs = {
  line: '|',
  along: '-',
  cross: '|',
  leaveRight: '+',
  leaveLeft: '+',
  arriveRight: '>',
  arriveLeft: '<',
  alone: '*',
  together: '#',
  stuck: 'X',
  bar: '=',
  gap: ':',
};

const WIDEST = 120;

export function chart(trace: Trace, style: Style, options: ChartOptions = {}): string[] {
  const width = Math.max(60, Math.min(style.width, WIDEST));
  const margin = Math.max(3, String(lengthOf(trace)).length + 1) + 2;
  const { lifelines, left } = lifelinesOf(trace, mostLifelines(margin, width));
  if (lifelines.length === 0) return [];
  const rows = new Drawing(trace, lifelines, style, margin, width).draw(options.rows ?? 60);
  if (left > 0)
    rows.push(`${' '.repeat(margin)}${left} more ${left === 1 ? 'process is' : 'processes are'} not drawn`);
  return rows;
}

class Drawing {
  private readonly glyphs: Glyphs;
  private readonly ellipsis: string;
  private readonly placement: Placement;
  private readonly column: number[];
  private readonly index = new Map<string, number>();
  private readonly used = new Set<'alone' | 'message' | 'together' | 'stuck'>();
  private readonly rows: string[] = [];

  constructor(
    private readonly trace: Trace,
    lifelines: Lifeline[],
    style: Style,
    private readonly margin: number,
    private readonly width: number,
  ) {
    this.glyphs = style.unicode ? unicodeGlyphs : asciiGlyphs;
    this.ellipsis = symbolsOf(style).ellipsis;
    lifelines.forEach((lifeline, i) => {
      this.index.set(lifeline.key, i);
    });
    const labels: LabelExtent[] = [];
    for (const step of trace.steps) {
      const present = this.present(step);
      if (present.length === 0) continue;
      const extent = { low: Math.min(...present), high: Math.max(...present) };
      labels.push({ ...extent, width: displayWidth(printable(step.label)) });
    }
    const names = lifelines.map((lifeline) => printable(lifeline.name));
    this.placement = placeLifelines(names, labels, { margin, width, ellipsis: this.ellipsis });
    this.column = this.placement.columns;
  }

  draw(most: number): string[] {
    const { trace } = this;
    this.drawNames();
    this.push('', this.blank());
    const head = trace.steps.length <= most ? trace.steps.length : Math.ceil((most * 2) / 3);
    const tail = trace.steps.length <= most ? trace.steps.length : trace.steps.length - (most - head);
    let skipped = 0;
    const flush = () => {
      if (skipped > 0) this.drawGap(skipped);
      skipped = 0;
    };
    trace.steps.forEach((step, i) => {
      if (i === trace.leftOut?.after) skipped += trace.leftOut.steps;
      if (i === trace.cycleFrom) {
        flush();
        this.drawBar('from here on, for ever:');
      }
      if ((i >= head && i < tail) || this.present(step).length === 0) skipped++;
      else {
        flush();
        this.drawStep(step, numberOf(trace, i));
      }
    });
    flush();
    if (trace.cycleFrom !== undefined)
      this.drawBar(`and again from step ${numberOf(trace, trace.cycleFrom)}`);
    this.drawEnding();
    this.drawLegend();
    return this.rows;
  }

  private present(step: TraceStep): number[] {
    const present: number[] = [];
    for (const participant of step.participants) {
      const i = this.index.get(lifelineKey(participant));
      if (i !== undefined && !present.includes(i)) present.push(i);
    }
    return present;
  }

  private blank(): Canvas {
    const canvas = new Canvas(this.width);
    for (const column of this.column) canvas.put(column, this.glyphs.line);
    return canvas;
  }

  private push(number: string, canvas: Canvas): void {
    if (number !== '') canvas.put(0, padLeft(number, this.margin - 2));
    this.rows.push(canvas.toString());
  }

  private drawNames(): void {
    const { names, nameRows } = this.placement;
    for (let row = 0; row < Math.min(nameRows, names.length); row++) {
      const canvas = new Canvas(this.width);
      names.forEach((_, i) => {
        if (i % nameRows < row) canvas.put(this.column[i], this.glyphs.line);
      });
      names.forEach((name, i) => {
        if (i % nameRows === row) canvas.put(this.column[i] - Math.floor(displayWidth(name) / 2), name);
      });
      this.push('', canvas);
    }
  }

  private drawStep(step: TraceStep, number: number): void {
    const present = this.present(step);
    const canvas = this.blank();
    const label = printable(step.label);
    const { aside } = this.placement;
    const along = aside === undefined ? label : '';
    if (present.length === 1) this.drawAlone(canvas, present[0], along, step.participants.length > 1);
    else if (present.length === 2 && step.participants.length === 2) this.drawMessage(canvas, present, along);
    else this.drawTogether(canvas, present, along);
    if (aside !== undefined) canvas.put(aside, shorten(label, this.width - aside, this.ellipsis));
    this.push(String(number), canvas);
  }

  private drawAlone(canvas: Canvas, at: number, label: string, together: boolean): void {
    this.used.add(together ? 'together' : 'alone');
    canvas.put(this.column[at], together ? this.glyphs.together : this.glyphs.alone);
    this.putBeside(canvas, at, label);
  }

  private putBeside(canvas: Canvas, at: number, label: string): void {
    const end = at + 1 < this.column.length ? this.column[at + 1] - 1 : this.width;
    canvas.put(this.column[at] + 2, shorten(label, end - this.column[at] - 2, this.ellipsis));
  }

  private drawMessage(canvas: Canvas, [from, to]: number[], label: string): void {
    this.used.add('message');
    const rightwards = from < to;
    this.connect(canvas, Math.min(from, to), Math.max(from, to));
    canvas.put(this.column[from], rightwards ? this.glyphs.leaveRight : this.glyphs.leaveLeft);
    canvas.put(this.column[to], this.glyphs.line);
    if (rightwards) canvas.put(this.column[to] - 1, this.glyphs.arriveRight);
    else canvas.put(this.column[to] + 1, this.glyphs.arriveLeft);
    this.putAlong(canvas, Math.min(from, to), Math.max(from, to), label, !rightwards);
  }

  private drawTogether(canvas: Canvas, present: number[], label: string): void {
    this.used.add('together');
    const low = Math.min(...present);
    const high = Math.max(...present);
    this.connect(canvas, low, high);
    for (const i of present) canvas.put(this.column[i], this.glyphs.together);
    this.putAlong(canvas, low, high, label);
  }

  private connect(canvas: Canvas, low: number, high: number): void {
    for (let x = this.column[low]; x <= this.column[high]; x++) canvas.put(x, this.glyphs.along);
    for (let i = low + 1; i < high; i++) canvas.put(this.column[i], this.glyphs.cross);
  }

  /** The label goes into the first stretch between two lifelines that has room for it. */
  private putAlong(canvas: Canvas, low: number, high: number, label: string, leftwards = false): void {
    if (label === '') return;
    const shown = shorten(label, LONGEST_LABEL, this.ellipsis);
    let from = low;
    while (from + 1 < high && this.column[from + 1] - this.column[from] < displayWidth(shown) + ALONG) from++;
    canvas.put(this.column[from] + (leftwards ? 3 : 2), ` ${shown} `);
  }

  private drawBar(text: string): void {
    const canvas = this.blank();
    const end = Math.min(this.width, Math.max(this.column.at(-1)! + 2, this.margin + displayWidth(text) + 6));
    canvas.put(this.margin, this.glyphs.bar.repeat(Math.max(0, end - this.margin)));
    canvas.put(this.margin + 2, ` ${text} `);
    this.push('', canvas);
  }

  private drawGap(skipped: number): void {
    const canvas = new Canvas(this.width);
    for (const column of this.column) canvas.put(column, this.glyphs.gap);
    this.rows.push(`${canvas.toString()}   (${skipped} ${skipped === 1 ? 'step' : 'steps'} not drawn)`);
  }

  private drawEnding(): void {
    const { ending, steps } = this.trace;
    if (ending.kind === 'deadlock') {
      const canvas = this.blank();
      let drawn = false;
      for (const waiting of ending.waiting) {
        const i = this.index.get(lifelineKey(waiting));
        if (waiting.atEnd || i === undefined) continue;
        canvas.put(this.column[i], this.glyphs.stuck);
        drawn = true;
      }
      if (!drawn) return;
      this.used.add('stuck');
      this.push('', canvas);
    } else if (ending.kind === 'fault' || ending.kind === 'error location') {
      const present = steps.length > 0 ? this.present(steps.at(-1)!) : [];
      if (present.length === 0) return;
      const canvas = this.blank();
      canvas.put(this.column[present[0]], this.glyphs.stuck);
      this.putBeside(canvas, present[0], printable(ending.message ?? ending.kind));
      this.push('', canvas);
    }
  }

  private drawLegend(): void {
    const { glyphs } = this;
    const entries: string[] = [];
    if (this.used.has('message')) {
      const arrow = glyphs.leaveRight + glyphs.along + glyphs.arriveRight + glyphs.line;
      entries.push(`${arrow} one process to another`);
    }
    if (this.used.has('together')) entries.push(`${glyphs.together} all marked step together`);
    if (this.used.has('alone')) entries.push(`${glyphs.alone} a process alone`);
    if (this.used.has('stuck')) entries.push(`${glyphs.stuck} waits for ever`);
    if (entries.length > 0) this.rows.push('', `${' '.repeat(this.margin)}${entries.join('   ')}`);
  }
}
