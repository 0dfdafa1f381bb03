/** Lists of declarations, and those of objects, types and exceptions. */
import type {
  Declaration,
  Identifier,
  IncompleteType,
  ObjectDeclaration,
  Overriding,
  TypeDeclaration,
  UseClause,
} from '../syntax/index.js';
import { isReserved, meantWord, type TokenKind } from '../words.js';
import { inBlock } from './control.js';
import { type Part, TaskingParser } from './tasking.js';

const STATEMENT_STARTS: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'if', 'case', 'loop', 'while', 'declare', 'exit', 'goto', 'return', 'accept', 'requeue', 'delay', 'abort', 'raise',
  'select', 'null', '<<',
]); // biome-ignore format: a table

// biome-ignore format: a table
const DECLARATION_WORDS: readonly TokenKind[] = [
  'begin', 'end', 'entry', 'for', 'function', 'generic', 'overriding', 'package', 'pragma', 'private', 'procedure',
  'protected', 'subtype', 'task', 'type', 'use',
];

/** What may stand where not everything may. */
const ALLOWED: Partial<Record<Part, ReadonlySet<Declaration['kind']>>> = {
  task: new Set(['entry', 'pragma', 'attribute-clause', 'address-clause']),
  protected: new Set(['entry', 'subprogram', 'pragma', 'attribute-clause', 'address-clause']),
  'protected private': new Set([
    'entry',
    'subprogram',
    'object',
    'pragma',
    'attribute-clause',
    'address-clause',
  ]),
  'protected body': new Set([
    'entry-body', 'subprogram-body', 'subprogram', 'expression-function', 'null-procedure', 'pragma',
    'attribute-clause', 'stub',
  ]), // biome-ignore format: a table
};

const BODIES: ReadonlySet<Declaration['kind']> = new Set([
  'subprogram-body', 'package-body', 'task-body', 'protected-body', 'stub',
]); // biome-ignore format: a table

const PART_NAMES: Record<Part, string> = {
  package: 'the declaration of a package',
  body: 'a body',
  block: 'a block',
  expression: 'a declare expression',
  task: 'the declaration of a task',
  protected: 'the visible part of a protected unit',
  'protected private': 'the private part of a protected unit',
  'protected body': 'a protected body',
};

export abstract class DeclarationParser extends TaskingParser {
  protected abstract subprogram(overriding: Overriding | undefined, start: number): Declaration;
  protected abstract package(): Declaration;
  protected abstract generic(): Declaration;

  /** Up to `begin`, `end` or `private`. */
  protected override declarations(part: Part): Declaration[] {
    const list: Declaration[] = [];
    while (!this.partEnds(part)) {
      const from = this.at;
      const read = this.guarded(() => {
        this.declaration(list, part);
        return true;
      });
      if (!read) this.recover(from);
    }
    return list;
  }

  private partEnds(part: Part): boolean {
    if (this.kind === 'end' || this.kind === 'end of file' || this.unitBegins()) return true;
    if (this.kind === 'begin')
      return part === 'body' || part === 'block' || part === 'expression' || part === 'task';
    if (this.kind === 'private' && this.dividesSomething()) return true;
    if (!this.statementStarts()) return false;
    if (part !== 'body' && part !== 'block') return false;
    this.wrongHere("'begin' is missing before the first statement", 'statements stand between begin and end');
    return true;
  }

  private statementStarts(): boolean {
    if (this.kind === 'for') return ['in', 'of', ':'].includes(this.peek(2));
    if (this.kind !== 'identifier') return STATEMENT_STARTS.has(this.kind);
    const next = this.peek();
    if (next === ':=' || next === '(' || next === '.' || next === ';') return true;
    return next === ':' && ['loop', 'while', 'declare', 'begin'].includes(this.peek(2));
  }

  protected override declaration(into: Declaration[], part: Part): void {
    const declaration = this.readDeclaration(part);
    if (declaration === undefined) return;
    const allowed = ALLOWED[part];
    if (allowed && !allowed.has(declaration.kind)) {
      this.illegal(declaration, `this cannot stand in ${PART_NAMES[part]}`, 'declare it outside');
    } else if (part === 'package' && BODIES.has(declaration.kind)) {
      this.illegal(
        { start: declaration.start, end: declaration.start + 1 },
        'a body stands in the declaration of a package',
        'it belongs into the package body',
      );
    }
    into.push(declaration);
  }

  private readDeclaration(part: Part): Declaration | undefined {
    const start = this.start;
    if (this.peek() === ':' && isReserved(this.kind)) {
      this.fail('a name is missing', `'${this.kind}' is a reserved word`);
    }
    switch (this.kind) {
      case 'identifier':
        return this.nameLed(part, start);
      case 'type':
        return this.typeDeclaration();
      case 'subtype':
        return this.subtypeDeclaration();
      case 'procedure':
      case 'function':
        return this.subprogram(undefined, start);
      case 'overriding':
      case 'not':
        return this.overridden(part, start);
      case 'package':
        return this.package();
      case 'generic':
        return this.generic();
      case 'task':
      case 'protected':
        return this.concurrentUnit();
      case 'entry':
        return this.entry(part, undefined, start);
      case 'use':
        return this.useClause();
      case 'for':
        return this.representation();
      case 'pragma':
        return this.pragma();
      case 'with':
        return this.fail("'with' stands only before a compilation unit");
      case 'begin':
        return this.misplacedBody(part);
      default:
        if (!STATEMENT_STARTS.has(this.kind)) return this.fail('a declaration is missing');
        return this.misplacedStatement(part);
    }
  }

  private misplacedStatement(part: Part): undefined {
    this.wrongHere(`a statement stands in ${PART_NAMES[part]}`, 'statements stand between begin and end');
    this.unlabelled([]);
  }

  /** The rest of a body whose head could not be read. */
  private misplacedBody(part: Part): undefined {
    if (this.brokenSyntax) this.keepSilent();
    else this.wrongHere(`statements stand in ${PART_NAMES[part]}`);
    const { at } = this;
    this.advance();
    this.open({
      key: '',
      name: '',
      nameNeeded: false,
      dividers: inBlock,
      at,
      what: 'body',
      body: 'subprogram',
    });
    this.handled('begin');
  }

  private nameLed(part: Part, start: number): Declaration | undefined {
    const next = this.peek();
    if (next !== ':' && next !== ',') {
      const meant = meantWord(this.keyAt()!, DECLARATION_WORDS);
      if (meant) {
        this.wrongHere(`'${this.shown()}' begins no declaration`, `did you mean '${meant}'?`);
        this.kinds[this.at] = meant;
        this.kind = meant;
        return meant === 'begin' || meant === 'end' || meant === 'private'
          ? undefined
          : this.readDeclaration(part);
      }
      if (this.statementStarts()) return this.misplacedStatement(part);
    }
    const names = this.identifiers('a name');
    this.expect(':', `after '${names[names.length - 1].name}'`);
    return this.nameDeclared(names, start);
  }

  /** After the colon. */
  private nameDeclared(names: readonly Identifier[], start: number): Declaration {
    const [name] = names;
    if (this.kind === 'exception') {
      this.advance();
      if (this.accept('renames')) {
        this.single(names);
        const renamed = this.name();
        const aspects = this.aspects();
        this.semicolon('this renaming');
        return { kind: 'exception-renaming', name, renamed, aspects, start, end: this.behind };
      }
      const aspects = this.aspects();
      this.semicolon('this exception');
      return { kind: 'exception', names, aspects, start, end: this.behind };
    }
    if (this.kind === 'constant' && this.peek() === ':=') {
      this.advance();
      this.advance();
      const value = this.expression();
      this.semicolon('this number');
      return { kind: 'number', names, value, start, end: this.behind };
    }
    if (this.accept('renames')) return this.objectRenaming(names, undefined, start);
    const object = this.objectDeclaration(names, start);
    if (this.kind === 'renames') {
      this.advance();
      const { type } = object;
      return this.objectRenaming(names, type.kind === 'array' ? undefined : type, start);
    }
    const aspects = object.aspects.length > 0 ? object.aspects : this.aspects();
    this.semicolon('this declaration');
    return { ...object, aspects, end: this.behind };
  }

  private objectRenaming(
    names: readonly Identifier[],
    type: Exclude<ObjectDeclaration['type'], { kind: 'array' }> | undefined,
    start: number,
  ): Declaration {
    this.single(names);
    const renamed = this.name();
    const aspects = this.aspects();
    this.semicolon('this renaming');
    return { kind: 'object-renaming', name: names[0], type, renamed, aspects, start, end: this.behind };
  }

  private single(names: readonly Identifier[]): void {
    if (names.length > 1) this.wrong(names[1], 'a renaming gives one name only');
  }

  /** After the colon, without the semicolon. */
  protected override objectDeclaration(names: readonly Identifier[], start: number): ObjectDeclaration {
    const aliased = this.accept('aliased');
    const constant = this.accept('constant');
    const type = this.kind === 'array' ? this.arrayType() : (this.accessType() ?? this.subtype());
    const initial = this.initial();
    const aspects = this.aspects();
    return { kind: 'object', names, aliased, constant, type, initial, aspects, start, end: this.behind };
  }

  private typeDeclaration(): TypeDeclaration {
    const start = this.start;
    this.advance();
    const name = this.declaredName('the name of the type');
    const discriminants = this.discriminants();
    if (this.kind === ';') {
      this.advance();
      const definition: IncompleteType = { kind: 'incomplete', tagged: false, start, end: this.behind };
      return { kind: 'type', name, discriminants, definition, aspects: [], start, end: this.behind };
    }
    this.expect('is', `after 'type ${name.name}'`);
    const definition = this.typeDefinition();
    const aspects = this.aspects();
    this.semicolon('this type');
    return { kind: 'type', name, discriminants, definition, aspects, start, end: this.behind };
  }

  private overridden(part: Part, start: number): Declaration {
    const overriding: Overriding = this.accept('not') ? 'not overriding' : 'overriding';
    this.expect('overriding', "after 'not'");
    if (this.kind === 'entry') return this.entry(part, overriding, start);
    if (this.kind !== 'procedure' && this.kind !== 'function') this.fail('a subprogram or entry is missing');
    return this.subprogram(overriding, start);
  }

  protected useClause(): UseClause {
    const start = this.start;
    this.advance();
    const all = this.accept('all');
    const of = this.kind === 'type' ? (all ? 'all type' : 'type') : 'package';
    if (of !== 'package') this.advance();
    else if (all) this.fail("'type' is missing after 'use all'");
    const names = [this.mark('a name')];
    while (this.accept(',')) names.push(this.mark('a name'));
    this.semicolon("'use'");
    return { kind: 'use', of, names, start, end: this.behind };
  }
}
