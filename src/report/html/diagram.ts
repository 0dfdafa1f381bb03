/** The sequence chart as a drawing: one lifeline a process, time runs downwards, one row a moment. */
import { numberOf, type Trace, type TraceStep } from '../../evidence/trace.js';
import { type Lifeline, lifelineKey, lifelinesOf } from '../lifelines.js';
import { displayWidth, printable, shorten } from '../printable.js';
import { type Content, type Element, element } from './markup.js';
import type { Moment } from './moments.js';

const MOST_LIFELINES = 60;
const LONGEST_LABEL = 36;
const LONGEST_NAME = 24;
const CHARACTER = 7.3;
const ROW = 30;
const HEAD = 40;
const MARGIN = 56;
const LEAST_GAP = 64;

interface Extent {
  low: number;
  high: number;
}

/** The names stand in a drawing of their own, which the page keeps in sight. */
export interface Diagram {
  head: Element;
  body: Element;
  note?: string;
}

export function diagramOf(trace: Trace, moments: readonly Moment[]): Diagram | undefined {
  const { lifelines, left } = lifelinesOf(trace, MOST_LIFELINES);
  if (lifelines.length === 0) return undefined;
  const drawing = new Drawing(trace, lifelines, moments);
  const note = left > 0 ? `${left} more ${left === 1 ? 'process is' : 'processes are'} not drawn` : undefined;
  return { head: drawing.head(), body: drawing.body(), note };
}

class Drawing {
  private readonly columns: number[];
  private readonly width: number;
  private readonly height: number;
  private readonly index = new Map<string, number>();

  constructor(
    private readonly trace: Trace,
    private readonly lifelines: Lifeline[],
    private readonly moments: readonly Moment[],
  ) {
    lifelines.forEach((lifeline, i) => {
      this.index.set(lifeline.key, i);
    });
    const { columns, width } = this.place();
    this.columns = columns;
    this.width = width;
    this.height = moments.length * ROW + ROW / 2;
  }

  /** Lifelines so far apart that every label finds room beside or between them. */
  private place(): { columns: number[]; width: number } {
    const names = this.lifelines.map((lifeline) => widthOf(nameOf(lifeline)));
    const gaps = names.slice(1).map((name, i) => Math.max(LEAST_GAP, (names[i] + name) / 2 + 16));
    let right = names.at(-1)! / 2 + 12;
    for (const moment of this.moments) {
      if (moment.kind !== 'step') continue;
      const extent = this.extentOf(moment.step);
      if (!extent) continue;
      const label = widthOf(labelOf(moment.step)) + 30;
      const { low, high } = extent;
      if (low === high && low === gaps.length) right = Math.max(right, label);
      else if (low === high) gaps[low] = Math.max(gaps[low], label);
      else {
        const room = gaps.slice(low, high).reduce((sum, gap) => sum + gap, 0);
        if (room < label) gaps[low] += label - room;
      }
    }
    const columns = [MARGIN + names[0] / 2];
    for (const gap of gaps) columns.push(columns.at(-1)! + gap);
    return { columns, width: Math.ceil(columns.at(-1)! + right) };
  }

  head(): Element {
    const names = this.lifelines.flatMap((lifeline, i): Content[] => {
      const width = widthOf(nameOf(lifeline)) + 10;
      const x = this.columns[i] - width / 2;
      return [
        element('rect', { class: 'name', x: round(x), y: 8, width: round(width), height: 24, rx: 4 }),
        element(
          'text',
          { x: round(this.columns[i]), y: 25, 'text-anchor': 'middle' },
          element('title', {}, lifeline.name),
          nameOf(lifeline),
        ),
      ];
    });
    return this.drawing(HEAD, names, 'processes');
  }

  body(): Element {
    const lines = this.columns.map((x) =>
      element('line', { class: 'lifeline', x1: round(x), x2: round(x), y1: 0, y2: this.height }),
    );
    const rows = this.moments.map((moment, row) => this.row(moment, row));
    return this.drawing(this.height, [...lines, ...this.cycle(), ...rows], 'sequence of steps');
  }

  private drawing(height: number, children: Content[], label: string): Element {
    const size = { width: this.width, height, viewBox: `0 0 ${this.width} ${height}` };
    return element('svg', { ...size, role: 'img', 'aria-label': label }, ...children);
  }

  private row(moment: Moment, row: number): Element {
    const top = row * ROW;
    const middle = top + ROW / 2;
    const parts: Content[] = [
      element('rect', { class: 'row', x: 0, y: top, width: this.width, height: ROW }),
    ];
    const say = (text: string) => element('text', { class: 'aside', x: 8, y: middle + 4 }, text);
    if (moment.kind === 'start') parts.push(say('start'));
    else if (moment.kind === 'left out') parts.push(say(`${moment.count} steps left out`));
    else if (moment.kind === 'end') parts.push(say('end'), ...this.ending(middle));
    else parts.push(say(String(numberOf(this.trace, moment.index))), ...this.step(moment.step, middle));
    const attributes = moment.kind === 'left out' ? {} : { 'data-moment': row };
    return element('g', { class: 'moment-row', ...attributes }, ...parts);
  }

  private step(step: TraceStep, y: number): Content[] {
    const present = this.present(step);
    const extent = this.extentOf(step);
    if (!extent) return [];
    const { low, high } = extent;
    const label = (x: number, anchor: 'start' | 'middle', above: number) =>
      element(
        'text',
        { class: 'label', x: round(x), y: round(y - above), 'text-anchor': anchor },
        element('title', {}, step.label),
        labelOf(step),
      );
    if (low === high) return [this.dot(low, y, 'alone'), label(this.columns[low] + 10, 'start', -4)];
    const between = (this.columns[low] + this.columns[low + 1]) / 2;
    const wide = widthOf(labelOf(step)) > this.columns[low + 1] - this.columns[low];
    const centre = wide ? (this.columns[low] + this.columns[high]) / 2 : between;
    if (present.length === 2 && step.participants.length === 2) {
      return [this.arrow(present[0], present[1], y), label(centre, 'middle', 4)];
    }
    const line = {
      class: 'together',
      x1: round(this.columns[low]),
      x2: round(this.columns[high]),
      y1: y,
      y2: y,
    };
    return [
      element('line', line),
      ...present.map((i) => this.dot(i, y, 'joint')),
      label(centre, 'middle', 4),
    ];
  }

  private dot(lifeline: number, y: number, kind: string): Element {
    return element('circle', { class: kind, cx: round(this.columns[lifeline]), cy: y, r: 4.5 });
  }

  private arrow(from: number, to: number, y: number): Element {
    const [start, end] = [this.columns[from], this.columns[to]];
    const back = end > start ? -8 : 8;
    const head = `M ${round(end + back)} ${y - 4} L ${round(end)} ${y} L ${round(end + back)} ${y + 4}`;
    return element('path', { class: 'message', d: `M ${round(start)} ${y} L ${round(end)} ${y} ${head}` });
  }

  /** A cross on every lifeline that can never go on. */
  private ending(y: number): Content[] {
    const { ending, steps } = this.trace;
    const stuck =
      ending.kind === 'deadlock'
        ? ending.waiting
            .filter((waiting) => !waiting.atEnd)
            .map((waiting) => this.index.get(lifelineKey(waiting)))
        : ending.kind === 'terminated'
          ? []
          : this.present(steps.at(-1) ?? { participants: [] }).slice(0, 1);
    return stuck.flatMap((i) => {
      if (i === undefined) return [];
      const x = this.columns[i];
      const [left, right] = [round(x - 6), round(x + 6)];
      return [
        element('path', {
          class: 'stuck',
          d: `M ${left} ${y - 6} L ${right} ${y + 6} M ${left} ${y + 6} L ${right} ${y - 6}`,
        }),
      ];
    });
  }

  /** A bracket along the part that repeats for ever. */
  private cycle(): Content[] {
    const { cycleFrom } = this.trace;
    if (cycleFrom === undefined) return [];
    const first = this.moments.findIndex((moment) => moment.kind === 'step' && moment.index >= cycleFrom);
    const [top, bottom] = [first * ROW + 4, this.moments.length * ROW - 4];
    const d = `M ${MARGIN - 8} ${bottom} L ${MARGIN - 16} ${bottom} L ${MARGIN - 16} ${top} L ${MARGIN - 8} ${top}`;
    const arrow = `M ${MARGIN - 12} ${top - 4} L ${MARGIN - 7} ${top} L ${MARGIN - 12} ${top + 4}`;
    return [element('path', { class: 'cycle', d: `${d} ${arrow}` })];
  }

  private present(step: Pick<TraceStep, 'participants'>): number[] {
    const found = step.participants.map((participant) => this.index.get(lifelineKey(participant)));
    return [...new Set(found.filter((i) => i !== undefined))];
  }

  private extentOf(step: TraceStep): Extent | undefined {
    const present = this.present(step);
    if (present.length === 0) return undefined;
    return { low: Math.min(...present), high: Math.max(...present) };
  }
}

const nameOf = (lifeline: Lifeline): string => shorten(printable(lifeline.name), LONGEST_NAME);
const labelOf = (step: TraceStep): string => shorten(printable(step.label), LONGEST_LABEL);
const widthOf = (text: string): number => displayWidth(text) * CHARACTER;
const round = (value: number): number => Math.round(value * 10) / 10;
