/**
 * Results for programs. The shape is versioned by `schema` and described by
 * `docs/schema/result.schema.json`; fields are copied one by one, so nothing gets in by accident.
 */
import type { Statistics } from '../engine/answer.js';
import type { Trace, TraceStep } from '../evidence/trace.js';
import type { Diagnostic } from '../model/diagnostic.js';
import type { Span } from '../model/source.js';
import type { Result } from '../verify/result.js';
import { escapeCharacter } from './printable.js';
import type { Report } from './report.js';

export const RESULT_SCHEMA = 1;

export function json(report: Report): string {
  return jsonText({
    schema: RESULT_SCHEMA,
    heddle: report.version,
    results: report.results.map(resultObject),
    diagnostics: report.diagnostics.map(diagnosticObject),
    shard: report.shard && shardObject(report.shard),
  });
}

/** A run of `simulate`; described by `docs/schema/simulation.schema.json`. */
export function jsonSimulation(simulation: {
  version: string;
  file: string;
  seed?: number;
  trace: Trace;
}): string {
  return jsonText({
    schema: RESULT_SCHEMA,
    heddle: simulation.version,
    file: simulation.file,
    seed: simulation.seed,
    trace: traceObject(simulation.trace),
  });
}

/** JSON with everything a terminal might obey written as an escape, so that it may be shown as it is. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2).replace(/[^\n -~]/gu, (character) =>
    escapeCharacter(character) === character ? character : unitEscapes(character),
  );
  return `${text}\n`;
}

function unitEscapes(character: string): string {
  let escaped = '';
  for (let i = 0; i < character.length; i++) {
    escaped += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`;
  }
  return escaped;
}

function resultObject(result: Result): object {
  return {
    file: result.file,
    property: result.property,
    text: result.text,
    span: spanObject(result.span),
    verdict: result.verdict,
    strength: result.verdict === 'holds' ? result.strength : undefined,
    reason: result.verdict === 'holds' ? undefined : result.reason,
    limit: result.verdict === 'inconclusive' ? result.limit : undefined,
    engine: result.engine,
    statistics: statisticsObject(result.statistics),
    unreached:
      result.verdict === 'holds'
        ? result.unreached?.map(({ process, text, span, neverEnabled }) => ({
            process,
            text,
            span: spanObject(span),
            neverEnabled,
          }))
        : undefined,
    vacuous: result.verdict === 'holds' ? result.vacuous : undefined,
    trace: result.verdict === 'violated' ? traceObject(result.trace) : undefined,
    candidate:
      result.verdict === 'inconclusive' && result.candidate ? traceObject(result.candidate) : undefined,
    notices: result.notices,
    reasoning: result.reasoning,
    cached: result.cached,
    attempts: result.attempts?.map(({ engine, how, outcome, reason, seconds }) => ({
      engine,
      how,
      outcome,
      reason,
      seconds,
    })),
  };
}

export function statisticsObject(statistics: Statistics): object {
  const { states, transitions, depth, seconds, bytes, bytesPerState } = statistics;
  const { variables, rows, nodes, edges, tuples, nodeTuples } = statistics;
  const flow = { variables, rows, nodes, edges, tuples, nodeTuples };
  return { states, transitions, depth, seconds, bytes, bytesPerState, ...flow };
}

export function traceObject(trace: Trace): object {
  const { ending } = trace;
  return {
    processes: Array.from(trace.processes, (name) => name ?? ''),
    start: trace.start,
    initial: trace.initial.map(({ name, value }) => ({ name, value })),
    steps: trace.steps.map(stepObject),
    leftOut: trace.leftOut && { after: trace.leftOut.after, steps: trace.leftOut.steps },
    cycleFrom: trace.cycleFrom,
    ending: {
      kind: ending.kind,
      message: ending.message,
      waiting: ending.waiting.map((waiting) => ({
        process: waiting.process,
        name: waiting.name,
        location: waiting.location,
        atEnd: waiting.atEnd,
        readyFor: waiting.readyFor,
        waitsFor: waiting.waitsFor,
        span: spanObject(waiting.span),
      })),
      circle: ending.circle,
    },
  };
}

function stepObject(step: TraceStep): object {
  return {
    participants: step.participants.map(({ process, name, step: number, text, span }) => ({
      process,
      name,
      step: number,
      text,
      span: spanObject(span),
    })),
    events: step.events,
    label: step.label,
    choice: step.choice,
    changes: step.changes.map(({ name, before, after }) => ({ name, before, after })),
    output: step.output,
  };
}

function shardObject({ index, count, run, positions }: NonNullable<Report['shard']>): object {
  return { index, count, run, positions };
}

function diagnosticObject(diagnostic: Diagnostic): object {
  const { code, severity, message, hint } = diagnostic;
  return { code, severity, message, span: spanObject(diagnostic.span), hint };
}

function spanObject(span: Span | undefined): object | undefined {
  if (!span) return undefined;
  const { file, line, column, endLine, endColumn } = span;
  return { file, line, column, endLine, endColumn };
}
