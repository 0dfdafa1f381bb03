/**
 * Results for code-scanning services: SARIF 2.1.0. A violation is an error with its trace as a code
 * flow, an inconclusive answer is a warning, and so are the diagnostics of the inputs by their severity.
 * A property that holds gives no result.
 */
import { numberOf, type Trace } from '../evidence/trace.js';
import type { Diagnostic } from '../model/diagnostic.js';
import type { Span } from '../model/source.js';
import { executionIn, type Result } from '../verify/result.js';
import { jsonText } from './json.js';
import { printable } from './printable.js';
import type { Report } from './report.js';
import { joinWords } from './story.js';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

const rules = [
  { id: 'violated', text: 'A property of the program is violated by the execution shown.' },
  { id: 'inconclusive', text: 'A property was neither proved nor violated within the given budget.' },
  { id: 'input', text: 'An input could not be read as it stands.' },
];

export function sarif(report: Report): string {
  const wrong = report.diagnostics.some((diagnostic) => diagnostic.severity === 'error');
  return jsonText({
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Heddle',
            semanticVersion: report.version,
            rules: rules.map(({ id, text }) => ({ id, shortDescription: { text } })),
          },
        },
        columnKind: 'utf16CodeUnits',
        invocations: [{ executionSuccessful: !wrong }],
        results: [
          ...report.results.filter((result) => result.verdict !== 'holds').map(resultObject),
          ...report.diagnostics.map(diagnosticObject),
        ],
      },
    ],
  });
}

function resultObject(result: Exclude<Result, { verdict: 'holds' }>): object {
  const rule = result.verdict === 'violated' ? 0 : 1;
  const trace = executionIn(result);
  const span = result.span ?? (trace && lastSpan(trace));
  return {
    ruleId: rules[rule].id,
    ruleIndex: rule,
    level: result.verdict === 'violated' ? 'error' : 'warning',
    message: { text: printable(`${result.property}: ${result.reason}${circleIn(result)}`) },
    locations: [location(span, result.file)],
    partialFingerprints: { 'heddleProperty/v1': `${result.file}#${result.property}` },
    ...(trace && trace.steps.length > 0 ? { codeFlows: [codeFlow(trace, result.file)] } : {}),
  };
}

const MOST_IN_CIRCLE = 12;

/** Nothing is drawn here, so who waits for whom is said. */
function circleIn(result: Result): string {
  if (result.verdict !== 'violated') return '';
  const { circle, waiting } = result.trace.ending;
  if (circle.length === 0 || circle.length > MOST_IN_CIRCLE) return '';
  const names = [...circle, circle[0]].map((process) => waiting.find((one) => one.process === process)?.name);
  return ` (${names.join(' waits for ')})`;
}

function diagnosticObject(diagnostic: Diagnostic): object {
  const hint = diagnostic.hint ? ` (${diagnostic.hint})` : '';
  return {
    ruleId: 'input',
    ruleIndex: 2,
    level: diagnostic.severity === 'notice' ? 'note' : diagnostic.severity,
    message: { text: printable(diagnostic.message + hint) },
    locations: diagnostic.span ? [location(diagnostic.span, diagnostic.span.file)] : [],
    properties: { code: diagnostic.code },
  };
}

/** One thread flow: the interleaving is the point, so the processes are not torn apart. */
function codeFlow(trace: Trace, file: string): object {
  const locations = trace.steps.flatMap((step, i) =>
    step.participants.map((participant) => ({
      location: {
        ...location(participant.span, file),
        message: { text: stepMessage(trace, i) },
      },
      executionOrder: numberOf(trace, i),
      importance: 'essential',
    })),
  );
  return { threadFlows: [{ locations }] };
}

function stepMessage(trace: Trace, index: number): string {
  const { steps, cycleFrom } = trace;
  const step = steps[index];
  const who = joinWords(step.participants.map((participant) => participant.name));
  const changes = step.changes.map(({ name, after }) => `${name} becomes ${after}`).join(', ');
  const repeats = cycleFrom !== undefined && index >= cycleFrom ? ' (repeats for ever)' : '';
  return printable(
    `${numberOf(trace, index)}. ${who}: ${step.label}${changes ? `; ${changes}` : ''}${repeats}`,
  );
}

function lastSpan(trace: Trace): Span | undefined {
  for (let i = trace.steps.length - 1; i >= 0; i--) {
    const span = trace.steps[i].participants.find((participant) => participant.span)?.span;
    if (span) return span;
  }
  return undefined;
}

function location(span: Span | undefined, file: string): object {
  if (!span) return { physicalLocation: { artifactLocation: { uri: fileUri(file) } } };
  return {
    physicalLocation: {
      artifactLocation: { uri: fileUri(span.file) },
      region: {
        startLine: span.line,
        startColumn: span.column,
        endLine: span.endLine,
        endColumn: span.endColumn,
      },
    },
  };
}

/** A relative path stays a relative reference; an absolute one becomes a file URI. */
function fileUri(file: string): string {
  const path = file.replace(/\\/g, '/').replace(/\p{Cs}/gu, '\ufffd');
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  if (/^[A-Za-z]:\//.test(path)) return `file:///${path.slice(0, 2)}${encoded.slice(4)}`;
  return path.startsWith('/') ? `file://${encoded}` : encoded;
}
