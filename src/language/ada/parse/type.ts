/** Type and subtype declarations, and representation clauses. */
import type {
  ArrayType,
  Component,
  ComponentClause,
  ComponentDeclaration,
  ComponentList,
  DerivedType,
  Designator,
  DiscreteRange,
  Expression,
  RepresentationClause,
  SubtypeDeclaration,
  TypeDefinition,
  UnconstrainedIndex,
  Variant,
  VariantPart,
} from '../syntax/index.js';
import type { TokenKind } from '../words.js';
import { SelectParser } from './select.js';

const inVariants: ReadonlySet<TokenKind> = new Set<TokenKind>(['when']);
const none: ReadonlySet<TokenKind> = new Set();

/** After the components; the later ones only where `end record` is missing. */
const ENDS_COMPONENTS: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'end', 'when', 'end of file', 'type', 'subtype', 'procedure', 'function', 'task', 'package', 'begin', 'private',
]); // biome-ignore format: a table

export abstract class TypeParser extends SelectParser {
  /** What follows `type T is`. */
  protected typeDefinition(): TypeDefinition {
    const start = this.start;
    switch (this.kind) {
      case '(':
        return this.enumeration();
      case 'range': {
        this.advance();
        const range = this.range();
        return { kind: 'integer-type', range, start, end: this.behind };
      }
      case 'mod': {
        this.advance();
        const modulus = this.simple();
        return { kind: 'modular', modulus, start, end: this.behind };
      }
      case 'digits': {
        this.advance();
        const digits = this.simple();
        const range = this.optionalRange();
        return { kind: 'floating', digits, range, start, end: this.behind };
      }
      case 'delta': {
        this.advance();
        const delta = this.simple();
        const digits = this.accept('digits') ? this.simple() : undefined;
        const range = this.optionalRange();
        return { kind: 'fixed', delta, digits, range, start, end: this.behind };
      }
      case 'array':
        return this.arrayType();
      case 'access':
      case 'not':
        return this.accessType() ?? this.fail("'null access' is missing after 'not'");
      default:
        return this.modifiedType(start);
    }
  }

  /** Records, private and derived types and interfaces, with the words before them. */
  private modifiedType(start: number): TypeDefinition {
    const abstract = this.accept('abstract');
    const tagged = this.accept('tagged');
    const form = this.interfaceForm();
    const limited = form === 'limited';
    switch (this.kind) {
      case 'interface': {
        this.advance();
        const parents = this.moreInterfaces([]);
        return { kind: 'interface', form, parents, start, end: this.behind };
      }
      case 'private':
        this.advance();
        return { kind: 'private', abstract, tagged, limited, start, end: this.behind };
      case 'new':
        return this.derived(start, abstract, form);
      case 'record':
      case 'null': {
        const components = this.record();
        return { kind: 'record', abstract, tagged, limited, components, start, end: this.behind };
      }
      default:
        if (tagged && this.kind === ';') return { kind: 'incomplete', tagged, start, end: this.behind };
        if (!this.misspelt('record')) return this.fail('the definition of the type is missing');
        this.wrongHere("'record' is misspelt", `write 'record' for '${this.shown()}'`);
        this.kinds[this.at] = 'record';
        this.kind = 'record';
        return this.modifiedType(start);
    }
  }

  private interfaceForm(): 'limited' | 'task' | 'protected' | 'synchronized' | undefined {
    const { kind } = this;
    if (kind !== 'limited' && kind !== 'task' && kind !== 'protected' && kind !== 'synchronized')
      return undefined;
    this.advance();
    return kind;
  }

  private derived(start: number, abstract: boolean, form: string | undefined): DerivedType {
    this.advance();
    const parent = this.subtype('the parent type');
    const interfaces = this.moreInterfaces([]);
    let extension: ComponentList | 'private' | undefined;
    if (
      this.kind === 'with' &&
      (this.peek() === 'private' || this.peek() === 'record' || this.peek() === 'null')
    ) {
      this.advance();
      extension = this.accept('private') ? 'private' : this.record();
    }
    const limited = form === 'limited';
    const synchronized = form === 'synchronized';
    return {
      kind: 'derived', abstract, limited, synchronized, parent, interfaces, extension, start, end: this.behind,
    }; // biome-ignore format: one thought
  }

  private enumeration(): TypeDefinition {
    const start = this.start;
    this.advance();
    const literals = [this.enumerationLiteral()];
    while (this.accept(',')) literals.push(this.enumerationLiteral());
    this.expect(')', 'after the literals');
    return { kind: 'enumeration', literals, start, end: this.behind };
  }

  private enumerationLiteral(): Designator {
    if (this.kind === 'character') return this.characterLiteral();
    return this.identifier('a literal');
  }

  protected arrayType(): ArrayType {
    const start = this.start;
    this.advance();
    this.expect('(', "after 'array'");
    const indices = [this.arrayIndex()];
    while (this.accept(',')) indices.push(this.arrayIndex());
    this.expect(')', 'after the indices');
    this.expect('of', "before the components' type");
    const component = this.component();
    return { kind: 'array', indices, component, start, end: this.behind };
  }

  private arrayIndex(): DiscreteRange | UnconstrainedIndex {
    const start = this.start;
    if (this.kind === 'identifier') {
      const from = this.at;
      const mark = this.mark('the type of the index');
      if (this.is('range') && this.peek() === '<>') {
        this.advance();
        this.advance();
        return { kind: 'unconstrained-index', mark, start, end: this.behind };
      }
      this.moveTo(from);
    }
    return this.discreteRange();
  }

  private component(): Component {
    const aliased = this.accept('aliased');
    return { aliased, type: this.accessType() ?? this.subtype() };
  }

  /** `null record`, or `record … end record` without its semicolon, since aspects may follow. */
  private record(): ComponentList {
    if (this.accept('null')) {
      this.expect('record', "after 'null'");
      return { items: [], variant: undefined };
    }
    this.open({ word: 'record', nameNeeded: false, dividers: none, at: this.at, what: 'record' });
    this.advance();
    const list = this.componentList();
    this.closeWithoutSemicolon();
    return list;
  }

  private componentList(): ComponentList {
    this.deeper();
    const items: ComponentList['items'][number][] = [];
    let variant: VariantPart | undefined;
    while (!variant && !ENDS_COMPONENTS.has(this.kind)) {
      const from = this.at;
      const read = this.guarded(() => {
        if (this.kind === 'case') variant = this.variantPart();
        else if (this.kind === 'null') {
          this.advance();
          this.semicolon("'null'");
        } else if (this.kind === 'pragma') items.push(this.pragma());
        else if (this.kind === 'for') items.push(this.representation());
        else items.push(this.componentDeclaration());
        return true;
      });
      if (!read) this.recover(from);
    }
    this.shallower();
    return { items, variant };
  }

  private componentDeclaration(): ComponentDeclaration {
    const start = this.start;
    const names = this.identifiers('a component');
    this.expect(':', 'after the name of the component');
    const { aliased, type } = this.component();
    const initial = this.initial();
    const aspects = this.aspects();
    this.semicolon('this component');
    return { kind: 'component', names, aliased, type, initial, aspects, start, end: this.behind };
  }

  private variantPart(): VariantPart {
    const start = this.start;
    this.open({ word: 'case', nameNeeded: false, dividers: inVariants, at: this.at, what: "'case'" });
    this.advance();
    const discriminant = this.name();
    this.expect('is', 'after the discriminant');
    const variants: Variant[] = [];
    while (this.kind === 'pragma') this.pragma();
    if (this.kind !== 'when') this.missing("'when' is missing after 'is'");
    while (this.kind === 'when') {
      const from = this.start;
      this.advance();
      const choices = this.choices();
      this.expect('=>', 'after the choices');
      const components = this.componentList();
      variants.push({ choices, components, start: from, end: this.behind });
    }
    this.close();
    return { kind: 'variant-part', discriminant, variants, start, end: this.behind };
  }

  protected subtypeDeclaration(): SubtypeDeclaration {
    const start = this.start;
    this.advance();
    const name = this.identifier('the name of the subtype');
    this.expect('is', 'after the name of the subtype');
    const subtype = this.subtype();
    const aspects = this.aspects();
    this.semicolon('this subtype');
    return { kind: 'subtype-declaration', name, subtype, aspects, start, end: this.behind };
  }

  /** `for X'Size use …;`, `for T use (…);`, `for T use record … end record;`, `for X use at …;` */
  protected representation(): RepresentationClause {
    const start = this.start;
    this.advance();
    const name = this.name();
    this.expect('use', 'in this representation clause');
    if (this.kind === 'record') return this.recordClause(start, name);
    if (this.accept('at')) {
      const address = this.expression();
      this.semicolon('this clause');
      return { kind: 'address-clause', name, address, start, end: this.behind };
    }
    const value = this.expression();
    this.semicolon('this clause');
    if (name.kind === 'attribute') {
      const { prefix, attribute } = name;
      return { kind: 'attribute-clause', name: prefix, attribute, value, start, end: this.behind };
    }
    if (value.kind !== 'aggregate') {
      this.wrong(value, "the values of the literals are missing after 'use'", 'write them in parentheses');
      return { kind: 'address-clause', name, address: value, start, end: this.behind };
    }
    return { kind: 'enumeration-clause', name, values: value, start, end: this.behind };
  }

  private recordClause(start: number, name: Expression): RepresentationClause {
    this.open({ word: 'record', nameNeeded: false, dividers: none, at: this.at, what: 'record' });
    this.advance();
    let alignment: Expression | undefined;
    if (this.accept('at')) {
      this.expect('mod', "after 'at'");
      alignment = this.expression();
      this.semicolon('the alignment');
    }
    const components: ComponentClause[] = [];
    while (this.kind === 'identifier' || this.kind === 'pragma') {
      if (this.kind === 'pragma') this.pragma();
      else components.push(this.componentClause());
    }
    this.close();
    return { kind: 'record-clause', name, alignment, components, start, end: this.behind };
  }

  private componentClause(): ComponentClause {
    const start = this.start;
    const name = this.name();
    this.expect('at', 'after the name of the component');
    const position = this.expression();
    this.expect('range', 'after the position');
    const from = this.start;
    const low = this.simple();
    this.expect('..', 'between the bits');
    const high = this.simple();
    const bits = { kind: 'range' as const, low, high, start: from, end: this.behind };
    this.semicolon('this component');
    return { name, position, bits, start, end: this.behind };
  }
}
