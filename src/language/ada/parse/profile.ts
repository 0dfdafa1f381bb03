/** Parameters, discriminants, the names of units, aspects and pragmas. */
import type {
  AccessTarget,
  AccessType,
  Aspect,
  Association,
  Discriminant,
  Discriminants,
  Expression,
  Identifier,
  Parameter,
  Pragma,
  SubprogramSpecification,
  SubtypeIndication,
  UnitName,
} from '../syntax/index.js';
import { StructureParser } from './structure.js';

const NO_ASPECTS: readonly Aspect[] = [];
const NO_PARAMETERS: readonly Parameter[] = [];

export abstract class ProfileParser extends StructureParser {
  protected identifiers(what: string): Identifier[] {
    const names = [this.identifier(what)];
    while (this.accept(',')) names.push(this.identifier(what));
    return names;
  }

  /** `Parent.Child`, or an operator where functions may be declared. */
  protected unitName(what: string, operator = false): UnitName {
    const start = this.start;
    if (operator && this.kind === 'string') {
      const name = this.operatorSymbol();
      return { parents: [], name, key: name.key, start, end: this.behind };
    }
    const parents: Identifier[] = [];
    let name = this.declaredName(what);
    let { key } = name;
    while (this.accept('.')) {
      parents.push(name);
      if (operator && this.is('string')) {
        const symbol = this.operatorSymbol();
        return { parents, name: symbol, key: `${key}.${symbol.key}`, start, end: this.behind };
      }
      name = this.identifier(`${what} after '.'`);
      key += `.${name.key}`;
    }
    return { parents, name, key, start, end: this.behind };
  }

  /** `procedure P (X : T)` or `function F return T`. */
  protected specification(): SubprogramSpecification {
    const start = this.start;
    const of = this.kind === 'procedure' ? 'procedure' : 'function';
    this.advance();
    const name = this.unitName(`the name of the ${of}`, of === 'function');
    const parameters = this.parameters();
    const result = of === 'function' ? this.result() : undefined;
    if (of === 'procedure' && this.kind === 'return') {
      this.wrongHere('a procedure returns no value', "write 'function' for 'procedure'");
      this.result();
    }
    return { kind: 'specification', of, name, parameters, result, start, end: this.behind };
  }

  private result(): SubtypeIndication | AccessType {
    const missing = this.kind !== 'return' && !this.misspelt('return');
    this.expect('return', 'in this function', 'a function says which type it returns');
    if (!missing || this.kind === 'identifier') return this.parameterType();
    const mark = this.declaredName('the type of the result');
    return { kind: 'subtype', notNull: false, mark, constraint: undefined, start: mark.start, end: mark.end };
  }

  protected parameters(): readonly Parameter[] {
    if (this.kind !== '(') return NO_PARAMETERS;
    this.advance();
    if (this.is(')')) this.fail('a parameter is missing', 'without parameters there are no parentheses');
    const list: Parameter[] = [];
    do {
      if (this.is(')')) {
        this.wrongHere("a parameter is missing after ';'", "the last parameter has no ';'");
        break;
      }
      const parameter = this.guarded(() => this.parameter());
      if (parameter) list.push(parameter);
      else this.skipTo([')', ';']);
      if (this.is(',')) this.wrongHere("parameters are separated by ';'", "write ';' for ','");
    } while (this.accept(';') || this.accept(','));
    this.closeParenthesis('after the parameters');
    return list;
  }

  private parameter(): Parameter {
    const start = this.start;
    const names = this.identifiers('the name of a parameter');
    this.expect(':', 'after the name of the parameter');
    const aliased = this.accept('aliased');
    const mode = this.mode();
    const type = this.parameterType();
    if (type.kind === 'access' && mode !== 'in') {
      this.illegal(
        type,
        `a parameter of mode '${mode}' has a named type`,
        'leave out the mode or name an access type',
      );
    }
    const initial = this.initial();
    if (initial && mode !== 'in') {
      this.illegal(
        initial,
        `a parameter of mode '${mode}' has no default value`,
        "only those of mode 'in' have one",
      );
    }
    const aspects = this.aspects();
    return { kind: 'parameter', names, aliased, mode, type, initial, aspects, start, end: this.behind };
  }

  protected mode(): Parameter['mode'] {
    const isIn = this.accept('in');
    const isOut = this.accept('out');
    if (isOut && this.kind === 'in') this.fail("this mode is written 'in out'");
    return isOut ? (isIn ? 'in out' : 'out') : 'in';
  }

  protected parameterType(): SubtypeIndication | AccessType {
    return this.accessType() ?? this.bareSubtype('the type of the parameter');
  }

  /** `:= Value`, which may be misspelt `=`. */
  protected initial(): Expression | undefined {
    if (this.kind === '=') this.wrongHere("a value is given with ':='", "write ':=' for '='");
    else if (this.kind !== ':=') return undefined;
    this.advance();
    return this.expression();
  }

  /** `access T`, `not null access all T`, `access protected procedure (…)`; nothing where it is none. */
  protected accessType(): AccessType | undefined {
    const start = this.start;
    const notNull = this.kind === 'not' && this.peek() === 'null' && this.peek(2) === 'access';
    if (!notNull && this.kind !== 'access') return undefined;
    if (notNull) this.notNull();
    this.advance();
    this.deeper();
    const target = this.accessTarget();
    this.shallower();
    return { kind: 'access', notNull, target, start, end: this.behind };
  }

  private accessTarget(): AccessTarget {
    const isProtected = this.accept('protected');
    if (this.kind === 'procedure' || this.kind === 'function') {
      const isFunction = this.kind === 'function';
      this.advance();
      const parameters = this.parameters();
      const result = isFunction ? this.result() : undefined;
      return { kind: 'subprogram', protected: isProtected, parameters, result };
    }
    if (isProtected) this.fail("'procedure' or 'function' is missing after 'protected'");
    const mode = this.kind === 'all' || this.kind === 'constant' ? this.kind : undefined;
    if (mode) this.advance();
    return { kind: 'object', mode, subtype: this.subtype() };
  }

  protected discriminants(): Discriminants | undefined {
    if (this.kind !== '(') return undefined;
    this.advance();
    if (this.accept('<>')) {
      this.expect(')', "after '<>'");
      return { unknown: true, list: [] };
    }
    const list: Discriminant[] = [];
    do {
      const discriminant = this.guarded(() => this.discriminant());
      if (discriminant) list.push(discriminant);
      else this.skipTo([')', ';']);
    } while (this.accept(';'));
    this.closeParenthesis('after the discriminants');
    return { unknown: false, list };
  }

  private discriminant(): Discriminant {
    const start = this.start;
    const names = this.identifiers('the name of a discriminant');
    this.expect(':', 'after the name of the discriminant');
    const type = this.accessType() ?? this.bareSubtype('the type of the discriminant');
    const initial = this.initial();
    const aspects = this.aspects();
    return { kind: 'discriminant', names, type, initial, aspects, start, end: this.behind };
  }

  /** `with Mark => Definition, …` */
  protected aspects(): readonly Aspect[] {
    if (this.kind !== 'with') return NO_ASPECTS;
    this.advance();
    const list = [this.aspect()];
    while (this.accept(',')) list.push(this.aspect());
    return list;
  }

  private aspect(): Aspect {
    const start = this.start;
    const mark = this.identifier('the name of an aspect');
    let classWide = false;
    if (this.kind === "'") {
      this.advance();
      classWide = true;
      if (this.keyAt() !== 'class') this.fail("only 'Class can follow the name of an aspect");
      this.advance();
    }
    const definition = this.accept('=>') ? this.expression() : undefined;
    return { kind: 'aspect', mark, classWide, definition, start, end: this.behind };
  }

  protected pragma(): Pragma {
    const start = this.start;
    this.advance();
    const name =
      this.kind === 'interface' ? this.interfacePragma() : this.identifier('the name of the pragma');
    const list: readonly Association[] = this.kind === '(' ? this.arguments() : [];
    this.semicolon('this pragma');
    return { kind: 'pragma', name, arguments: list, start, end: this.behind };
  }

  /** Older than the reserved word. */
  private interfacePragma(): Identifier {
    const { start, end } = this.place();
    const name = this.shown();
    this.advance();
    return { kind: 'identifier', name, key: 'interface', start, end };
  }

  /** `and A and B` after an interface or parent. */
  protected moreInterfaces(list: Expression[]): Expression[] {
    while (this.accept('and')) list.push(this.mark('the name of an interface'));
    return list;
  }
}
