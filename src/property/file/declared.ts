/** The properties that a program's own text states. */
import type { Diagnostic, Reading } from '../../model/diagnostic.js';
import type { Declared, Program } from '../../model/program.js';
import type { System } from '../../model/system.js';
import { acceptanceObserver, nonProgressObserver } from '../claim/marks.js';
import { observersOfClaim } from '../claim/never.js';
import { observerOfTrace } from '../claim/trace.js';
import { type EventPattern, patternOfName } from '../event.js';
import type { Observer } from '../observer.js';
import type { Ask, Question } from '../question.js';
import { betweenSequences, watchingBetween } from '../sequence.js';
import { invariantOf, observerOfLtl, parseLtl } from '../temporal/index.js';
import { Vocabulary } from './vocabulary.js';

/** With `system`: the question is about that one, not about the program's. */
export interface DeclaredQuestion {
  question: Question;
  system?: System;
}

export function declaredQuestions(program: Program): Reading<DeclaredQuestion[]> {
  const value: DeclaredQuestion[] = [];
  const diagnostics: Diagnostic[] = [];
  const marked = (observer: (system: System) => Observer): Observer =>
    watchingBetween(observer(program.system), program.system);
  for (const declared of program.declared) {
    const { name, span } = declared;
    const place = span === undefined ? {} : { span };
    switch (declared.kind) {
      case 'safety': {
        const text = `the property ${name} of the program is never broken`;
        value.push({ question: { name, text, ...place, ask: { kind: 'assertions', observer: name } } });
        break;
      }
      case 'progress': {
        const when = declared.when && anyOf(declared.when);
        const ask = { kind: 'progress' as const, events: anyOf(declared.events), ...(when && { when }) };
        value.push({ question: { name, text: progressText(declared), ...place, ask } });
        break;
      }
      case 'ltl': {
        const system = declared.system ?? program.system;
        const property = readFormula(declared, system, diagnostics);
        if (property === undefined) break;
        const predicate = invariantOf(property, system);
        const ask: Ask = predicate
          ? { kind: 'invariant', predicate: betweenSequences(predicate, system) }
          : { kind: 'order', observers: [watchingBetween(observerOfLtl(property), system)] };
        const question = { name, text: declared.formula, ...place, ask };
        value.push(declared.system ? { question, system } : { question });
        break;
      }
      case 'never': {
        const read = observersOfClaim(declared.claim, program.system, span);
        diagnostics.push(...read.diagnostics);
        if (!read.ok) break;
        const observers = read.value.map((observer) => watchingBetween(observer, program.system));
        const ask = { kind: 'order' as const, observers };
        value.push({ question: { name, text: 'no execution matches the claim', ...place, ask } });
        break;
      }
      case 'acceptance': {
        const ask = { kind: 'order' as const, observers: [marked(acceptanceObserver)] };
        value.push({ question: { name, text: 'no execution passes accept labels for ever', ...place, ask } });
        break;
      }
      case 'non-progress': {
        const ask = { kind: 'order' as const, observers: [marked(nonProgressObserver)] };
        value.push({ question: { name, text: 'every endless execution makes progress', ...place, ask } });
        break;
      }
      case 'trace': {
        const ask = { kind: 'order' as const, observers: [observerOfTrace(declared, program.system)] };
        value.push({ question: { name, text: 'sends and receives follow the trace', ...place, ask } });
      }
    }
  }
  if (diagnostics.some((diagnostic) => diagnostic.severity === 'error')) return { ok: false, diagnostics };
  return { ok: true, value, diagnostics };
}

type DeclaredFormula = Extract<Declared, { kind: 'ltl' }>;

/** Spans inside the formula are of no use to a reader of the program; the declaration's own is. */
function readFormula(declared: DeclaredFormula, system: System, diagnostics: Diagnostic[]) {
  const vocabulary = new Vocabulary(system);
  const event = (name: string): EventPattern | undefined => {
    const pattern = patternOfName(name);
    return vocabulary.canMatch(pattern) ? pattern : undefined;
  };
  const source = { file: system.name, text: declared.formula };
  const read = parseLtl(source, system, event, { states: declared.states });
  for (const diagnostic of read.diagnostics) {
    diagnostics.push(declared.span ? { ...diagnostic, span: declared.span } : diagnostic);
  }
  return read.ok ? read.value : undefined;
}

function anyOf(names: readonly string[]): EventPattern {
  const parts = names.map((name): EventPattern => ({ kind: 'name', name }));
  return parts.length === 1 ? parts[0] : { kind: 'or', parts };
}

function progressText({ events, when }: Extract<Declared, { kind: 'progress' }>): string {
  const list = (names: readonly string[]) => `{${names.join(', ')}}`;
  return `progress ${list(events)}${when === undefined ? '' : ` when ${list(when)}`}`;
}
