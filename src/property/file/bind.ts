/**
 * A property file meets a model: names become patterns of its events, notations become observers, and
 * each property becomes a question. A property that cannot be bound does not stop the others from
 * being checked for mistakes.
 */
import type { Diagnostic, Reading } from '../../model/diagnostic.js';
import { LineMap, type Span } from '../../model/source.js';
import type { System } from '../../model/system.js';
import type { EventPattern } from '../event.js';
import { parsePredicate } from '../predicate/index.js';
import type { Question } from '../question.js';
import { betweenSequences } from '../sequence.js';
import type { Binding, Bound } from './binding.js';
import { builtInQuestion } from './builtin.js';
import type { EventDefinition } from './definition.js';
import { bindLtl, bindPattern, bindQuery, bindRegular } from './notation.js';
import { withPremises } from './premises.js';
import type { PropertyFile, StatedProperty } from './property.js';
import { EventResolver } from './resolve.js';
import { Vocabulary } from './vocabulary.js';

const MOST_MESSAGES = 100;

/** `definitions`: events that other files define; those of the file itself come first. */
export function bindProperties(
  file: PropertyFile,
  system: System,
  definitions: readonly EventDefinition[] = [],
): Reading<Question[]> {
  const resolver = new EventResolver([...definitions, ...file.definitions], new Vocabulary(system));
  const binding: Binding = { file, system, resolver, diagnostics: [] };
  const lines = new LineMap(file.source.file, file.source.text);
  const questions: Question[] = [];
  for (const property of file.properties) {
    const alone = bind(property, binding, lines, !property.premises && !property.assumed);
    if (alone === undefined) continue;
    const bound = withPremises(property, alone, binding, (other) => bind(other, binding, lines));
    if (bound === undefined || property.assumed) continue;
    const { name, text, span } = property;
    questions.push({ name, text, span, ...bound });
  }
  resolver.checkUnused(file.definitions);
  const diagnostics = [...resolver.diagnostics, ...binding.diagnostics].sort(byPlace).slice(0, MOST_MESSAGES);
  if (diagnostics.some((diagnostic) => diagnostic.severity === 'error')) return { ok: false, diagnostics };
  return { ok: true, value: questions, diagnostics };
}

/** In the order of the text; errors before warnings, so that none is cut off by them. */
function byPlace(a: Diagnostic, b: Diagnostic): number {
  const rank = (diagnostic: Diagnostic) => (diagnostic.severity === 'error' ? 0 : 1);
  const [line, column] = [
    (a.span?.line ?? 0) - (b.span?.line ?? 0),
    (a.span?.column ?? 0) - (b.span?.column ?? 0),
  ];
  return rank(a) - rank(b) || line || column;
}

function bind(property: StatedProperty, binding: Binding, lines: LineMap, alone = false): Bound | undefined {
  const { body } = property;
  const { resolver, system, file } = binding;
  const locate = (text: string): Span => locateIn(file.source.text, property, text, lines);
  switch (body.kind) {
    case 'regular':
      return bindRegular(body.qre, binding);
    case 'automaton':
      return bindRegular(body.automaton, binding);
    case 'interval':
      return bindQuery(body.query, binding, locate);
    case 'pattern':
      return bindPattern(body.pattern, property.span, binding, locate);
    case 'ltl':
      return bindLtl(file.source, body, binding, alone);
    case 'invariant': {
      const predicate = parsePredicate(file.source, system, { start: body.start, end: body.end });
      binding.diagnostics.push(...predicate.diagnostics);
      if (!predicate.ok) return undefined;
      return { ask: { kind: 'invariant', predicate: betweenSequences(predicate.value, system) } };
    }
    case 'progress': {
      const { when } = body;
      const events = resolver.resolve(body.events.pattern, (text) => body.events.places.get(text));
      let condition: EventPattern | undefined;
      if (when !== undefined) {
        condition = resolver.resolve(when.pattern, (text) => when.places.get(text));
        if (condition === undefined) return undefined;
      }
      if (events === undefined) return undefined;
      return { ask: { kind: 'progress', events, ...(condition && { when: condition }) } };
    }
    case 'assertions':
      return bindAssertions(body.observer, property, binding);
    default:
      return { ask: builtInQuestion(body.kind).ask };
  }
}

function bindAssertions(
  observer: string | undefined,
  property: StatedProperty,
  { system, diagnostics }: Binding,
): Bound | undefined {
  if (observer === undefined) return { ask: { kind: 'assertions' } };
  const watching = system.types.flatMap((type) => (type.observes === undefined ? [] : [type.observes]));
  if (watching.includes(observer)) return { ask: { kind: 'assertions', observer } };
  const hint =
    watching.length === 0
      ? 'the model states no property of its own'
      : `it states ${watching.map((name) => `"${name}"`).join(', ')}`;
  const message = `the model states no property "${observer}"`;
  diagnostics.push({ code: 'unknown-name', severity: 'error', message, span: property.span, hint });
  return undefined;
}

/** Patterns of events carry no places: the first time the name stands in the property will do. */
function locateIn(source: string, property: StatedProperty, text: string, lines: LineMap): Span {
  const { start, end } = property.range;
  const slice = source.slice(start, end);
  for (let at = slice.indexOf(text); at >= 0; at = slice.indexOf(text, at + 1)) {
    const before = slice[at - 1] ?? ' ';
    const after = slice[at + text.length] ?? ' ';
    if (!/[A-Za-z0-9_.]/.test(before) && !/[A-Za-z0-9_]/.test(after)) {
      return lines.span(start + at, start + at + text.length);
    }
  }
  return property.span;
}
