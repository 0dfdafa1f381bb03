/** A trace told step by step: who, what, where in the source, and which values changed. */
import {
  lengthOf,
  numberOf,
  type Trace,
  type TraceParticipant,
  type TraceStep,
  type Waiting,
} from '../evidence/trace.js';
import type { Span } from '../model/source.js';
import { drawCircle } from './circle.js';
import { displayWidth, padRight, printable, shorten } from './printable.js';
import type { SourceLines } from './report.js';
import { paint, type Style, symbolsOf } from './style.js';

export interface StoryOptions {
  /** Steps told at most; of a longer trace the middle is left out. */
  steps?: number;
}

const PARTICIPANTS_SHOWN = 6;
const LISTED = 8;
const WAITING_SHOWN = 20;
/** Columns from the beginning of a line beyond which its beginning is left out. */
const FAR = 50;

export function tellTrace(
  trace: Trace,
  sources: SourceLines,
  style: Style,
  options: StoryOptions = {},
): string[] {
  const most = options.steps ?? 200;
  const told = trace.steps.length;
  const count = lengthOf(trace);
  const head = told <= most ? told : Math.ceil(most / 2);
  const tail = told <= most ? told : told - (most - head);
  const digits = String(count).length;
  const lines: string[] = [];
  if (trace.initial.length > 0) {
    const values = trace.initial.map(({ name, value }) => `${printable(name)} = ${printable(value)}`);
    lines.push(`at the start: ${values.join(', ')}`);
  }
  let missing = 0;
  const sayMissing = (): void => {
    const all = trace.leftOut ? 'more' : 'all';
    if (missing > 0)
      lines.push(
        `${symbolsOf(style).ellipsis} ${missing} steps left out (the json report has ${all} of them)`,
      );
    missing = 0;
  };
  trace.steps.forEach((step, i) => {
    if (i === trace.leftOut?.after) missing += trace.leftOut.steps;
    if (i === trace.cycleFrom) {
      sayMissing();
      lines.push(paint(style, 'bold', 'then for ever:'));
    }
    if (i >= head && i < tail) missing++;
    else {
      sayMissing();
      lines.push(...tellStep(step, numberOf(trace, i), digits, sources, style));
    }
  });
  if (trace.cycleFrom !== undefined) lines.push(`and again from step ${numberOf(trace, trace.cycleFrom)}`);
  lines.push(...tellEnding(trace, style));
  return lines;
}

/** One step: a line that says who does what, then indented the source lines, the output and the new values. */
export function tellStep(
  step: TraceStep,
  number: number,
  digits: number,
  sources: SourceLines,
  style: Style,
): string[] {
  const indent = ' '.repeat(digits + 2);
  const lines = [`${String(number).padStart(digits)}. ${headline(step, style)}`];
  lines.push(...tellPlaces(step.participants, sources, style).map((line) => indent + line));
  for (const text of step.output) {
    lines.push(`${indent}prints ${JSON.stringify(printable(text.replace(/\n$/, '')))}`);
  }
  for (const { name, before, after } of step.changes) {
    const becomes = `${printable(before)} ${symbolsOf(style).becomes} ${printable(after)}`;
    lines.push(`${indent}${paint(style, 'yellow', `${printable(name)}: ${becomes}`)}`);
  }
  return lines;
}

function headline(step: TraceStep, style: Style): string {
  const names = step.participants.map((participant) => paint(style, 'cyan', printable(participant.name)));
  const what =
    step.label || step.events.join(', ') || step.participants.find((p) => p.text)?.text || 'a step';
  return `${joinWords(names)}: ${printable(what)}`;
}

/** Where the participants stand in the source; those at the same line share one. */
function tellPlaces(participants: TraceParticipant[], sources: SourceLines, style: Style): string[] {
  const { ellipsis } = symbolsOf(style);
  const places = new Map<string, { names: string[]; text: string }>();
  for (const participant of participants) {
    const text = sourceText(participant.span, sources, ellipsis) ?? printable(participant.text ?? '');
    if (!participant.span && (text === '' || participants.length === 1)) continue;
    const position = participant.span ? `${printable(participant.span.file)}:${participant.span.line}` : '';
    const known = places.get(position + text);
    if (known) known.names.push(printable(participant.name));
    else
      places.set(position + text, {
        names: [printable(participant.name)],
        text: `${position}  ${text}`.trim(),
      });
  }
  const shown = [...places.values()].slice(0, PARTICIPANTS_SHOWN);
  const named = participants.length > 1;
  const width = named ? Math.max(0, ...shown.map((place) => displayWidth(place.names.join(', ')))) : 0;
  const column = Math.min(width, 24);
  const lines = shown.map((place) => {
    const who = named ? `${padRight(shorten(place.names.join(', '), column, ellipsis), column)}  ` : '';
    return paint(style, 'faint', shorten(who + place.text, Math.max(30, style.width - 8), ellipsis));
  });
  if (places.size > shown.length) lines.push(`${ellipsis} and ${places.size - shown.length} more places`);
  return lines;
}

/** The line of the step; only from a little before it where it stands far to the right. */
function sourceText(span: Span | undefined, sources: SourceLines, ellipsis: string): string | undefined {
  const line = span && sources.line(span.file, span.line);
  if (!span || line === undefined) return undefined;
  const far = span.column - 1 - line.search(/\S|$/) > FAR;
  const near = far ? ellipsis + line.slice(span.column - 1 - FAR / 2) : line;
  return printable(near.slice(0, 500).replace(/\t/g, ' ').trim());
}

function tellEnding(trace: Trace, style: Style): string[] {
  const { ending } = trace;
  const message = ending.message ? printable(ending.message) : undefined;
  switch (ending.kind) {
    case 'cycle':
      return [];
    case 'goes on':
      return message ? [message] : [];
    case 'fault':
      return [paint(style, 'red', `here it fails: ${message ?? 'a fault'}`)];
    case 'error location':
      return [paint(style, 'red', message ?? 'here an error location is reached')];
    case 'terminated':
      return ['then every process is at an end'];
    case 'deadlock':
      return tellDeadlock(trace, style);
  }
}

function tellDeadlock(trace: Trace, style: Style): string[] {
  const { waiting, circle } = trace.ending;
  const names = namesOf(trace);
  const nameOf = (process: number) => paint(style, 'cyan', names.get(process) ?? `process ${process}`);
  const lines = [paint(style, 'bold', 'then nothing can move:')];
  const inCircle = new Set(circle);
  const stuck = waiting.filter((w) => !w.atEnd);
  const shown = [...stuck]
    .sort((a, b) => Number(inCircle.has(b.process)) - Number(inCircle.has(a.process)))
    .slice(0, WAITING_SHOWN)
    .sort((a, b) => a.process - b.process);
  for (const one of shown) lines.push(`  ${tellWaiting(one, nameOf)}`);
  if (stuck.length > shown.length) lines.push(`  and ${stuck.length - shown.length} more wait`);
  const ended = waiting.filter((w) => w.atEnd).map((w) => nameOf(w.process));
  if (ended.length > 0) {
    lines.push(`  ${listed(ended)} ${ended.length === 1 ? 'is' : 'are'} at an end and may stay there`);
  }
  if (circle.length > 0) {
    lines.push(paint(style, 'bold', 'in a circle, each waits for the next:'));
    const members = circle.map((process) => names.get(process) ?? `process ${process}`);
    lines.push(...drawCircle(members, style).map((line) => `  ${line}`));
  }
  return lines;
}

function tellWaiting(one: Waiting, nameOf: (process: number) => string): string {
  const where = one.span
    ? ` (${printable(one.span.file)}:${one.span.line})`
    : one.location
      ? ` at ${printable(one.location)}`
      : '';
  const ready =
    one.readyFor.length > 0 ? ` waits for ${listed(one.readyFor.map(printable), 'or')}` : ' is stuck';
  const others = one.waitsFor.filter((process) => process !== one.process).map(nameOf);
  const alternatives = one.readyFor.length > 1 ? 'or' : 'and';
  const needs = others.length > 0 ? `, which needs ${listed(others, alternatives)}` : '';
  return `${nameOf(one.process)}${where}${ready}${needs}`;
}

function namesOf(trace: Trace): Map<number, string> {
  const names = new Map<number, string>();
  for (const step of trace.steps) {
    for (const participant of step.participants) names.set(participant.process, printable(participant.name));
  }
  for (const waiting of trace.ending.waiting) names.set(waiting.process, printable(waiting.name));
  return names;
}

function listed(words: string[], last = 'and'): string {
  if (words.length <= LISTED) return joinWords(words, last);
  return `${words.slice(0, LISTED - 1).join(', ')} ${last} ${words.length - LISTED + 1} more`;
}

export function joinWords(words: string[], last = 'and'): string {
  if (words.length <= 1) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}
