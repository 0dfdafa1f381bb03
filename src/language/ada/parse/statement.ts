/** Statements, but for those with others inside and for `select`. */
import type {
  Accept,
  Block,
  Call,
  Declaration,
  Delay,
  Expression,
  Identifier,
  ObjectDeclaration,
  Parameter,
  Statement,
} from '../syntax/index.js';
import { meantWord, type TokenKind } from '../words.js';
import { ControlParser, DECLARES, DIVIDERS, inBlock } from './control.js';

const NO_LABELS: readonly Identifier[] = [];
// biome-ignore format: a table
const STATEMENT_WORDS: readonly TokenKind[] = [
  'accept', 'abort', 'begin', 'case', 'declare', 'delay', 'else', 'elsif', 'end', 'exception', 'exit', 'for', 'goto',
  'if', 'loop', 'null', 'pragma', 'raise', 'requeue', 'return', 'select', 'terminate', 'when', 'while',
];

export abstract class StatementParser extends ControlParser {
  private behindMisplaced = -1;

  protected abstract declaration(into: Declaration[], part: 'block'): void;
  protected abstract objectDeclaration(names: readonly Identifier[], start: number): ObjectDeclaration;
  protected abstract select(labels: readonly Identifier[]): Statement;

  protected override statement(list: Statement[]): void {
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
    // Of several in a row only the first is told.
    if (this.at === this.behindMisplaced) this.keepSilent();
    this.wrongHere(
      'a declaration stands among statements',
      "put it before 'begin', or in 'declare … begin … end;'",
    );
    this.declaration([], 'block');
    this.behindMisplaced = this.at;
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
    const entry = this.declaredName('the name of the entry');
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
      this.kind === 'do' || this.misspelt('do') || (this.kind !== ';' && this.endsAhead(entry.key, 'accept'));
    if (body) {
      const { key, name } = entry;
      this.expect('do', `after 'accept ${name}'`);
      this.open({ key, name, nameNeeded: false, dividers: inBlock, at, what: 'accept', body: 'accept' });
      block = this.withLabels(false, () => this.handled('do'));
    } else this.semicolon(`'accept ${entry.name}'`);
    return { kind: 'accept', entry, index, parameters, block, labels, start, end: this.behind };
  }

  /** At `(`: does a name with a colon follow, or a list of names? Else it is the index of a family. */
  protected parametersFollow(): boolean {
    return this.peek() === 'identifier' && (this.peek(2) === ':' || this.peek(2) === ',');
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
    const place = this.place();
    this.advance();
    const exception = this.kind === ';' ? undefined : this.name();
    if (exception === undefined) this.checkReraise(place);
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
