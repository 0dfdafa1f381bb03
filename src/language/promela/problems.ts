/** Collects what is wrong with a program; one message a place, and an end to it after some number. */
import type { Diagnostic, DiagnosticCode } from '../../model/diagnostic.js';
import type { Span } from '../../model/source.js';
import type { Sources, Where } from './sources.js';

const MOST_ERRORS = 20;

/** Thrown when reading on makes no sense: too many errors, or a limit passed. Caught in `index.ts`. */
export class GiveUp extends Error {}

export class Problems {
  readonly diagnostics: Diagnostic[] = [];
  private readonly seen = new Set<string>();
  errors = 0;

  constructor(private readonly sources: Sources) {}

  error(code: DiagnosticCode, where: Where, message: string, hint?: string): void {
    if (this.known(where, 'error')) return;
    this.errors++;
    this.add('error', code, where, message, hint);
    if (this.errors >= MOST_ERRORS) throw new GiveUp();
  }

  /** As `error`, where only the span is left. */
  errorAt(code: DiagnosticCode, span: Span, message: string): void {
    this.errors++;
    this.diagnostics.push({ code, severity: 'error', message, span });
    if (this.errors >= MOST_ERRORS) throw new GiveUp();
  }

  /** A limit was passed: nothing after it is read. */
  tooLarge(where: Where, message: string, hint?: string): never {
    this.errors++;
    this.add('error', 'too-large', where, message, hint);
    throw new GiveUp();
  }

  /** The program is of a kind that is not read at all: this is then the only message. */
  refuse(where: Where, message: string, hint: string): never {
    this.diagnostics.length = 0;
    this.errors = 1;
    this.add('error', 'unsupported', where, message, hint);
    throw new GiveUp();
  }

  warning(code: DiagnosticCode, where: Where, message: string, hint?: string): void {
    if (!this.known(where, 'warning')) this.add('warning', code, where, message, hint);
  }

  /** Said once a program, however often it applies. */
  notice(code: DiagnosticCode, where: Where, message: string, hint?: string): void {
    if (this.seen.has(message)) return;
    this.seen.add(message);
    this.add('notice', code, where, message, hint);
  }

  /** To take back all messages after this point: the program is read once more. */
  mark(): number {
    return this.diagnostics.length;
  }

  return(mark: number): void {
    this.diagnostics.length = mark;
    this.errors = this.diagnostics.filter((diagnostic) => diagnostic.severity === 'error').length;
    this.seen.clear();
  }

  private known(where: Where, kind: string): boolean {
    const key = `${kind} ${where.file}:${where.start}`;
    if (this.seen.has(key)) return true;
    this.seen.add(key);
    return false;
  }

  private add(
    severity: Diagnostic['severity'],
    code: DiagnosticCode,
    where: Where,
    message: string,
    hint?: string,
  ): void {
    const span = this.sources.span(where);
    this.diagnostics.push({ code, severity, message, span, ...(hint === undefined ? {} : { hint }) });
  }
}
