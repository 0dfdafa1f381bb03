/** The four forms of `select`. */
import type { Delay, Expression, Identifier, SelectAlternative, Statement } from '../syntax/index.js';
import type { TokenKind } from '../words.js';
import { StatementParser } from './statement.js';

const inSelect: ReadonlySet<TokenKind> = new Set<TokenKind>(['or', 'else', 'then']);
const none: ReadonlySet<TokenKind> = new Set();
const NO_LABELS: readonly Identifier[] = [];

export abstract class SelectParser extends StatementParser {
  protected override select(labels: readonly Identifier[]): Statement {
    const start = labels.length > 0 ? labels[0].start : this.start;
    this.open({ word: 'select', nameNeeded: false, dividers: inSelect, at: this.at, what: "'select'" });
    this.advance();
    if (this.kind === 'accept' || this.kind === 'when' || this.kind === 'terminate') {
      return this.selectiveAccept([this.alternative()], labels, start);
    }
    if (this.kind === 'delay') {
      const first = this.alternative();
      if (!this.is('then') || first.kind !== 'delay-alternative') {
        return this.selectiveAccept([first], labels, start);
      }
      const abortable = this.abortable();
      return {
        kind: 'asynchronous-select', trigger: first.delay, statements: first.statements, abortable, labels, start,
        end: this.behind,
      }; // biome-ignore format: as the others
    }
    return this.calling(labels, start);
  }

  private selectiveAccept(
    alternatives: SelectAlternative[],
    labels: readonly Identifier[],
    start: number,
  ): Statement {
    while (this.kind === 'or') {
      this.advance();
      const alternative = this.guarded(() => this.alternative());
      if (alternative) alternatives.push(alternative);
      else this.toNextAlternative();
    }
    let otherwise: Statement[] | undefined;
    if (this.kind === 'else') {
      this.innermost!.dividers = none;
      this.advance();
      otherwise = this.statements("after 'else'");
    }
    const { errors } = this.problems;
    this.close();
    if (errors === this.problems.errors) this.checkAlternatives(alternatives, otherwise !== undefined);
    return { kind: 'selective-accept', alternatives, otherwise, labels, start, end: this.behind };
  }

  /** After a mistake at the start of an alternative: its statements are read, but not kept. */
  private toNextAlternative(): void {
    this.recover(this.at);
    if (this.kind !== 'or' && this.kind !== 'else' && this.kind !== 'end') this.statements('here');
  }

  private alternative(): SelectAlternative {
    const start = this.start;
    let guard: Expression | undefined;
    if (this.accept('when')) {
      guard = this.before('=>', () => this.expression());
      this.expect('=>', "after the condition of 'when'");
    }
    if (this.kind === 'identifier') this.correctAlternative();
    switch (this.kind) {
      case 'accept': {
        const accept = this.acceptStatement(NO_LABELS, this.start);
        const statements = this.optionalStatements();
        return { kind: 'accept-alternative', guard, accept, statements, start, end: this.behind };
      }
      case 'delay': {
        const delay: Delay = this.delay(NO_LABELS, this.start);
        const statements = this.optionalStatements();
        return { kind: 'delay-alternative', guard, delay, statements, start, end: this.behind };
      }
      case 'terminate':
        this.advance();
        this.semicolon("'terminate'");
        while (this.is('pragma')) this.pragma();
        if (!this.is('or') && !this.is('else') && !this.is('end')) {
          this.wrongHere("nothing follows 'terminate' in its alternative");
          this.statements('here');
        }
        return { kind: 'terminate-alternative', guard, start, end: this.behind };
      default:
        return this.fail(
          "'accept', 'delay' or 'terminate' is missing",
          'each alternative of this select begins with one of them',
        );
    }
  }

  /** `acept` for `accept` and the like. */
  private correctAlternative(): void {
    for (const word of ['accept', 'delay', 'terminate'] as const) {
      if (!this.misspelt(word)) continue;
      this.wrongHere(`'${this.shown()}' begins no alternative`, `did you mean '${word}'?`);
      this.kinds[this.at] = word;
      this.kind = word;
      return;
    }
  }

  private optionalStatements(): Statement[] {
    return this.kind === 'or' || this.kind === 'else' || this.kind === 'end' || this.kind === 'then'
      ? []
      : this.statements('in this alternative');
  }

  /** A select that begins with a call: timed, conditional or asynchronous. */
  private calling(labels: readonly Identifier[], start: number): Statement {
    this.correctAlternative();
    if (this.kind === 'accept' || this.kind === 'delay' || this.kind === 'terminate') {
      return this.selectiveAccept([this.alternative()], labels, start);
    }
    const call = this.entryCall();
    const statements = this.optionalStatements();
    if (this.is('then')) {
      const abortable = this.abortable();
      return {
        kind: 'asynchronous-select', trigger: call, statements, abortable, labels, start, end: this.behind,
      }; // biome-ignore format: as the others
    }
    if (this.is('else')) {
      this.innermost!.dividers = none;
      this.advance();
      const otherwise = this.statements("after 'else'");
      this.close();
      return { kind: 'conditional-call', call, statements, otherwise, labels, start, end: this.behind };
    }
    if (!this.is('or')) {
      this.missing(
        "'else', 'or delay' or 'then abort' is missing in this select",
        'a call alone needs no select',
      );
      this.close();
      return { kind: 'conditional-call', call, statements, otherwise: [], labels, start, end: this.behind };
    }
    this.advance();
    const alternative = this.alternative();
    if (alternative.kind !== 'delay-alternative' || alternative.guard) {
      this.illegal(
        alternative,
        "only 'delay' can be the other alternative of an entry call",
        'a select has entry calls or accepts, not both',
      );
    }
    if (this.is('or')) this.wrongHere('an entry call has only one other alternative');
    while (this.accept('or')) this.alternative();
    this.close();
    const { delay, statements: expired } = alternative as Extract<
      SelectAlternative,
      { kind: 'delay-alternative' }
    >;
    return { kind: 'timed-call', call, statements, delay, expired, labels, start, end: this.behind };
  }

  /** `then abort …` and the end. */
  private abortable(): Statement[] {
    this.innermost!.dividers = none;
    this.advance();
    this.expect('abort', "after 'then'");
    const statements = this.statements("after 'then abort'");
    this.close();
    return statements;
  }
}
