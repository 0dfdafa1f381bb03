/** Tasks, protected units and their entries. */
import type {
  Declaration,
  Discriminants,
  EntryBody,
  EntryDeclaration,
  Expression,
  Identifier,
  Overriding,
  ProtectedBody,
  ProtectedDeclaration,
  TaskBody,
  TaskDeclaration,
} from '../syntax/index.js';
import type { TokenKind } from '../words.js';
import { inBlock } from './control.js';
import type { BodyKind } from './structure.js';
import { TypeParser } from './type.js';

/** Where declarations stand: this decides which of them may. */
export type Part =
  | 'package'
  | 'body'
  | 'block'
  | 'expression'
  | 'task'
  | 'protected'
  | 'protected private'
  | 'protected body';

const inUnit: ReadonlySet<TokenKind> = new Set<TokenKind>(['private']);

export abstract class TaskingParser extends TypeParser {
  protected abstract override declarations(part: Part): Declaration[];
  protected abstract stub(of: 'task' | 'protected', name: Identifier, start: number): Declaration;

  /** `task …` or `protected …` */
  protected concurrentUnit(): Declaration {
    const start = this.start;
    const { at } = this;
    const of = this.kind === 'task' ? 'task' : 'protected';
    this.advance();
    if (this.accept('body')) return of === 'task' ? this.taskBody(start, at) : this.protectedBody(start, at);
    return this.unitDeclaration(of, start, at);
  }

  private unitDeclaration(
    of: 'task' | 'protected',
    start: number,
    at: number,
  ): TaskDeclaration | ProtectedDeclaration {
    const single = !this.accept('type');
    const what = single ? (of === 'task' ? 'task' : 'protected object') : `${of} type`;
    const name = this.declaredName(`the name of the ${what}`);
    let discriminants: Discriminants | undefined;
    if (this.kind === '(') {
      if (single) this.wrongHere(`a single ${what} has no discriminants`, `declare a ${of} type`);
      discriminants = this.discriminants();
    }
    const aspects = this.aspects();
    let interfaces: Expression[] = [];
    let visible: readonly Declaration[] = [];
    let hidden: readonly Declaration[] = [];
    if (of === 'task' && this.kind === ';') this.advance();
    else {
      this.expect(
        'is',
        `after the name of the ${what}`,
        of === 'task' ? undefined : 'it says which operations it has',
      );
      if (this.accept('new')) {
        interfaces = this.moreInterfaces([this.mark('the name of an interface')]);
        this.expect('with', 'after the interfaces');
      }
      this.open({
        key: name.key,
        name: name.name,
        nameNeeded: false,
        dividers: inUnit,
        at,
        what,
        body: 'declarations',
      });
      visible = this.declarations(of);
      if (this.accept('private')) {
        this.innermost!.dividers = new Set();
        hidden = this.declarations(of === 'task' ? 'task' : 'protected private');
      }
      if (this.kind === 'begin') this.misplacedTaskBody(name.name);
      else this.close();
    }
    return {
      kind: of, single, name, discriminants, interfaces, visible, private: hidden, aspects, start, end: this.behind,
    }; // biome-ignore format: one thought
  }

  /** Only the word `body` is missing. */
  private misplacedTaskBody(name: string): void {
    this.wrongHere('statements stand in the declaration of a task', `write 'task body ${name} is'`);
    this.advance();
    this.innermost!.dividers = inBlock;
    this.handled('begin');
  }

  private taskBody(start: number, at: number): TaskBody | Declaration {
    const name = this.declaredName('the name of the task');
    if (this.kind === '(')
      this.fail('the body of a task has no discriminants', 'they stand in the declaration of its type');
    const aspects = this.aspects();
    this.expect('is', `after 'task body ${name.name}'`);
    if (this.kind === 'separate') return this.stub('task', name, start);
    const { declarations, block } = this.body(name.key, name.name, at, 'task body', 'task');
    return { kind: 'task-body', name, declarations, block, aspects, start, end: this.behind };
  }

  /** Declarations, `begin`, statements, `end Name;` */
  protected body(key: string, name: string, at: number, what: string, body: BodyKind) {
    this.open({ key, name, nameNeeded: false, dividers: inBlock, at, what, body });
    const declarations = this.declarations('body');
    this.begin(what, name);
    const block = this.withLabels(false, () => this.handled('begin'));
    return { declarations, block };
  }

  private begin(what: string, name: string): void {
    if (this.kind === 'end')
      this.wrongHere(`'begin' is missing in ${what} '${name}'`, 'a body has at least one statement');
    else this.expect('begin', `before the statements of ${what} '${name}'`);
  }

  private protectedBody(start: number, at: number): ProtectedBody | Declaration {
    const name = this.declaredName('the name of the protected unit');
    const aspects = this.aspects();
    this.expect('is', `after 'protected body ${name.name}'`);
    if (this.kind === 'separate') return this.stub('protected', name, start);
    const what = 'protected body';
    this.open({
      key: name.key,
      name: name.name,
      nameNeeded: false,
      dividers: new Set(),
      at,
      what,
      body: 'declarations',
    });
    const declarations = this.declarations('protected body');
    this.close();
    return { kind: 'protected-body', name, declarations, aspects, start, end: this.behind };
  }

  protected entry(
    part: Part,
    overriding: Overriding | undefined,
    start: number,
  ): EntryDeclaration | EntryBody {
    const { at } = this;
    this.advance();
    const name = this.declaredName('the name of the entry');
    if (part === 'protected body') return this.entryBody(name, start, at);
    if (part !== 'task' && part !== 'protected' && part !== 'protected private') {
      this.illegal(name, `entry '${name.name}' stands outside of a task or protected unit`);
    }
    let family: EntryDeclaration['family'];
    if (this.kind === '(' && !this.parametersFollow()) {
      this.advance();
      family = this.discreteRange();
      this.expect(')', 'after the index of the family');
    }
    const parameters = this.parameters();
    if (this.kind === 'when') {
      this.wrongHere(
        'the declaration of an entry has no barrier',
        'the barrier stands in the protected body',
      );
      this.advance();
      this.expression();
    }
    const aspects = this.aspects();
    this.semicolon('this entry');
    return { kind: 'entry', overriding, name, family, parameters, aspects, start, end: this.behind };
  }

  private entryBody(name: Identifier, start: number, at: number): EntryBody {
    let index: EntryBody['index'];
    if (this.kind === '(' && this.peek() === 'for') {
      this.advance();
      this.advance();
      const parameter = this.identifier('the name of the index');
      this.expect('in', 'after the name of the index');
      index = { name: parameter, range: this.discreteRange() };
      this.expect(')', 'after the index of the family');
    }
    const parameters = this.parameters();
    const aspects = this.aspects();
    this.expect('when', `after 'entry ${name.name}'`, "the body of an entry has a barrier: 'when True'");
    const barrier = this.before('is', () => this.expression()) ?? name;
    this.expect('is', 'after the barrier');
    const { declarations, block } = this.body(name.key, name.name, at, 'entry body', 'entry');
    return {
      kind: 'entry-body', name, index, parameters, barrier, declarations, block, aspects, start, end: this.behind,
    }; // biome-ignore format: one thought
  }
}
