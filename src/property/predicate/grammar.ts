/**
 * The one grammar of predicates and formulas. From loosest to tightest:
 *
 *     ? :        <->        ->        ||        &&        U V W        |        ^        &
 *     == !=      < <= > >=      << >>      + -      * / %      ! - ~      a[i] r.f p:x p@l
 *
 * These are Promela's levels. `[]`, `<>` and `X` bind as tightly as `!`, except that a comparison
 * after them belongs to them: `[] x > 3` is `[] (x > 3)`, as the other reading has no meaning.
 * Chains of `->` and of U, V, W group from the right; SPIN groups them from the left and has `->`
 * and `<->` on one level, which `grouping: 'left'` asks for. Where the two differ a notice says how
 * the text was read.
 */
import type { Diagnostic } from '../../model/diagnostic.js';
import type { SourceText } from '../../model/source.js';
import { Mistake, MOST_LEVELS, shorten, TokenCursor } from './cursor.js';
import {
  ambiguity,
  binarySign,
  binaryWord,
  COMPARISON,
  EQUIVALENT,
  IMPLIES,
  type Level,
  UNTIL,
  unaryWord,
} from './operator.js';
import type { Argument, BinarySign, Term, UnarySign } from './term.js';

export interface GrammarOptions {
  start?: number;
  end?: number;
  temporal: boolean;
  grouping?: 'left' | 'right';
  /** Is this the name of a process or process type? Decides what a colon after it means. */
  isProcess(name: string): boolean;
}

/** A chain such as `a && b && …` is nested too, but only for those who walk the result. */
const MOST_LINKS = 500;

export function parseTerm(
  source: SourceText,
  options: GrammarOptions,
): { term?: Term; diagnostics: Diagnostic[] } {
  const parser = new Parser(source, options);
  try {
    const term = parser.whole();
    return { term, diagnostics: parser.notices() };
  } catch (mistake) {
    if (mistake instanceof Mistake) return { diagnostics: [mistake.diagnostic] };
    throw mistake;
  }
}

class Parser extends TokenCursor {
  private readonly doubts = new Map<string, { left: Term; right: Term }>();

  constructor(
    source: SourceText,
    private readonly options: GrammarOptions,
  ) {
    super(source, options.start ?? 0, options.end ?? source.text.length);
  }

  whole(): Term {
    const term = this.expression();
    if (this.token.kind !== 'end') this.unexpected('the end, or an operator', this.temporalHint());
    return term;
  }

  private expression(): Term {
    this.descend();
    let term = this.operators(EQUIVALENT);
    if (this.isSign('?')) {
      this.advance();
      term = this.otherwise(term, this.expression());
    }
    this.ascend();
    return term;
  }

  private otherwise(test: Term, whenTrue: Term): Term {
    this.expect(':');
    const whenFalse = this.expression();
    const parts = { test, whenTrue, whenFalse };
    return this.node(test.start, whenFalse.end, { kind: 'conditional', ...parts }, [
      test,
      whenTrue,
      whenFalse,
    ]);
  }

  /** Operators of this level and tighter ones. */
  private operators(least: number): Term {
    let left = this.prefixed();
    for (;;) {
      const operator = this.binaryOperator();
      if (operator === undefined || operator.level < least) return left;
      this.advance();
      this.descend();
      const right = this.operators(this.fromRight(operator.level) ? operator.level : operator.level + 1);
      this.ascend();
      left = this.joined(operator.sign, left, right);
    }
  }

  private joined(operator: BinarySign, left: Term, right: Term): Term {
    this.noticeGrouping(operator, left, right);
    return this.node(left.start, right.end, { kind: 'binary', operator, left, right }, [left, right]);
  }

  private binaryOperator(): Level | undefined {
    const { kind, text } = this.token;
    let found: Level | undefined;
    if (kind === 'sign') found = binarySign(text);
    else if (kind === 'name' && this.options.temporal) found = binaryWord(text);
    if (found?.level === EQUIVALENT && this.options.grouping === 'left') return { ...found, level: IMPLIES };
    return found;
  }

  private fromRight(level: number): boolean {
    return this.options.grouping !== 'left' && (level === IMPLIES || level === UNTIL);
  }

  private prefixed(): Term {
    const { start } = this.token;
    const operator = this.unaryOperator();
    if (operator === undefined) return this.postfixed();
    this.advance();
    this.descend();
    const temporal = operator === '[]' || operator === '<>' || operator === 'X';
    const operand = temporal ? this.operators(COMPARISON) : this.prefixed();
    this.ascend();
    return this.node(start, operand.end, { kind: 'unary', operator, operand }, [operand]);
  }

  private unaryOperator(): UnarySign | undefined {
    const { kind, text } = this.token;
    if (kind === 'sign') {
      if (text === '!' || text === '-' || text === '~') return text;
      return this.options.temporal && (text === '[]' || text === '<>') ? text : undefined;
    }
    if (kind !== 'name' || !this.options.temporal) return undefined;
    const operator = unaryWord(text);
    if (operator === undefined) return undefined;
    const next = this.peek();
    if (next.kind === 'end') return undefined;
    return next.kind !== 'sign' || ['(', '!', '~', '[]', '<>'].includes(next.text) ? operator : undefined;
  }

  private postfixed(): Term {
    let term = this.primary();
    for (;;) {
      if (this.isSign('[')) {
        this.advance();
        const index = this.expression();
        const { end } = this.token;
        this.expect(']');
        term = this.node(term.start, end, { kind: 'index', base: term, index }, [term, index]);
      } else if (this.isSign('.') && term.kind !== 'number') {
        this.advance();
        const { text, end, kind } = this.token;
        if (kind !== 'name' && kind !== 'number') this.unexpected('the name of a field');
        this.advance();
        term = this.node(term.start, end, { kind: 'field', base: term, name: text }, [term]);
      } else if (this.isSign('@')) {
        this.advance();
        const { text, start, end, kind } = this.token;
        if (kind !== 'name' && kind !== 'quoted') this.unexpected('the name of a location');
        this.advance();
        const place = { location: text, locationStart: start };
        return this.node(term.start, end, { kind: 'location', process: term, ...place }, [term]);
      } else if (this.isSign(':') && this.namesProcess(term)) {
        this.advance();
        this.descend();
        const variable = this.postfixed();
        this.ascend();
        return this.node(term.start, variable.end, { kind: 'remote', process: term, variable }, [
          term,
          variable,
        ]);
      } else return term;
    }
  }

  private namesProcess(term: Term): boolean {
    if (term.kind === 'name') return this.options.isProcess(term.name);
    return term.kind === 'index' && term.base.kind === 'name' && this.options.isProcess(term.base.name);
  }

  private primary(): Term {
    const { kind, text, start, end } = this.token;
    if (kind === 'number') {
      this.advance();
      return this.node(start, end, { kind: 'number', value: Number(text) }, []);
    }
    if (kind === 'name' || kind === 'quoted') {
      const quoted = kind === 'quoted';
      this.advance();
      if (!quoted && (text === 'true' || text === 'false')) {
        return this.node(start, end, { kind: 'truth', value: text === 'true' }, []);
      }
      if (this.isSign('(')) return this.call(text, quoted, start);
      return this.node(start, end, { kind: 'name', name: text, quoted }, []);
    }
    if (!this.isSign('(')) this.unexpected('a name, a number or a parenthesis', this.temporalHint());
    this.advance();
    let inside = this.expression();
    // Promela's conditional: ( test -> one : other )
    if (this.isSign(':') && inside.kind === 'binary' && inside.operator === '->' && !inside.grouped) {
      inside = this.otherwise(inside.left, inside.right);
    }
    const close = this.token.end;
    this.expect(')');
    return { ...inside, start, end: close, grouped: true };
  }

  private call(name: string, quoted: boolean, start: number): Term {
    this.expect('(');
    const list: Argument[] = [];
    while (!this.isSign(')')) {
      if (list.length > 0) this.expect(',');
      list.push(this.argument());
    }
    const { end } = this.token;
    this.expect(')');
    const terms = list.flatMap((argument) => (argument.kind === 'term' ? [argument.term] : []));
    return this.node(start, end, { kind: 'call', name, quoted, arguments: list }, terms);
  }

  private argument(): Argument {
    const { kind, text, start, end } = this.token;
    if ((kind === 'name' && text === '_') || (kind === 'sign' && text === '*')) {
      this.advance();
      return { kind: 'any', start, end };
    }
    const term = this.expression();
    if (!this.isSign('..')) return { kind: 'term', term, start: term.start, end: term.end };
    this.advance();
    const high = this.expression();
    const from = integerOf(term);
    const to = integerOf(high);
    if (from === undefined || to === undefined) {
      this.fail('syntax', 'a range of arguments goes from a number to a number', start, high.end);
    }
    return { kind: 'range', low: from, high: to, start, end: high.end };
  }

  private temporalHint(): string | undefined {
    if (this.options.temporal) return undefined;
    const { kind, text } = this.token;
    const temporal = kind === 'sign' ? text === '[]' || text === '<>' : binaryWord(text)?.level === UNTIL;
    return temporal ? 'temporal operators belong in an ltl property' : undefined;
  }

  private noticeGrouping(operator: BinarySign, left: Term, right: Term): void {
    const reason = this.options.grouping === 'left' ? undefined : ambiguity(operator, left, right);
    if (reason === undefined) return;
    const known = this.doubts.get(reason);
    if (known === undefined || (left.start <= known.left.start && right.end >= known.right.end)) {
      this.doubts.set(reason, { left, right });
    }
  }

  /** One notice for each kind of doubt, about the widest place where it arises. */
  notices(): Diagnostic[] {
    const { text } = this.source;
    const apart = (term: Term) => {
      const own = text.slice(term.start, term.end);
      return (term.kind === 'binary' || term.kind === 'unary') && !term.grouped ? `(${own})` : own;
    };
    return [...this.doubts].map(([reason, { left, right }]) => ({
      code: 'syntax',
      severity: 'notice',
      message: `${reason}: read as ${shorten(apart(left) + text.slice(left.end, right.start) + apart(right))}`,
      span: this.span(left.start, right.end),
      hint: 'parentheses make the meaning plain',
    }));
  }

  private node<Body>(
    start: number,
    end: number,
    body: Body,
    children: Term[],
  ): Body & {
    start: number;
    end: number;
    depth: number;
  } {
    const depth = 1 + children.reduce((most, child) => Math.max(most, child.depth), 0);
    if (depth > (this.options.temporal ? MOST_LEVELS : MOST_LINKS)) this.tooDeep(end);
    return { start, end, depth, ...body };
  }
}

function integerOf(term: Term): number | undefined {
  if (term.kind === 'number') return term.value;
  if (term.kind === 'unary' && term.operator === '-' && term.operand.kind === 'number')
    return -term.operand.value;
  return undefined;
}
