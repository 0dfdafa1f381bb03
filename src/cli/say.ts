import type { Diagnostic } from '../model/diagnostic.js';
import type { SourceText } from '../model/source.js';
import { showDiagnostics } from '../report/diagnostics.js';
import { SourceLines } from '../report/report.js';
import { readIfPossible } from './files.js';
import type { Io } from './io.js';
import { styleFor } from './terminal.js';

/** Tells diagnostics on standard error; texts that are not at hand are read from where the spans point. */
export function sayDiagnostics(
  diagnostics: readonly Diagnostic[],
  sources: Iterable<SourceText>,
  io: Io,
  color = true,
): void {
  const texts = new Map<string, SourceText>();
  for (const source of sources) texts.set(source.file, source);
  for (const { span } of diagnostics) {
    const source = span && !texts.has(span.file) && readIfPossible(span.file);
    if (source) texts.set(source.file, source);
  }
  io.err.write(showDiagnostics(diagnostics, new SourceLines(texts.values()), styleFor(io, io.err, color)));
}
