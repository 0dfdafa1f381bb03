/** Collects what is wrong with one property text; offsets are those of the whole file. */
import type { Diagnostic, DiagnosticCode, Reading } from '../../model/diagnostic.js';
import { LineMap, type SourceText } from '../../model/source.js';

const MOST_ERRORS = 20;

export interface Extent {
  start: number;
  end: number;
}

export class Complaints {
  private readonly diagnostics: Diagnostic[] = [];
  private errors = 0;
  /** Most texts have no mistake, and a file of many properties should not be mapped for each of them. */
  private lines: LineMap | undefined;

  constructor(private readonly source: SourceText) {}

  error(code: DiagnosticCode, message: string, at: Extent, hint?: string): void {
    this.errors++;
    if (this.errors <= MOST_ERRORS) this.add('error', code, message, at, hint);
  }

  warning(code: DiagnosticCode, message: string, at: Extent, hint?: string): void {
    if (this.diagnostics.length < MOST_ERRORS) this.add('warning', code, message, at, hint);
  }

  notice(code: DiagnosticCode, message: string, at: Extent, hint?: string): void {
    if (this.diagnostics.length < MOST_ERRORS) this.add('notice', code, message, at, hint);
  }

  get failed(): boolean {
    return this.errors > 0;
  }

  /** Nothing more is worth reading. */
  get full(): boolean {
    return this.errors >= MOST_ERRORS;
  }

  reading<T>(value: T | undefined): Reading<T> {
    if (value === undefined || this.failed) return { ok: false, diagnostics: this.diagnostics };
    return { ok: true, value, diagnostics: this.diagnostics };
  }

  private add(
    severity: Diagnostic['severity'],
    code: DiagnosticCode,
    message: string,
    at: Extent,
    hint?: string,
  ): void {
    this.lines ??= new LineMap(this.source.file, this.source.text);
    const span = this.lines.span(at.start, at.end);
    this.diagnostics.push(
      hint === undefined ? { code, severity, message, span } : { code, severity, message, span, hint },
    );
  }
}
