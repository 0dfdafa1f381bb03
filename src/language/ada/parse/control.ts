/** Lists of statements, and statements that contain them: if, case, loop, block. */
import type {
  Block,
  Branch,
  CaseAlternative,
  Choice,
  Declaration,
  Expression,
  Handler,
  Identifier,
  Loop,
  Statement,
} from '../syntax/index.js';
import type { TokenKind } from '../words.js';
import { LegalityParser } from './legality.js';

const none: ReadonlySet<TokenKind> = new Set();
const inIf: ReadonlySet<TokenKind> = new Set<TokenKind>(['elsif', 'else']);
const inCase: ReadonlySet<TokenKind> = new Set<TokenKind>(['when']);
export const inBlock: ReadonlySet<TokenKind> = new Set<TokenKind>(['exception']);

/** What divides a construct and so ends a list of statements. */
export const DIVIDERS: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'elsif', 'else', 'when', 'or', 'exception', 'then',
]); // biome-ignore format: a table

export const DECLARES: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'procedure', 'function', 'task', 'package', 'protected', 'type', 'subtype', 'generic', 'entry', 'use', 'overriding',
]); // biome-ignore format: a table

export abstract class ControlParser extends LegalityParser {
  protected abstract override declarations(what: 'block' | 'expression'): Declaration[];
  protected abstract statement(list: Statement[]): void;

  /** At least one statement, up to a word that ends or divides the construct around. */
  protected statements(after: string): Statement[] {
    const list: Statement[] = [];
    const { errors } = this.problems;
    this.enterList();
    while (!this.listEnds()) {
      const from = this.at;
      const read = this.guarded(() => {
        this.statement(list);
        return true;
      });
      if (!read) this.recover(from);
    }
    this.leaveList();
    if (list.length === 0 && this.problems.errors === errors) {
      this.missing(`a statement is missing ${after}`, "write 'null;' where nothing is to be done");
    }
    return list;
  }

  private listEnds(): boolean {
    for (;;) {
      if (this.skipLeftoverEnd()) continue;
      if (this.kind === 'end' || this.kind === 'end of file' || this.unitBegins()) return true;
      if (!DIVIDERS.has(this.kind)) return DECLARES.has(this.kind) && this.bodyEnded();
      if (this.dividesSomething()) return true;
      this.wrongHere(`'${this.kind}' belongs to nothing here`);
      this.advance();
    }
  }

  /** Did the body around lose its `end`? It did where a declaration is not indented more than it is. */
  private bodyEnded(): boolean {
    const body = this.opened.findLast((each) => each.body !== undefined && each.body !== 'accept');
    if (body === undefined || !this.firstOnLine(this.at)) return false;
    return this.opened.length > 1 && this.indentation(this.at) <= this.indentation(body.at);
  }

  protected if(labels: readonly Identifier[], start: number): Statement {
    const opened = this.open({ word: 'if', nameNeeded: false, dividers: inIf, at: this.at, what: "'if'" });
    const branches: Branch[] = [];
    let otherwise: Statement[] | undefined;
    do {
      const from = this.start;
      const word = this.kind;
      this.advance();
      const condition = this.condition('then', word);
      const statements = this.statements("after 'then'");
      branches.push({ condition, statements, start: from, end: this.behind });
    } while (this.is('elsif'));
    if (this.is('else')) {
      opened.dividers = none;
      this.advance();
      otherwise = this.statements("after 'else'");
    }
    this.close();
    return { kind: 'if', branches, otherwise, labels, start, end: this.behind };
  }

  /** A condition and the word behind it. */
  private condition(stop: TokenKind, after: string): Expression {
    const { start } = this;
    const condition = this.before(stop, () => this.expression());
    if (this.kind === ':=') {
      this.wrongHere("a condition compares with '='", "write '=' for ':='");
      this.advance();
      this.before(stop, () => this.expression());
    }
    this.expect(stop, `after the condition of '${after}'`);
    return condition ?? { kind: 'null', start, end: this.behind };
  }

  protected case(labels: readonly Identifier[], start: number): Statement {
    this.open({ word: 'case', nameNeeded: false, dividers: inCase, at: this.at, what: "'case'" });
    this.advance();
    const selector = this.before('is', () => this.expression()) ?? { kind: 'null', start, end: this.behind };
    this.expect('is', "after the expression of 'case'");
    while (this.kind === 'pragma') this.pragma();
    const alternatives: CaseAlternative[] = [];
    if (this.kind !== 'when')
      this.missing("'when' is missing after 'is'", 'a case has at least one alternative');
    while (this.kind === 'when') {
      const from = this.start;
      this.advance();
      const choices: Choice[] = this.before('=>', () => this.choices()) ?? [];
      this.expect('=>', 'after the choices');
      const statements = this.statements("after '=>'");
      alternatives.push({ choices, statements, start: from, end: this.behind });
    }
    this.checkOthersLast(alternatives);
    this.close();
    return { kind: 'case', selector, alternatives, labels, start, end: this.behind };
  }

  protected loop(labels: readonly Identifier[], start: number, name: Identifier | undefined): Statement {
    const { at } = this;
    const what = 'loop';
    this.open({
      word: 'loop',
      key: name?.key,
      name: name?.name,
      nameNeeded: name !== undefined,
      dividers: none,
      at,
      what,
    });
    let scheme: Loop['scheme'];
    if (this.accept('while')) scheme = { kind: 'while', condition: this.condition('loop', 'while') };
    else if (this.accept('for')) {
      scheme = this.before('loop', () => this.iteration());
      this.expect('loop', 'before the statements of the loop');
    } else this.advance();
    const statements = this.statements("after 'loop'");
    const close = this.close();
    return { kind: 'loop', name, scheme, statements, close, labels, start, end: this.behind };
  }

  protected blockStatement(
    labels: readonly Identifier[],
    start: number,
    name: Identifier | undefined,
  ): Statement {
    const { at } = this;
    const what = 'block';
    this.open({
      key: name?.key,
      name: name?.name,
      nameNeeded: name !== undefined,
      dividers: inBlock,
      at,
      what,
    });
    let declarations: Declaration[] | undefined;
    if (this.accept('declare')) declarations = this.declarations('block');
    this.expect('begin', 'before the statements of the block');
    const block = this.withLabels(true, () => this.handled('begin'));
    return { kind: 'block', name, declarations, block, labels, start, end: this.behind };
  }

  /** Statements, handlers and the `end` of what is open. */
  protected handled(after: string): Block {
    const start = this.start;
    const statements = this.statements(`after '${after}'`);
    const handlers: Handler[] = [];
    if (this.kind === 'exception') {
      this.innermost!.dividers = inCase;
      this.innermost!.handling = true;
      this.advance();
      if (this.is('identifier') || this.is('others')) {
        this.missing("'when' is missing after 'exception'");
        handlers.push(this.handler());
      } else if (!this.is('when')) this.missing("'when' is missing after 'exception'");
      while (this.is('when') || this.is('pragma')) {
        if (this.is('pragma')) this.pragma();
        else handlers.push(this.handler());
      }
    }
    this.checkOthersLast(handlers);
    const end = this.behind;
    const close = this.close();
    return { statements, handlers, close, start, end };
  }

  private handler(): Handler {
    const start = this.start;
    this.accept('when');
    let occurrence: Identifier | undefined;
    if (this.peek() === ':') {
      occurrence = this.identifier('a name for the exception');
      this.advance();
    }
    const choices = this.before('=>', () => this.choices()) ?? [];
    this.expect('=>', 'after the exception');
    const statements = this.statements("after '=>'");
    return { kind: 'handler', occurrence, choices, statements, start, end: this.behind };
  }
}
