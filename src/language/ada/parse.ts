/**
 * Ada texts to trees. A text with a mistake gives no tree, but one message for each mistake; the reader
 * goes on behind it as a person would.
 */
import type { Reading } from '../../model/diagnostic.js';
import type { SourceText } from '../../model/source.js';
import { UnitParser } from './parse/unit.js';
import { GiveUp, Problems } from './problems.js';
import { scan } from './scan.js';
import { Sources } from './sources.js';
import type { Annotation, CompilationUnit } from './syntax/index.js';

export interface AdaText {
  /** Turns places of the tree into lines. */
  readonly sources: Sources;
  /** Of all files, in their order. */
  readonly units: readonly CompilationUnit[];
  readonly annotations: readonly Annotation[];
}

/** Reads the files of one program. */
export function parseAda(texts: readonly SourceText[]): Reading<AdaText> {
  const sources = new Sources();
  const problems = new Problems(sources);
  const units: CompilationUnit[] = [];
  const annotations: Annotation[] = [];
  try {
    for (const text of texts) {
      const base = sources.add(text);
      const tokens = scan(text.text, base, problems);
      units.push(...new UnitParser(tokens, problems).file());
      annotations.push(...tokens.annotations);
    }
  } catch (given) {
    if (!(given instanceof GiveUp)) throw given;
  }
  const { diagnostics } = problems;
  if (problems.errors > 0) return { ok: false, diagnostics };
  return { ok: true, value: { sources, units, annotations }, diagnostics };
}
