/** Subprograms and packages: declarations, bodies, renamings, instances and stubs. */
import type {
  Aspect,
  BodyStub,
  Declaration,
  Expression,
  Identifier,
  Instance,
  Overriding,
  SubprogramSpecification,
  UnitName,
} from '../syntax/index.js';
import type { TokenKind } from '../words.js';
import { inBlock } from './control.js';
import { GenericParser } from './generic.js';

const inPackage: ReadonlySet<TokenKind> = new Set<TokenKind>(['private']);

export abstract class ProgramUnitParser extends GenericParser {
  protected override subprogram(overriding: Overriding | undefined, start: number): Declaration {
    const { at } = this;
    const { of } = this.subprogramKind();
    if (this.instanceFollows()) return this.subprogramInstance(of, overriding, start);
    const specification = this.specification();
    const aspects = this.aspects();
    if (this.kind === ';') {
      this.advance();
      return this.subprogramDeclaration(overriding, specification, aspects, start);
    }
    if (this.accept('renames')) {
      const renamed = this.name();
      const more = this.aspects();
      this.semicolon('this renaming');
      return {
        kind: 'subprogram-renaming', overriding, specification, renamed, aspects: [...aspects, ...more], start,
        end: this.behind,
      }; // biome-ignore format: one thought
    }
    const { name } = specification;
    const hasBody =
      this.kind === 'is' || this.misspelt('is') || this.kind === 'begin' || this.endsAhead(name.key, of);
    if (!hasBody) {
      this.semicolon(`the declaration of '${name.name.name}'`);
      return this.subprogramDeclaration(overriding, specification, aspects, start);
    }
    this.expect('is', `after '${of} ${name.name.name}'`);
    return this.completion(overriding, specification, aspects, start, at);
  }

  private subprogramKind(): { of: 'procedure' | 'function' } {
    return { of: this.kind === 'procedure' ? 'procedure' : 'function' };
  }

  private subprogramDeclaration(
    overriding: Overriding | undefined,
    specification: SubprogramSpecification,
    aspects: readonly Aspect[],
    start: number,
    abstract = false,
  ): Declaration {
    return { kind: 'subprogram', overriding, specification, abstract, aspects, start, end: this.behind };
  }

  /** What follows `is` of a subprogram. */
  private completion(
    overriding: Overriding | undefined,
    specification: SubprogramSpecification,
    before: readonly Aspect[],
    start: number,
    at: number,
  ): Declaration {
    const { name, of } = specification;
    switch (this.kind) {
      case 'abstract': {
        this.advance();
        const aspects = this.finish(before);
        return this.subprogramDeclaration(overriding, specification, aspects, start, true);
      }
      case 'null': {
        if (of === 'function') this.wrongHere('a function cannot be null', 'it has to return a value');
        if (this.peek() !== ';' && this.peek() !== 'with') break;
        this.advance();
        const aspects = this.finish(before);
        return { kind: 'null-procedure', overriding, specification, aspects, start, end: this.behind };
      }
      case 'separate': {
        this.advance();
        const aspects = this.finish(before);
        return {
          kind: 'stub',
          of: 'subprogram',
          name: name.name,
          specification,
          aspects,
          start,
          end: this.behind,
        };
      }
      case '(':
      case '[': {
        if (of === 'procedure') this.wrongHere('only a function can be an expression');
        const value: Expression = this.parenthesized();
        const aspects = this.finish(before);
        return {
          kind: 'expression-function',
          overriding,
          specification,
          value,
          aspects,
          start,
          end: this.behind,
        };
      }
    }
    const { declarations, block } = this.body(name.key, written(name), at, of, 'subprogram');
    const aspects = before;
    return {
      kind: 'subprogram-body', overriding, specification, declarations, block, aspects, start, end: this.behind,
    }; // biome-ignore format: one thought
  }

  /** More aspects and the semicolon. */
  private finish(before: readonly Aspect[]): readonly Aspect[] {
    const aspects = [...before, ...this.aspects()];
    this.semicolon('this declaration');
    return aspects;
  }

  /** At `procedure` or `function`: is it `procedure P is new …`? */
  private instanceFollows(): boolean {
    let distance = 2;
    while (this.peek(distance) === '.') distance += 2;
    return this.peek(distance) === 'is' && this.peek(distance + 1) === 'new';
  }

  private subprogramInstance(
    of: 'procedure' | 'function',
    overriding: Overriding | undefined,
    start: number,
  ): Instance {
    this.advance();
    const name = this.unitName(`the name of the ${of}`, of === 'function');
    this.advance();
    return this.instance(of, name, overriding, start);
  }

  protected override package(): Declaration {
    const start = this.start;
    const { at } = this;
    this.advance();
    if (this.accept('body')) return this.packageBody(start, at);
    const name = this.unitName('the name of the package');
    const aspects = this.aspects();
    if (this.accept('renames')) {
      const renamed = this.name();
      const more = this.finish(aspects);
      return { kind: 'package-renaming', name, renamed, aspects: more, start, end: this.behind };
    }
    this.expect('is', `after 'package ${written(name)}'`);
    if (this.kind === 'new') return this.instance('package', name, undefined, start);
    return this.packageRest(name, aspects, start, at);
  }

  protected override packageRest(name: UnitName, aspects: readonly Aspect[], start: number, at: number) {
    const { key } = name;
    const what = 'package';
    this.open({
      key,
      name: written(name),
      nameNeeded: false,
      dividers: inPackage,
      at,
      what,
      body: 'package',
    });
    const visible = this.declarations('package');
    let hidden: Declaration[] | undefined;
    if (this.accept('private')) {
      this.innermost!.dividers = new Set();
      hidden = this.declarations('package');
    }
    if (this.kind === 'begin')
      this.wrongHere('the declaration of a package has no statements', 'they belong into its body');
    this.close();
    return { kind: 'package' as const, name, visible, private: hidden, aspects, start, end: this.behind };
  }

  private packageBody(start: number, at: number): Declaration {
    const name = this.unitName('the name of the package');
    const aspects = this.aspects();
    this.expect('is', `after 'package body ${written(name)}'`);
    if (this.accept('separate')) {
      const more = this.finish(aspects);
      return { kind: 'stub', of: 'package', name: name.name, aspects: more, start, end: this.behind };
    }
    const { key } = name;
    const what = 'package body';
    this.open({ key, name: written(name), nameNeeded: false, dividers: inBlock, at, what, body: 'package' });
    const declarations = this.declarations('body');
    if (this.kind !== 'begin') {
      this.close();
      return { kind: 'package-body', name, declarations, block: undefined, aspects, start, end: this.behind };
    }
    this.advance();
    const block = this.withLabels(false, () => this.handled('begin'));
    return { kind: 'package-body', name, declarations, block, aspects, start, end: this.behind };
  }

  protected override stub(of: 'task' | 'protected', name: Identifier, start: number): BodyStub {
    this.advance();
    const aspects = this.finish([]);
    return { kind: 'stub', of, name, aspects, start, end: this.behind };
  }
}

function written({ parents, name }: UnitName): string {
  return [...parents, name].map((part) => part.name).join('.');
}
