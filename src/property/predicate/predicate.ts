/** State predicates: conditions on a system's variables, channels and locations, in C's spelling. */
import type { Reading } from '../../model/diagnostic.js';
import type { Expression } from '../../model/expression.js';
import { LineMap, type SourceText } from '../../model/source.js';
import type { System } from '../../model/system.js';
import { parseTerm } from './grammar.js';
import { Mistakes } from './mistakes.js';
import { Resolver } from './resolve.js';
import { Scope } from './scope.js';

/** Reads a predicate, or the one in the given part of the text; spans are always those of the whole file. */
export function parsePredicate(
  source: SourceText,
  system: System,
  range?: { start: number; end: number },
): Reading<Expression> {
  const scope = new Scope(system);
  const isProcess = (name: string) => scope.isProcess(name);
  const { term, diagnostics } = parseTerm(source, { ...range, temporal: false, isProcess });
  if (term === undefined) return { ok: false, diagnostics };
  const mistakes = new Mistakes(new LineMap(source.file, source.text));
  const value = new Resolver(scope, mistakes).condition(term);
  const all = [...mistakes.diagnostics, ...diagnostics];
  return value === undefined ? { ok: false, diagnostics: all } : { ok: true, value, diagnostics: all };
}
