/** Collects what is wrong with one file, each mistake once, and stops the reading when there is too much. */
import { type Diagnostic, type DiagnosticCode, nearestNames } from '../../model/diagnostic.js';
import type { LineMap } from '../../model/source.js';

const MOST_ERRORS = 20;
const MOST_WARNINGS = 50;

/** A stretch of the text, as offsets. */
export interface Located {
  start: number;
  end: number;
}

/** Leaves the reading of a definition; its diagnostic has been recorded. */
export class Abandoned extends Error {}

export class Problems {
  readonly diagnostics: Diagnostic[] = [];
  private readonly seen = new Set<string>();
  private errors = 0;
  private others = 0;

  constructor(private readonly lines: LineMap) {}

  get failed(): boolean {
    return this.errors > 0;
  }

  /** So many errors that no more are wanted. */
  get full(): boolean {
    return this.errors >= MOST_ERRORS;
  }

  error(code: DiagnosticCode, message: string, start: number, end: number, hint?: string): void {
    if (this.full || this.repeated('error', start)) return;
    this.errors++;
    this.diagnostics.push({ code, severity: 'error', message, span: this.lines.span(start, end), hint });
  }

  /** Records the error and gives up the definition at hand. */
  abandon(code: DiagnosticCode, message: string, place: Located, hint?: string): never {
    this.error(code, message, place.start, place.end, hint);
    throw new Abandoned(message);
  }

  /** What the whole file lacks is said where it is first missed. */
  unknown(kind: string, name: string, place: Located, candidates: Iterable<string>): void {
    const local = kind === 'variable' || kind === 'local process';
    if (!local && this.repeated(`no ${kind} ${name}`, 0)) return;
    const near = nearestNames(name, candidates);
    const hint = near.length > 0 ? `did you mean ${near.join(' or ')}?` : undefined;
    this.error('unknown-name', `there is no ${kind} ${name}`, place.start, place.end, hint);
  }

  abandonUnknown(kind: string, name: string, place: Located, candidates: Iterable<string>): never {
    this.unknown(kind, name, place, candidates);
    throw new Abandoned(name);
  }

  note(
    severity: 'warning' | 'notice',
    code: DiagnosticCode,
    message: string,
    place?: Located,
    hint?: string,
  ): void {
    if (this.others >= MOST_WARNINGS || this.repeated(severity + code, place?.start ?? -1)) return;
    this.others++;
    const span = place === undefined ? undefined : this.lines.span(place.start, place.end);
    this.diagnostics.push({ code, severity, message, span, hint });
  }

  /** At one place only the first message of a kind counts; what follows from it would be noise. */
  private repeated(what: string, start: number): boolean {
    const key = `${what} ${start}`;
    if (this.seen.has(key)) return true;
    this.seen.add(key);
    return false;
  }
}
