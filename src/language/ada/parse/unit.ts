/** Whole files: compilation units with their context. */
import { GiveUp } from '../problems.js';
import type { CompilationUnit, Declaration, Overriding, WithClause } from '../syntax/index.js';
import type { TokenKind } from '../words.js';
import { ProgramUnitParser } from './program-unit.js';

export class UnitParser extends ProgramUnitParser {
  /** All units of the file, also where there were mistakes. */
  file(): CompilationUnit[] {
    const units: CompilationUnit[] = [];
    try {
      if (this.kind === 'end of file') this.missing('this file has no compilation unit');
      while (this.kind !== 'end of file') {
        const from = this.at;
        const read = this.guarded(() => {
          this.unit(units);
          return true;
        });
        if (!read) this.recoverUnit(from);
        if (this.brokenSyntax && !UNIT_STARTS.has(this.kind)) this.recoverUnit(this.at);
      }
    } catch (given) {
      if (!(given instanceof GiveUp)) throw given;
    }
    return units;
  }

  /** To where a new unit may begin: after a mistake between units nothing less helps. */
  private recoverUnit(from: number): void {
    this.opened.length = 0;
    if (this.at === from) this.advance();
    while (this.kind !== 'end of file' && !(UNIT_STARTS.has(this.kind) && this.indentationIsNone()))
      this.advance();
  }

  private indentationIsNone(): boolean {
    return this.firstOnLine(this.at) && this.indentation(this.at) === 0;
  }

  private unit(units: CompilationUnit[]): void {
    const start = this.start;
    const context = this.context();
    if (this.kind === 'end of file') {
      const trailing = context.find(({ kind }) => kind !== 'pragma');
      if (trailing) this.missing('a unit is missing after its context');
      return;
    }
    let subunitOf: string | undefined;
    if (this.accept('separate')) {
      this.expect('(', "after 'separate'");
      subunitOf = this.unitName('the parent unit').key;
      this.expect(')', 'after the parent unit');
    }
    const isPrivate = this.accept('private');
    const declaration = this.libraryItem(subunitOf !== undefined);
    const unit = { kind: 'unit' as const, context, private: isPrivate, subunitOf, declaration };
    units.push({ ...unit, start, end: this.behind });
  }

  private context(): CompilationUnit['context'] {
    const context: CompilationUnit['context'][number][] = [];
    for (;;) {
      if (this.kind === 'with') context.push(this.withClause(this.start));
      else if (this.kind === 'use') context.push(this.useClause());
      else if (this.kind === 'pragma') context.push(this.pragma());
      else if (this.kind === 'limited' || (this.kind === 'private' && this.peek() === 'with')) {
        context.push(this.withClause(this.start));
      } else return context;
    }
  }

  private withClause(start: number): WithClause {
    const limited = this.accept('limited');
    const isPrivate = this.accept('private');
    this.expect('with', "after 'limited' or 'private'");
    const names = [this.mark('the name of a unit')];
    while (this.accept(',')) names.push(this.mark('the name of a unit'));
    this.semicolon("'with'");
    return { kind: 'with', limited, private: isPrivate, names, start, end: this.behind };
  }

  private libraryItem(subunit: boolean): Declaration {
    const start = this.start;
    switch (this.kind) {
      case 'procedure':
      case 'function':
        return this.subprogram(undefined, start);
      case 'overriding':
      case 'not': {
        const overriding: Overriding = this.accept('not') ? 'not overriding' : 'overriding';
        this.expect('overriding', "after 'not'");
        return this.subprogram(overriding, start);
      }
      case 'package':
        return this.package();
      case 'generic':
        return this.generic();
      case 'task':
      case 'protected': {
        if (!subunit)
          this.wrongHere(`a ${this.kind} unit cannot stand alone`, 'put it into a package or procedure');
        return this.concurrentUnit();
      }
      case 'end':
        return this.fail('this closes nothing');
      default:
        return this.fail(
          'a compilation unit is missing',
          "it begins with 'procedure', 'function', 'package' or 'generic'",
        );
    }
  }
}

const UNIT_STARTS: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'with', 'use', 'package', 'procedure', 'function', 'generic', 'separate', 'private', 'pragma', 'limited',
]); // biome-ignore format: a table
