/** Collects what is wrong with one text: each thing once, and not without end. */
import { type Diagnostic, type DiagnosticCode, nearestNames } from '../../model/diagnostic.js';
import { LineMap } from '../../model/source.js';

export interface Extent {
  start: number;
  end: number;
}

const MOST_ERRORS = 20;

export class Mistakes {
  readonly diagnostics: Diagnostic[] = [];
  private readonly reported = new Set<string>();

  constructor(private readonly lines: LineMap) {}

  /** For looking at something that is read properly elsewhere. */
  static silent(): Mistakes {
    return new Mistakes(new LineMap('', ''));
  }

  /** Reports a mistake, and gives the undefined that the caller returns in place of a value. */
  error(at: Extent, code: DiagnosticCode, message: string, hint?: string): undefined {
    if (this.diagnostics.length >= MOST_ERRORS) return undefined;
    const span = this.lines.span(at.start, at.end);
    this.diagnostics.push({ code, severity: 'error', message, span, ...(hint !== undefined && { hint }) });
    return undefined;
  }

  /** A name that nothing declares: reported where it occurs first. */
  unknown(
    at: Extent,
    name: string,
    declared: Iterable<string>,
    what: string,
    code: DiagnosticCode = 'unknown-name',
  ): undefined {
    const about = `${what} ${name}`;
    if (this.reported.has(about)) return undefined;
    this.reported.add(about);
    const near = nearestNames(name, declared);
    const hint = near.length > 0 ? `did you mean ${near.join(', ')}?` : undefined;
    return this.error(at, code, `unknown ${what} ${shorten(name)}`, hint);
  }
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
