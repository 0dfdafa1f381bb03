/** How each notation for the order of events becomes observers of a given model. */

import type { Diagnostic, Reading } from '../../model/diagnostic.js';
import type { SourceText, Span } from '../../model/source.js';
import { type EventPattern, patternOfName } from '../event.js';
import { mapQueryEvents, observersOfQuery } from '../interval/index.js';
import type { IntervalQuery } from '../interval/query.js';
import type { Atom } from '../observer.js';
import { MOST_ATOMS } from '../observer.js';
import { type PatternProperty, patternEvents, translatePattern } from '../pattern/index.js';
import {
  compileAutomaton,
  compileQre,
  type Dfa,
  joinAlike,
  observerOfDfa,
  type Qre,
  readsPrefixes,
  type WrittenAutomaton,
} from '../regular/index.js';
import { betweenSequences, watchingBetween } from '../sequence.js';
import { invariantOf, observerOfLtl, parseLtl } from '../temporal/index.js';
import type { Binding, Bound } from './binding.js';
import { mayCoincide } from './coincide.js';
import type { Locate } from './resolve.js';

export function bindRegular(stated: Qre | WrittenAutomaton, binding: Binding): Bound | undefined {
  const { resolver, diagnostics } = binding;
  const { alphabet, spans, quantifier } = stated;
  const patterns = alphabet.map((name, i) => resolver.resolve({ kind: 'name', name }, () => spans[i]));
  const compiled: Reading<Dfa> = 'expression' in stated ? compileQre(stated) : compileAutomaton(stated);
  diagnostics.push(...compiled.diagnostics);
  const known = patterns.filter((pattern) => pattern !== undefined);
  if (!compiled.ok || known.length < patterns.length) return undefined;

  const overlap = resolver.vocabulary.overlap(known);
  if (overlap !== undefined) {
    const { first, second, event } = overlap;
    diagnostics.push({
      code: 'bad-structure',
      severity: 'error',
      message: `"${alphabet[first]}" and "${alphabet[second]}" both mean the model's event "${event}"`,
      span: spans[second],
      hint: 'the events of one alphabet must be different events of the model',
    });
    return undefined;
  }
  const { dfa, events } =
    known.length <= MOST_ATOMS ? { dfa: compiled.value, events: known } : joinAlike(compiled.value, known);
  if (events.length > MOST_ATOMS) {
    diagnostics.push({
      code: 'too-large',
      severity: 'error',
      message: `the property tells ${events.length} events apart; at most ${MOST_ATOMS} are possible`,
      span: stated.span,
      hint: 'state it as several properties with smaller alphabets',
    });
    return undefined;
  }
  const atoms = events.map((pattern, i): Atom => ({ kind: 'event', name: dfa.alphabet[i], pattern }));
  const notices = readsPrefixes(dfa, quantifier)
    ? ['an execution that never ends is judged by whether it can still be completed to one that is allowed']
    : undefined;
  return {
    ask: { kind: 'order', observers: [observerOfDfa(dfa, quantifier, atoms)] },
    ...(notices && { notices }),
  };
}

/** `alone`: no other property builds on it, and it builds on none, for which it would have to be an observer. */
export function bindLtl(
  source: SourceText,
  range: { start: number; end: number },
  binding: Binding,
  alone = false,
): Bound | undefined {
  const { system, resolver, diagnostics } = binding;
  let broken = false;
  const event = (name: string): EventPattern | undefined => {
    if (!resolver.knows(name)) return undefined;
    const pattern = resolver.resolve({ kind: 'name', name });
    broken ||= pattern === undefined;
    return pattern ?? patternOfName(name);
  };
  const { start, end } = range;
  const property = parseLtl(source, system, event, { start, end, eventNames: resolver.names() });
  diagnostics.push(...property.diagnostics);
  if (!property.ok || broken) return undefined;
  const predicate = alone ? invariantOf(property.value, system) : undefined;
  if (predicate) return { ask: { kind: 'invariant', predicate: betweenSequences(predicate, system) } };
  return { ask: { kind: 'order', observers: [watchingBetween(observerOfLtl(property.value), system)] } };
}

export function bindQuery(query: IntervalQuery, binding: Binding, locate: Locate): Bound | undefined {
  const resolved = resolveQuery(query, binding, locate);
  if (resolved === undefined) return undefined;
  const fairness = resolved.fairness === 'fair' ? { fairness: 'strong' as const } : {};
  return { ask: { kind: 'order', observers: observersOfQuery(resolved), queries: [resolved], ...fairness } };
}

function resolveQuery(
  query: IntervalQuery,
  { resolver }: Binding,
  locate: Locate,
): IntervalQuery | undefined {
  let broken = false;
  const resolved = mapQueryEvents(query, (pattern) => {
    const known = resolver.resolve(pattern, locate);
    broken ||= known === undefined;
    return known ?? pattern;
  });
  return broken ? undefined : resolved;
}

/** A pattern is checked by its formula; its queries are what the inequalities read. */
export function bindPattern(
  pattern: PatternProperty,
  span: Span,
  binding: Binding,
  locate: Locate,
): Bound | undefined {
  const { resolver } = binding;
  const known = patternEvents(pattern).map((name) => resolver.resolve({ kind: 'name', name }, locate));
  if (known.includes(undefined)) return undefined;
  const { ltl, queries } = translatePattern(pattern);
  const formula = { ...binding, diagnostics: [] as Diagnostic[] };
  const bound = bindLtl({ file: span.file, text: ltl }, { start: 0, end: ltl.length }, formula);
  // Places in the formula are of no use to whoever wrote the pattern.
  for (const diagnostic of formula.diagnostics) binding.diagnostics.push({ ...diagnostic, span });
  if (bound?.ask.kind !== 'order') return undefined;
  const resolved = queries.map((query) => resolveQuery(query, binding, locate));
  const sound = resolved.filter((query) => query !== undefined);
  if (sound.length < resolved.length) return undefined;
  const events = known.filter((one) => one !== undefined);
  const apart = !mayCoincide(binding.system, events);
  const everyQ = 'every opening event starts a scope, also inside one that is already open';
  return {
    // Intervals have one event after the other: they say the same only where no two happen at once.
    ask: apart ? { ...bound.ask, queries: sound } : bound.ask,
    notices: [...('Q' in pattern.scope ? [everyQ] : []), `checked as the formula ${ltl}`],
  };
}
