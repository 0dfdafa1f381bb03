/** Generic units, their formal parameters, and instances. */
import type {
  Aspect,
  Association,
  Declaration,
  Expression,
  FormalPackage,
  FormalScalar,
  FormalSubprogram,
  GenericDeclaration,
  GenericFormal,
  GenericRenaming,
  Instance,
  Overriding,
  PackageDeclaration,
  UnitName,
} from '../syntax/index.js';
import { DeclarationParser } from './declaration.js';

export abstract class GenericParser extends DeclarationParser {
  protected abstract packageRest(
    name: UnitName,
    aspects: readonly Aspect[],
    start: number,
    at: number,
  ): PackageDeclaration;

  /** After `is`: `new G (…);` */
  protected instance(
    of: Instance['of'],
    name: UnitName,
    overriding: Overriding | undefined,
    start: number,
  ): Instance {
    this.advance();
    const generic = this.mark('the name of the generic unit');
    const list: readonly Association[] = this.kind === '(' ? this.arguments() : [];
    const aspects = this.aspects();
    this.semicolon('this instance');
    return {
      kind: 'instance',
      of,
      overriding,
      name,
      generic,
      arguments: list,
      aspects,
      start,
      end: this.behind,
    };
  }

  protected override generic(): Declaration {
    const start = this.start;
    this.advance();
    if (
      (this.kind === 'package' || this.kind === 'procedure' || this.kind === 'function') &&
      this.renamingFollows()
    ) {
      return this.genericRenaming(this.kind, start);
    }
    const formals: GenericFormal[] = [];
    while (this.kind !== 'package' && this.kind !== 'procedure' && this.kind !== 'function') {
      const from = this.at;
      const read = this.guarded(() => {
        formals.push(this.formal());
        return true;
      });
      if (!read) this.recover(from);
      if (this.at === from || this.kind === 'end of file')
        this.fail("'package', 'procedure' or 'function' is missing after 'generic'");
    }
    return this.genericUnit(formals, start);
  }

  private genericUnit(formals: GenericFormal[], start: number): GenericDeclaration {
    const from = this.start;
    const { at } = this;
    if (this.accept('package')) {
      const name = this.unitName('the name of the package');
      const aspects = this.aspects();
      this.expect('is', `after 'package ${name.name.name}'`);
      const unit = this.packageRest(name, aspects, from, at);
      return { kind: 'generic', formals, unit, start, end: this.behind };
    }
    const specification = this.specification();
    const aspects = this.aspects();
    if (this.kind === 'is')
      this.fail(
        'the body stands directly after the generic',
        "first declare it, then write the body without 'generic'",
      );
    this.semicolon('this declaration');
    const end = this.behind;
    const unit = {
      kind: 'subprogram' as const,
      overriding: undefined,
      specification,
      abstract: false,
      aspects,
    };
    return { kind: 'generic', formals, unit: { ...unit, start: from, end }, start, end };
  }

  private renamingFollows(): boolean {
    let distance = 2;
    while (this.peek(distance) === '.') distance += 2;
    return this.peek(distance) === 'renames';
  }

  private genericRenaming(of: GenericRenaming['of'], start: number): GenericRenaming {
    this.advance();
    const name = this.unitName('the new name', of === 'function');
    this.advance();
    const renamed = this.mark('the name of a generic unit');
    const aspects = this.aspects();
    this.semicolon('this renaming');
    return { kind: 'generic-renaming', of, name, renamed, aspects, start, end: this.behind };
  }

  private formal(): GenericFormal {
    switch (this.kind) {
      case 'type':
        return this.formalType();
      case 'with':
        if (this.peek() === 'package') return this.formalPackage();
        if (this.peek() === 'procedure' || this.peek() === 'function') return this.formalSubprogram();
        return this.fail("'procedure', 'function' or 'package' is missing after 'with'");
      case 'use':
        return this.useClause();
      case 'pragma':
        return this.pragma();
      default:
        return this.formalObject();
    }
  }

  private formalObject(): GenericFormal {
    const start = this.start;
    const names = this.identifiers('a formal parameter');
    this.expect(':', 'after the name of the formal parameter');
    const mode = this.mode();
    const type = this.parameterType();
    const initial = this.initial();
    const aspects = this.aspects();
    this.semicolon('this formal parameter');
    return { kind: 'formal-object', names, mode, type, initial, aspects, start, end: this.behind };
  }

  private formalType(): GenericFormal {
    const start = this.start;
    this.advance();
    const name = this.identifier('the name of the type');
    const discriminants = this.discriminants();
    let definition: Extract<GenericFormal, { kind: 'formal-type' }>['definition'];
    if (this.kind === ';') definition = { kind: 'incomplete', tagged: false, start, end: this.behind };
    else {
      this.expect('is', `after 'type ${name.name}'`);
      definition = this.formalScalar() ?? this.typeDefinition();
    }
    let preset: Expression | undefined;
    if (this.kind === 'or' && this.peek() === 'use') {
      this.advance();
      this.advance();
      preset = this.mark('the name of a type');
    }
    const aspects = this.aspects();
    this.semicolon('this formal type');
    return { kind: 'formal-type', name, discriminants, definition, preset, aspects, start, end: this.behind };
  }

  /** `(<>)`, `range <>` and so on; nothing where it is another type. */
  private formalScalar(): FormalScalar | undefined {
    const start = this.start;
    let found: FormalScalar['class'];
    if (this.kind === '(' && this.peek() === '<>') {
      found = 'discrete';
      this.advance();
      this.advance();
      this.expect(')', "after '<>'");
      return { kind: 'formal-scalar', class: found, start, end: this.behind };
    }
    if (this.peek() !== '<>') return undefined;
    if (this.kind === 'range') found = 'integer';
    else if (this.kind === 'mod') found = 'modular';
    else if (this.kind === 'digits') found = 'floating';
    else if (this.kind === 'delta') found = 'fixed';
    else return undefined;
    this.advance();
    this.advance();
    if (found === 'fixed' && this.is('digits')) {
      this.advance();
      this.expect('<>', "after 'digits'");
      found = 'decimal';
    }
    return { kind: 'formal-scalar', class: found, start, end: this.behind };
  }

  private formalSubprogram(): FormalSubprogram {
    const start = this.start;
    this.advance();
    const specification = this.specification();
    let abstract = false;
    let preset: FormalSubprogram['preset'];
    if (this.accept('is')) {
      abstract = this.accept('abstract');
      if (this.accept('<>')) preset = 'box';
      else if (this.accept('null')) preset = 'null';
      else if (this.kind === 'identifier' || this.kind === 'string') preset = this.name();
      else if (!abstract) this.fail("'<>', 'null' or a name is missing after 'is'");
    }
    const aspects = this.aspects();
    this.semicolon('this formal subprogram');
    return { kind: 'formal-subprogram', specification, abstract, preset, aspects, start, end: this.behind };
  }

  private formalPackage(): FormalPackage {
    const start = this.start;
    this.advance();
    this.advance();
    const name = this.identifier('the name of the package');
    this.expect('is', 'after the name of the package');
    this.expect('new', 'in this formal package');
    const generic = this.mark('the name of the generic package');
    let box = false;
    let list: readonly Association[] = [];
    if (this.kind === '(') {
      box = this.peek() === '<>' && this.peek(2) === ')';
      list = this.arguments();
      if (box) list = [];
    }
    const aspects = this.aspects();
    this.semicolon('this formal package');
    return { kind: 'formal-package', name, generic, box, arguments: list, aspects, start, end: this.behind };
  }
}
