/** The parts of a program: proctypes, claims, formulas, types and global declarations. */
import { Cursor, Mistake } from './cursor.js';
import { TYPES } from './parse-declaration.js';
import { KEYWORDS } from './parse-expression.js';
import { StatementParser } from './parse-statement.js';
import type { Problems } from './problems.js';
import type { Sources } from './sources.js';
import type { Declaration, Expression, Model, Name, Unit } from './syntax.js';
import type { Token } from './token.js';

const UNIT_STARTS = new Set([
  ...TYPES, 'active', 'proctype', 'D_proctype', 'init', 'never', 'ltl', 'trace', 'notrace', 'typedef', 'inline',
  'hidden', 'show', 'local', 'c_code', 'c_decl', 'c_state', 'c_track',
]); // biome-ignore format: a table

export function parse(tokens: Token[], sources: Sources, problems: Problems): Model {
  return new Parser(tokens, sources, problems).model();
}

class Parser extends StatementParser {
  private readonly units: Unit[] = [];

  constructor(
    tokens: Token[],
    private readonly sources: Sources,
    problems: Problems,
  ) {
    super(new Cursor(tokens, problems), proctypeNames(tokens));
  }

  model(): Model {
    const { cursor } = this;
    while (cursor.token.kind !== 'end') {
      const mark = cursor.mark;
      try {
        this.unit();
      } catch (mistake) {
        if (!(mistake instanceof Mistake)) throw mistake;
        cursor.parentheses = 0;
        if (cursor.mark === mark || !UNIT_STARTS.has(cursor.token.text)) cursor.skipUnit(UNIT_STARTS);
      }
    }
    return { units: this.units, remoteLabels: this.remoteLabels };
  }

  protected override lineOf(token: Token): number {
    return this.sources.span(token).line;
  }

  private unit(): void {
    const { cursor } = this;
    const { token } = cursor;
    if (cursor.accept(';') || cursor.accept('->')) return;
    switch (token.text) {
      case 'active':
      case 'proctype':
      case 'D_proctype':
        this.units.push(this.proctype());
        return;
      case 'init':
        this.units.push(this.init());
        return;
      case 'never':
        this.units.push(this.claim());
        return;
      case 'trace':
      case 'notrace': {
        cursor.take();
        const { body, end } = this.braced(`after ${token.text}`);
        this.units.push({ kind: 'trace', negated: token.text === 'notrace', body, where: token, end });
        return;
      }
      case 'ltl':
        this.units.push(this.ltl());
        return;
      case 'typedef':
        this.units.push(this.typedef());
        return;
      case 'inline':
        this.inline();
        return;
      case 'mtype': {
        const set = this.mtype();
        if (set) this.units.push(set);
        else this.globalDeclaration();
        return;
      }
      case 'c_code':
      case 'c_decl':
      case 'c_state':
      case 'c_track':
        this.embedded(token);
    }
    if (this.declarationStarts()) this.globalDeclaration();
    else if (token.kind === 'name' && cursor.peek().kind === 'name' && !KEYWORDS.has(token.text)) {
      this.problems.error(
        'unknown-name',
        token,
        `there is no type ${token.text}`,
        'a typedef comes before its use',
      );
      throw new Mistake();
    } else cursor.fail('a proctype or a declaration is missing');
  }

  private globalDeclaration(): void {
    this.units.push({ kind: 'declaration', declaration: this.declaration() });
    const { cursor } = this;
    const { token } = cursor;
    if (token.newline || token.kind === 'end' || cursor.is(';') || UNIT_STARTS.has(token.text)) return;
    cursor.fail("';' is missing after this declaration");
  }

  private proctype(): Unit {
    const { cursor } = this;
    const start = cursor.token;
    let active: Expression | 'one' | undefined;
    if (cursor.accept('active')) {
      active = 'one';
      if (cursor.accept('[')) {
        active = this.expression();
        cursor.expect(']', 'after the number of processes');
      }
    }
    if (!cursor.accept('proctype')) {
      const kind = cursor.expect('D_proctype', 'after active');
      this.problems.notice(
        'unsupported',
        kind,
        'D_proctype is read as proctype: its choices are not checked',
      );
    }
    const name = cursor.expectName('the name of the proctype');
    cursor.expect('(', 'after the name of the proctype');
    cursor.parentheses++;
    const parameters = this.parameters();
    cursor.parentheses--;
    cursor.expect(')', 'after the parameters');
    const priority = this.priority();
    let provided: Expression | undefined;
    if (cursor.accept('provided')) {
      cursor.expect('(', 'after provided');
      cursor.parentheses++;
      provided = this.expression();
      cursor.parentheses--;
      cursor.expect(')', 'after this condition');
    }
    const { body, end } = this.braced('before the body of the proctype');
    const called: Name = { name: name.text, where: name };
    return {
      kind: 'proctype',
      name: called,
      active,
      parameters,
      priority,
      provided,
      body,
      where: start,
      end,
    };
  }

  private priority(): Expression | undefined {
    return this.cursor.accept('priority') ? this.expression() : undefined;
  }

  private parameters(): Declaration[] {
    const { cursor } = this;
    const parameters: Declaration[] = [];
    while (cursor.accept(';'));
    while (!cursor.is(')') && cursor.token.kind !== 'end') {
      parameters.push(this.declaration());
      if (!cursor.accept(';') && !cursor.accept(',')) break;
      while (cursor.accept(';'));
    }
    return parameters;
  }

  private init(): Unit {
    const start = this.cursor.take();
    const priority = this.priority();
    const { body, end } = this.braced('after init');
    const name = { name: 'init', where: start };
    return { kind: 'proctype', name, active: 'one', parameters: [], priority, body, where: start, end };
  }

  private claim(): Unit {
    const { cursor } = this;
    const start = cursor.take();
    const name = cursor.token.kind === 'name' ? cursor.take() : undefined;
    const { body, end } = this.braced('after never');
    return { kind: 'never', name: name && { name: name.text, where: name }, body, where: start, end };
  }

  private ltl(): Unit {
    const { cursor } = this;
    const start = cursor.take();
    const name = cursor.token.kind === 'name' ? cursor.take() : undefined;
    cursor.expect('{', 'before the formula');
    const formula = this.readFormula();
    while (cursor.accept(';'));
    cursor.expect('}', 'after the formula');
    return { kind: 'ltl', name: name && { name: name.text, where: name }, formula, where: name ?? start };
  }

  private typedef(): Unit {
    const { cursor } = this;
    cursor.take();
    const name = cursor.expectName('the name of the type');
    cursor.expect('{', 'before the fields of the type');
    this.typedefs.add(name.text);
    const fields: Declaration[] = [];
    while (cursor.accept(';'));
    while (!cursor.is('}') && cursor.token.kind !== 'end') {
      fields.push(this.declaration());
      if (!cursor.is('}') && !cursor.is(';') && !cursor.token.newline) {
        cursor.fail("';' is missing between two fields");
      }
      while (cursor.accept(';'));
    }
    cursor.expect('}', 'after the fields of the type');
    return { kind: 'typedef', name: { name: name.text, where: name }, fields };
  }

  /** A set of symbolic names, or nothing where it is a declaration of variables. */
  private mtype(): Unit | undefined {
    const { cursor } = this;
    const named = cursor.peek().text === ':' && cursor.peek(3).text === '=';
    const sign = cursor.peek(named ? 3 : 1);
    const brace = sign.text === '=' ? cursor.peek(named ? 4 : 2) : sign;
    if (brace.text !== '{') return undefined;
    cursor.take();
    const set = named ? this.setName() : undefined;
    cursor.accept('=');
    cursor.expect('{', 'before the names');
    const names: Name[] = [];
    while (!cursor.is('}')) {
      if (cursor.accept(',')) continue;
      const name = cursor.expectName('a name');
      names.push({ name: name.text, where: name });
    }
    cursor.take();
    return { kind: 'mtype', set, names };
  }

  private inline(): void {
    const { cursor } = this;
    cursor.take();
    const name = cursor.expectName('the name of the inline');
    cursor.expect('(', 'after the name of the inline');
    const parameters: string[] = [];
    while (!cursor.is(')')) {
      parameters.push(cursor.expectName('the name of a parameter').text);
      if (!cursor.accept(',')) break;
    }
    cursor.expect(')', 'after the parameters');
    const mark = cursor.mark;
    const open = cursor.expect('{', 'before the body of the inline');
    for (let braces = 1; braces > 0; ) {
      if (cursor.token.kind === 'end') {
        this.problems.error('syntax', open, `the body of inline ${name.text} is not closed`, "add '}'");
        throw new Mistake();
      }
      if (cursor.is('{')) braces++;
      if (cursor.is('}')) braces--;
      cursor.take();
    }
    const body = cursor.tokensSince(mark);
    this.inlines.set(name.text, { name: { name: name.text, where: name }, parameters, body });
  }
}

/** A name followed by a colon or an at-sign may speak of a process only if it is the name of a proctype. */
function proctypeNames(tokens: Token[]): Set<string> {
  const names = new Set<string>(['init']);
  tokens.forEach((token, i) => {
    const before = tokens[i - 1]?.text;
    if (token.kind === 'name' && (before === 'proctype' || before === 'D_proctype')) names.add(token.text);
  });
  return names;
}
