/** Declarations: variables, channels, fields of typedefs, parameters. */
import { ExpressionParser } from './parse-expression.js';
import { reach } from './sources.js';
import type { Declaration, Declared, Expression, FieldType, Initial, Name } from './syntax.js';

export const TYPES = new Set(['bit', 'bool', 'byte', 'short', 'int', 'unsigned', 'mtype', 'chan', 'pid']);
const VISIBILITIES = new Set(['hidden', 'show', 'local']);

export class DeclarationParser extends ExpressionParser {
  protected readonly typedefs = new Set<string>();

  /** Does a declaration begin here? A typedef's name followed by a colon is a label. */
  protected declarationStarts(): boolean {
    const { token } = this.cursor;
    if (token.kind !== 'name') return false;
    if (TYPES.has(token.text) || VISIBILITIES.has(token.text)) return true;
    return this.typedefs.has(token.text) && this.cursor.peek().kind === 'name';
  }

  protected declaration(): Declaration {
    const { cursor } = this;
    let visibility: Declaration['visibility'];
    while (VISIBILITIES.has(cursor.token.text)) visibility = cursor.take().text as 'hidden';
    const type = cursor.expectName('a type');
    if (!TYPES.has(type.text) && !this.typedefs.has(type.text)) {
      cursor.return(cursor.mark - 1);
      cursor.fail('a type is missing');
    }
    const set = type.text === 'mtype' && cursor.is(':') ? this.setName() : undefined;
    const variables = [this.declared()];
    // After a comma another type may begin: `byte a, chan b` in a list of parameters.
    while (cursor.is(',') && !this.typeFollows()) {
      cursor.take();
      variables.push(this.declared());
    }
    return { type: type.text, typeWhere: type, set, variables, visibility };
  }

  protected typeFollows(): boolean {
    const { text, kind } = this.cursor.peek();
    if (kind !== 'name') return false;
    return (
      TYPES.has(text) ||
      VISIBILITIES.has(text) ||
      (this.typedefs.has(text) && this.cursor.peek(2).kind === 'name')
    );
  }

  /** `:name` behind `mtype`. */
  protected setName(): Name {
    this.cursor.take();
    const name = this.cursor.expectName('the name of a set');
    return { name: name.text, where: name };
  }

  private declared(): Declared {
    const { cursor } = this;
    const mark = cursor.mark;
    const name = cursor.expectName('the name of a variable');
    if (TYPES.has(name.text)) {
      cursor.return(mark);
      cursor.fail('the name of a variable is missing');
    }
    let bits: number | undefined;
    let length: Expression | undefined;
    if (cursor.continues(':')) {
      cursor.take();
      const { token } = cursor;
      if (token.kind !== 'number') cursor.fail('the number of bits is missing');
      bits = cursor.take().value;
    } else if (cursor.continues('[')) {
      cursor.take();
      length = this.expression();
      cursor.expect(']', 'after the length of the array');
    }
    let initial: Initial | undefined;
    if (cursor.continues('=')) {
      cursor.take();
      initial = this.initial();
    }
    return { name: { name: name.text, where: name }, bits, length, initial, text: cursor.textSince(mark) };
  }

  private initial(): Initial {
    const { cursor } = this;
    const start = cursor.token;
    if (cursor.accept('{')) {
      const values = this.list();
      const close = cursor.expect('}', 'after the initial values');
      return { kind: 'list', values, where: reach(start, close) };
    }
    if (cursor.accept('[')) {
      const capacity = this.expression();
      cursor.expect(']', 'after the capacity of the channel');
      cursor.expect('of', 'in this channel');
      cursor.expect('{', 'before the fields of the channel');
      const fields = [this.fieldType()];
      while (cursor.accept(',')) fields.push(this.fieldType());
      const close = cursor.expect('}', 'after the fields of the channel');
      return { kind: 'channel', capacity, fields, where: reach(start, close) };
    }
    return { kind: 'value', value: this.expression() };
  }

  private fieldType(): FieldType {
    const { cursor } = this;
    const type = cursor.expectName('the type of a field');
    if (!TYPES.has(type.text) && !this.typedefs.has(type.text)) {
      this.problems.error('unknown-name', type, `there is no type ${type.text}`);
    }
    const set = type.text === 'mtype' && cursor.is(':') ? this.setName() : undefined;
    return { type: type.text, set, where: reach(type, cursor.last) };
  }
}
