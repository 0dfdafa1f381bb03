/**
 * `des (first, transitions, states)` and then one transition a line, `(from, "label", to)`. The system has
 * one process. Its actions `i` and `tau` are silent; a state without transitions is a deadlock.
 */
import type { Diagnostic, DiagnosticCode, Reading } from '../../model/diagnostic.js';
import type { Program } from '../../model/program.js';
import { LineMap, type SourceText } from '../../model/source.js';
import type { EventSymbol, Step } from '../../model/system.js';
import { Line, LineError, type Numeral } from './line.js';

const MOST_ERRORS = 20;
const MOST_STATES = 5_000_000;
const SILENT: ReadonlySet<string> = new Set(['i', 'tau']);

interface Header {
  initial: Numeral;
  transitions: Numeral;
  states: Numeral;
}

export function readAut(source: SourceText): Reading<Program> {
  const lines = new LineMap(source.file, source.text);
  const diagnostics: Diagnostic[] = [];
  const complain = (code: DiagnosticCode, message: string, start: number, end: number): void => {
    if (diagnostics.length < MOST_ERRORS)
      diagnostics.push({ code, severity: 'error', message, span: lines.span(start, end) });
  };
  const attempt = <T>(read: () => T): T | undefined => {
    try {
      return read();
    } catch (failure) {
      if (!(failure instanceof LineError)) throw failure;
      complain('syntax', failure.message, failure.start, failure.end);
      return undefined;
    }
  };

  const reader = new LineReader(source.text);
  const first = reader.next();
  if (first === undefined) {
    complain('syntax', "expected 'des (first, transitions, states)', but the file is empty", 0, 0);
    return { ok: false, diagnostics };
  }
  const header = attempt(() => readHeader(first));
  if (header === undefined) return { ok: false, diagnostics };
  const { initial, transitions, states } = header;
  if (states.value > MOST_STATES) {
    complain('too-large', `there are more than ${MOST_STATES} states`, states.start, states.end);
    return { ok: false, diagnostics };
  }
  const checkState = (state: Numeral): void => {
    if (state.value < states.value) return;
    const known = states.value === 0 ? 'there are none' : `they are 0 to ${states.value - 1}`;
    complain('bad-value', `there is no state ${state.value}: ${known}`, state.start, state.end);
  };
  checkState(initial);

  const symbols: EventSymbol[] = [];
  const numbers = new Map<string, number>();
  const steps: Step[] = [];
  let read = 0;
  for (
    let line = reader.next();
    line !== undefined && diagnostics.length < MOST_ERRORS;
    line = reader.next()
  ) {
    read++;
    const transition = attempt(() => readTransition(line));
    if (transition === undefined) continue;
    checkState(transition.from);
    checkState(transition.to);
    const { label } = transition;
    let symbol = numbers.get(label);
    if (symbol === undefined) {
      symbol = symbols.push(SILENT.has(label) ? { name: label, hidden: true } : { name: label }) - 1;
      numbers.set(label, symbol);
    }
    steps.push({
      from: transition.from.value,
      to: transition.to.value,
      action: { kind: 'synchronise', symbol },
      effects: [],
      text: label,
      span: lines.span(transition.from.start - 1, transition.to.end + 1),
    });
  }
  if (read !== transitions.value && diagnostics.length === 0) {
    complain(
      'bad-value',
      `${transitions.value} transitions are announced, but there are ${read}`,
      transitions.start,
      transitions.end,
    );
  }
  if (diagnostics.length > 0) return { ok: false, diagnostics };

  const name = nameOf(source.file);
  const type = {
    name,
    parameters: 0,
    variables: [],
    channels: [],
    locations: Array.from({ length: states.value }, (_, state) => ({ name: String(state) })),
    initial: initial.value,
    steps,
    alphabet: symbols.map((_, symbol) => symbol),
  };
  const system = {
    name,
    sources: [source],
    variables: [],
    channels: [],
    symbols,
    types: [type],
    instances: [{ name, type: 0, arguments: [] }],
    processBound: 1,
    arithmetic: 'wrap' as const,
  };
  return { ok: true, value: { system, declared: [] }, diagnostics };
}

/** The lines that are not blank. */
class LineReader {
  private at = 0;

  constructor(private readonly text: string) {}

  next(): Line | undefined {
    while (this.at < this.text.length) {
      const newline = this.text.indexOf('\n', this.at);
      const end = newline < 0 ? this.text.length : newline;
      const line = new Line(this.text, this.at, end);
      this.at = end + 1;
      if (!line.empty) return line;
    }
    return undefined;
  }
}

function readHeader(line: Line): Header {
  line.expect('des', "to begin the first line, 'des (first, transitions, states)'");
  line.expect('(', "after 'des'");
  const initial = line.numeral('the first state');
  line.expect(',', 'after the first state');
  const transitions = line.numeral('the number of transitions');
  line.expect(',', 'after the number of transitions');
  const states = line.numeral('the number of states');
  line.expect(')', 'after the number of states');
  line.finish();
  return { initial, transitions, states };
}

function readTransition(line: Line): { from: Numeral; label: string; to: Numeral } {
  line.expect('(', 'to begin a transition');
  const from = line.numeral('the state that is left');
  line.expect(',', 'after the state that is left');
  const label = line.label();
  line.expect(',', 'after the label');
  const to = line.numeral('the state that is reached');
  line.expect(')', 'to end the transition');
  line.finish();
  return { from, label, to };
}

function nameOf(file: string): string {
  const base = file.split(/[\\/]/).at(-1) ?? '';
  return base.replace(/\.aut$/i, '') || 'system';
}
