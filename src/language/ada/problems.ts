/** Collects what is wrong with a program; one message a place, and an end to it after some number. */
import type { Diagnostic, DiagnosticCode } from '../../model/diagnostic.js';
import type { Sources } from './sources.js';
import type { Place } from './syntax/index.js';

const MOST_ERRORS = 20;

/** Thrown when reading on makes no sense: too many errors, or a limit passed. */
export class GiveUp extends Error {}

export class Problems {
  readonly diagnostics: Diagnostic[] = [];
  private readonly seen = new Set<string>();
  errors = 0;

  constructor(private readonly sources: Sources) {}

  error(code: DiagnosticCode, place: Place, message: string, hint?: string): void {
    if (this.known(`error ${place.start}`)) return;
    this.errors++;
    this.add('error', code, place, message, hint);
    if (this.errors >= MOST_ERRORS) throw new GiveUp();
  }

  /** A limit was passed: nothing after it is read. */
  tooLarge(place: Place, message: string, hint?: string): never {
    this.errors++;
    this.add('error', 'too-large', place, message, hint);
    throw new GiveUp();
  }

  warning(code: DiagnosticCode, place: Place, message: string, hint?: string): void {
    if (!this.known(`warning ${place.start}`)) this.add('warning', code, place, message, hint);
  }

  /** Said once a program, however often it applies. */
  notice(code: DiagnosticCode, place: Place, message: string, hint?: string): void {
    if (!this.known(message)) this.add('notice', code, place, message, hint);
  }

  line(place: Place): number {
    return this.sources.span(place).line;
  }

  private known(key: string): boolean {
    if (this.seen.has(key)) return true;
    this.seen.add(key);
    return false;
  }

  private add(
    severity: Diagnostic['severity'],
    code: DiagnosticCode,
    place: Place,
    message: string,
    hint?: string,
  ): void {
    const span = this.sources.span(place);
    this.diagnostics.push({ code, severity, message, span, ...(hint === undefined ? {} : { hint }) });
  }
}
