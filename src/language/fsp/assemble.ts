/** Automata side by side become a system: one process type and one instance for each. */
import type { LineMap, SourceText, Span } from '../../model/source.js';
import type { Location, Mark, ProcessType, Step, System } from '../../model/system.js';
import { type Automaton, type AutomatonState, labelKey } from './automaton.js';
import type { Located } from './problems.js';
import { canTerminate, terminates } from './termination.js';

export interface Assembly {
  system: System;
  /** The symbol of each label, by its key. */
  symbols: Map<string, number>;
  /** The names under which the properties report, in the order of their instances. */
  properties: { name: string; span: Span }[];
}

export function assemble(name: string, source: SourceText, lines: LineMap, automata: Automaton[]): Assembly {
  const spans = new SpanTable(lines);
  const system: System = {
    name,
    sources: [source],
    variables: [],
    channels: [],
    symbols: [],
    types: [],
    instances: [],
    processBound: automata.length,
    arithmetic: 'wrap',
  };
  const symbols = new Map<string, number>();
  const symbolOf = (label: Automaton['labels'][number]): number => {
    const key = labelKey(label);
    let symbol = symbols.get(key);
    if (symbol === undefined) {
      symbol =
        system.symbols.push(label.hiding === 0 ? { name: label.name } : { name: label.name, hidden: true }) -
        1;
      symbols.set(key, symbol);
    }
    return symbol;
  };
  const names = instanceNames(automata);
  const ended = canTerminate(automata.filter((automaton) => !automaton.property));
  const properties: Assembly['properties'] = [];
  automata.forEach((automaton, i) => {
    const anywhere = automaton.property || (ended && !terminates(automaton));
    const type = processType(automaton, automaton.labels.map(symbolOf), anywhere, spans);
    if (automaton.property) {
      type.observes = names[i];
      properties.push({ name: names[i], span: spans.span(automaton.place) });
    }
    system.types.push(type);
    system.instances.push({ name: names[i], type: i, arguments: [] });
  });
  return { system, symbols, properties };
}

function processType(
  automaton: Automaton,
  symbols: number[],
  endsAnywhere: boolean,
  spans: SpanTable,
): ProcessType {
  const steps: Step[] = [];
  for (let t = 0; t < automaton.from.length; t++) {
    const label = automaton.label[t];
    steps.push({
      from: automaton.from[t],
      to: automaton.to[t],
      action: { kind: 'synchronise', symbol: symbols[label] },
      effects: [],
      text: automaton.labels[label].name,
      span: spans.span(automaton.places[t]),
    });
  }
  return {
    name: automaton.name,
    parameters: 0,
    variables: [],
    channels: [],
    locations: automaton.states.map((state) => location(state, endsAnywhere, spans)),
    initial: 0,
    steps,
    alphabet: [...new Set(symbols)],
    span: spans.span(automaton.place),
  };
}

function location(state: AutomatonState, endsAnywhere: boolean, spans: SpanTable): Location {
  const marks: Mark[] = [];
  if (state.kind === 'error') marks.push('error');
  if (state.kind === 'end' || endsAnywhere) marks.push('end');
  const result: Location = {};
  if (state.name !== undefined) result.name = state.name;
  if (marks.length > 0) result.marks = marks;
  if (state.place !== undefined) result.span = spans.span(state.place);
  return result;
}

/** The label path if that tells it apart (`phil.1`), with the process otherwise (`a:CLIENT`), numbered at last. */
function instanceNames(automata: Automaton[]): string[] {
  const paths = automata.map((automaton) => automaton.path.join('.'));
  const pathUses = countUses(paths);
  const plain = automata.map(({ name, property }, i) => {
    if (paths[i] === '') return name;
    return pathUses.get(paths[i]) === 1 && !property ? paths[i] : `${paths[i]}:${name}`;
  });
  const uses = countUses(plain);
  const numbers = new Map<string, number>();
  return plain.map((name) => {
    if (uses.get(name) === 1) return name;
    const number = (numbers.get(name) ?? 0) + 1;
    numbers.set(name, number);
    return `${name}#${number}`;
  });
}

function countUses(names: string[]): Map<string, number> {
  const uses = new Map<string, number>();
  for (const name of names) uses.set(name, (uses.get(name) ?? 0) + 1);
  return uses;
}

/** Many steps come from one action of the text: they share its span. */
class SpanTable {
  private readonly spans = new Map<number, Map<number, Span>>();

  constructor(private readonly lines: LineMap) {}

  span({ start, end }: Located): Span {
    const byEnd = this.spans.get(start) ?? new Map<number, Span>();
    const span = byEnd.get(end) ?? this.lines.span(start, end);
    this.spans.set(start, byEnd.set(end, span));
    return span;
  }
}
