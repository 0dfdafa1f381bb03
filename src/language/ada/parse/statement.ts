/** Statements, but for `select`. */
import type {
  Accept,
  Block,
  Branch,
  Call,
  CaseAlternative,
  Choice,
  Declaration,
  Delay,
  Expression,
  Handler,
  Identifier,
  Loop,
  ObjectDeclaration,
  Parameter,
  Statement,
} from '../syntax/index.js';
import { meantWord, type TokenKind } from '../words.js';
import { LegalityParser } from './legality.js';

const NO_LABELS: readonly Identifier[] = [];
const none: ReadonlySet<TokenKind> = new Set();
const inIf: ReadonlySet<TokenKind> = new Set<TokenKind>(['elsif', 'else']);
const inCase: ReadonlySet<TokenKind> = new Set<TokenKind>(['when']);
export const inBlock: ReadonlySet<TokenKind> = new Set<TokenKind>(['exception']);

/** What divides a construct and so ends a list of statements. */
const DIVIDERS: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'elsif', 'else', 'when', 'or', 'exception', 'then',
]); // biome-ignore format: a table

const DECLARES: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'procedure', 'function', 'task', 'package', 'protected', 'type', 'subtype', 'generic', 'entry', 'use', 'overriding',
]); // biome-ignore format: a table

// biome-ignore format: a table
const STATEMENT_WORDS: readonly TokenKind[] = [
  'accept', 'abort', 'begin', 'case', 'declare', 'delay', 'else', 'elsif', 'end', 'exception', 'exit', 'for', 'goto',
  'if', 'loop', 'null', 'pragma', 'raise', 'requeue', 'return', 'select', 'terminate', 'when', 'while',
];

export abstract class StatementParser extends LegalityParser {
  protected abstract override declarations(what: 'block' | 'expression'): Declaration[];
  protected abstract declaration(into: Declaration[], part: 'block'): void;
  protected abstract objectDeclaration(names: readonly Identifier[], start: number): ObjectDeclaration;
  protected abstract select(labels: readonly Identifier[]): Statement;

  /** At least one statement, up to a word that ends or divides the construct around. */
  protected statements(after: string): Statement[] {
    const list: Statement[] = [];
    const { errors } = this.problems;
    while (!this.listEnds()) {
      const from = this.at;
      const read = this.guarded(() => {
        this.statement(list);
        return true;
      });
      if (!read) this.recover(from);
    }
    if (list.length === 0 && this.problems.errors === errors) {
      this.missing(`a statement is missing ${after}`, "write 'null;' where nothing is to be done");
    }
    return list;
  }

  private listEnds(): boolean {
    for (;;) {
      if (this.kind === 'end' || this.kind === 'end of file') return true;
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

  private statement(list: Statement[]): void {
    const labels = this.kind === '<<' ? this.labels() : NO_LABELS;
    if (labels.length > 0 && (this.kind === 'end' || DIVIDERS.has(this.kind))) {
      const { start } = labels[0];
      list.push({ kind: 'label', labels, start, end: this.behind });
      return;
    }
    if (DECLARES.has(this.kind)) {
      this.misplacedDeclaration();
      return;
    }
    list.push(this.unlabelled(labels));
  }

  private misplacedDeclaration(): void {
    this.wrongHere(
      'a declaration stands among statements',
      "put it before 'begin', or in 'declare … begin … end;'",
    );
    this.declaration([], 'block');
  }

  private labels(): Identifier[] {
    const labels: Identifier[] = [];
    while (this.accept('<<')) {
      const label = this.identifier('a label');
      this.declareLabel(label);
      labels.push(label);
      this.expect('>>', 'after the label');
    }
    return labels;
  }

  protected unlabelled(labels: readonly Identifier[]): Statement {
    const start = labels.length > 0 ? labels[0].start : this.start;
    switch (this.kind) {
      case 'identifier':
        return this.peek() === ':' ? this.named(labels, start) : this.callOrAssignment(labels, start);
      case 'string':
      case 'character':
      case '@':
        return this.callOrAssignment(labels, start);
      case 'null':
        this.advance();
        this.semicolon("'null'");
        return { kind: 'null-statement', labels, start, end: this.behind };
      case 'if':
        return this.if(labels, start);
      case 'case':
        return this.case(labels, start);
      case 'loop':
      case 'while':
      case 'for':
        return this.loop(labels, start, undefined);
      case 'declare':
      case 'begin':
        return this.blockStatement(labels, start, undefined);
      case 'exit':
        return this.exit(labels, start);
      case 'goto': {
        this.advance();
        const target = this.identifier('a label');
        this.jumpTo(target);
        this.semicolon("'goto'");
        return { kind: 'goto', target, labels, start, end: this.behind };
      }
      case 'return':
        return this.return(labels, start);
      case 'accept':
        return this.acceptStatement(labels, start);
      case 'requeue':
        return this.requeue(labels, start);
      case 'delay':
        return this.delay(labels, start);
      case 'abort': {
        this.advance();
        const tasks = [this.name()];
        while (this.accept(',')) tasks.push(this.name());
        this.semicolon("'abort'");
        return { kind: 'abort', tasks, labels, start, end: this.behind };
      }
      case 'raise':
        return this.raise(labels, start);
      case 'select':
        return this.select(labels);
      case 'pragma':
        return this.pragma();
      case 'terminate':
        return this.fail(
          "'terminate' is an alternative of a select of its own",
          "it follows 'select' or 'or'",
        );
      case ';':
        return this.fail('a statement is missing', "write 'null;' where nothing is to be done");
      default:
        return this.fail('a statement is missing');
    }
  }

  private callOrAssignment(labels: readonly Identifier[], start: number): Statement {
    const from = this.at;
    const name = this.name();
    if (this.kind === ':=' || this.kind === '=') {
      if (this.kind === '=') this.wrongHere("an assignment is written with ':='", "write ':=' for '='");
      this.advance();
      const value = this.expression();
      this.semicolon('this assignment');
      return { kind: 'assignment', target: name, value, labels, start, end: this.behind };
    }
    if (this.kind !== ';') {
      const meant =
        this.kinds[from] === 'identifier' && meantWord(this.tokens.words[from]!.key, STATEMENT_WORDS);
      if (meant) {
        this.moveTo(from);
        return this.readAs(meant, labels);
      }
    }
    if (name.kind === 'qualified') {
      this.semicolon('this instruction');
      return { kind: 'code', instruction: name, labels, start, end: this.behind };
    }
    this.checkCall(name);
    this.semicolon('this statement');
    return { kind: 'call', name, labels, start, end: this.behind };
  }

  protected checkCall(name: Expression): void {
    const called = name.kind === 'apply' ? name.prefix : name;
    if (called.kind === 'character' || called.kind === 'target' || name.kind === 'attribute') {
      this.wrong(name, 'this is a value, not a statement');
    }
  }

  /** The word here is taken for the reserved word that it nearly is. */
  private readAs(word: TokenKind, labels: readonly Identifier[]): Statement {
    this.wrongHere(`'${this.shown()}' begins no statement`, `did you mean '${word}'?`);
    this.kinds[this.at] = word;
    this.kind = word;
    if (word === 'end' || DIVIDERS.has(word)) return { kind: 'label', labels, ...this.place() };
    return this.unlabelled(labels);
  }

  /** `Name : loop`, `Name : declare`; anything else with a colon is a declaration in the wrong place. */
  private named(labels: readonly Identifier[], start: number): Statement {
    const next = this.peek(2);
    if (next === 'loop' || next === 'while' || next === 'for')
      return this.loop(labels, start, this.statementName());
    if (next === 'declare' || next === 'begin')
      return this.blockStatement(labels, start, this.statementName());
    if (next === '=') {
      const target = this.identifier('a name');
      this.wrongHere("':=' is written without a blank in it");
      this.advance();
      this.advance();
      const value = this.expression();
      this.semicolon('this assignment');
      return { kind: 'assignment', target, value, labels, start, end: this.behind };
    }
    this.misplacedDeclaration();
    return { kind: 'null-statement', labels, start, end: this.behind };
  }

  private statementName(): Identifier {
    const name = this.identifier('a name');
    this.declareLabel(name);
    this.advance();
    return name;
  }

  private if(labels: readonly Identifier[], start: number): Statement {
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

  private case(labels: readonly Identifier[], start: number): Statement {
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
    this.close();
    return { kind: 'case', selector, alternatives, labels, start, end: this.behind };
  }

  private loop(labels: readonly Identifier[], start: number, name: Identifier | undefined): Statement {
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

  private blockStatement(
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
      this.advance();
      if (!this.is('when')) this.missing("'when' is missing after 'exception'");
      while (this.is('when') || this.is('pragma')) {
        if (this.is('pragma')) this.pragma();
        else handlers.push(this.handler());
      }
    }
    const end = this.behind;
    const close = this.close();
    return { statements, handlers, close, start, end };
  }

  private handler(): Handler {
    const start = this.start;
    this.advance();
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

  private exit(labels: readonly Identifier[], start: number): Statement {
    const place = this.place();
    this.advance();
    const loop = this.kind === 'identifier' ? this.name() : undefined;
    const condition = this.accept('when') ? this.expression() : undefined;
    this.checkExit(place, loop);
    this.semicolon("'exit'");
    return { kind: 'exit', loop, condition, labels, start, end: this.behind };
  }

  private return(labels: readonly Identifier[], start: number): Statement {
    const place = this.place();
    const { at } = this;
    this.advance();
    if (this.kind === 'identifier' && this.peek() === ':') {
      this.checkReturn(place, true);
      const from = this.start;
      const names = [this.identifier('a name')];
      this.advance();
      const object = this.objectDeclaration(names, from);
      let block: Block | undefined;
      if (this.accept('do')) {
        this.open({
          word: 'return',
          nameNeeded: false,
          dividers: inBlock,
          at,
          what: "'return'",
          body: 'return',
        });
        block = this.handled('do');
      } else this.semicolon("'return'");
      return { kind: 'extended-return', object, block, labels, start, end: this.behind };
    }
    const value = this.kind === ';' ? undefined : this.expression();
    this.checkReturn(place, value !== undefined);
    this.semicolon("'return'");
    return { kind: 'return', value, labels, start, end: this.behind };
  }

  protected acceptStatement(labels: readonly Identifier[], start: number): Accept {
    const place = this.place();
    const { at } = this;
    this.advance();
    this.checkAccept(place);
    const entry = this.identifier('the name of the entry');
    let index: Expression | undefined;
    if (this.kind === '(' && !this.parametersFollow()) {
      this.advance();
      index = this.expression();
      this.expect(')', 'after the index of the entry');
    }
    this.checkNestedAccept(entry, index !== undefined);
    const parameters: readonly Parameter[] = this.parameters();
    let block: Block | undefined;
    const body =
      this.kind === 'do' || this.misspelt('do') || (this.kind !== ';' && this.hasBodyAhead(entry.key));
    if (body) {
      const { key, name } = entry;
      this.expect('do', `after 'accept ${name}'`);
      this.open({ key, name, nameNeeded: false, dividers: inBlock, at, what: 'accept', body: 'accept' });
      block = this.handled('do');
    } else this.semicolon(`'accept ${entry.name}'`);
    return { kind: 'accept', entry, index, parameters, block, labels, start, end: this.behind };
  }

  /** At `(`: does a name with a colon follow, or a list of names? Else it is the index of a family. */
  protected parametersFollow(): boolean {
    return this.peek() === 'identifier' && (this.peek(2) === ':' || this.peek(2) === ',');
  }

  /** Comes `end Entry` before the next `accept Entry`? Then only the word `do` is missing. */
  private hasBodyAhead(key: string): boolean {
    if (!this.endsAhead(key)) return false;
    for (let distance = 0; this.peek(distance) !== 'end of file'; distance++) {
      const kind = this.peek(distance);
      if ((kind === 'end' || kind === 'accept') && this.keyAt(distance + 1) === key) return kind === 'end';
    }
    return false;
  }

  private requeue(labels: readonly Identifier[], start: number): Statement {
    this.checkRequeue(this.place());
    this.advance();
    const target = this.name();
    const withAbort = this.accept('with');
    if (withAbort) this.expect('abort', "after 'with'");
    this.semicolon("'requeue'");
    return { kind: 'requeue', target, withAbort, labels, start, end: this.behind };
  }

  protected delay(labels: readonly Identifier[], start: number): Delay {
    this.advance();
    const until = this.accept('until');
    const time = this.expression();
    this.semicolon("'delay'");
    return { kind: 'delay', until, time, labels, start, end: this.behind };
  }

  private raise(labels: readonly Identifier[], start: number): Statement {
    this.advance();
    const exception = this.kind === ';' ? undefined : this.name();
    const message = exception && this.accept('with') ? this.expression() : undefined;
    this.semicolon("'raise'");
    return { kind: 'raise', exception, message, labels, start, end: this.behind };
  }

  /** The call at the start of a select. */
  protected entryCall(): Call {
    const { start } = this;
    if (this.kind !== 'identifier') this.fail("an entry call, 'accept', 'delay' or 'terminate' is missing");
    const name = this.name();
    if (this.is(':=')) {
      this.fail(
        'a select begins with a call or an accept',
        'put the assignment before the select or behind its first call',
      );
    }
    this.checkCall(name);
    this.semicolon('this call');
    return { kind: 'call', name, labels: NO_LABELS, start, end: this.behind };
  }
}
