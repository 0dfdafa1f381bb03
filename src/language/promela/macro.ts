/**
 * Macros and their expansion. What a macro's own words give stands where the macro was written; its
 * arguments keep the places they came from. A macro is not expanded inside itself, and the number of
 * words that expansion may produce is bounded.
 */
import type { Problems } from './problems.js';
import { type Paint, type Token, textOf } from './token.js';

export interface Macro {
  name: string;
  /** Absent for a macro without parentheses. */
  parameters?: string[];
  body: Token[];
}

const MOST_WORDS = 500_000;
const DEEPEST_MACRO = 500;
const DEEPEST = 200;

/** Words to come: those of the file, and in front of them what expansion puts there. */
export class Pending {
  private readonly stack: { tokens: Token[]; next: number }[] = [];

  constructor(tokens: Token[]) {
    this.stack.push({ tokens, next: 0 });
  }

  peek(): Token | undefined {
    while (this.stack.length > 0) {
      const top = this.stack[this.stack.length - 1];
      if (top.next < top.tokens.length) return top.tokens[top.next];
      if (this.stack.length === 1) return undefined;
      this.stack.pop();
    }
    return undefined;
  }

  take(): Token | undefined {
    const token = this.peek();
    if (token) this.stack[this.stack.length - 1].next++;
    return token;
  }

  prepend(tokens: Token[]): void {
    if (tokens.length > 0) this.stack.push({ tokens, next: 0 });
  }

  /** Is the next word one of the text itself, not of an expansion? */
  get atBase(): boolean {
    this.peek();
    return this.stack.length === 1;
  }
}

export class Expander {
  readonly macros = new Map<string, Macro>();
  private words = 0;
  private depth = 0;

  constructor(private readonly problems: Problems) {}

  /** Takes the next word; if it is a macro to be expanded, puts its expansion in front and gives nothing. */
  next(pending: Pending): Token | undefined {
    const token = pending.take();
    if (token === undefined) return undefined;
    const macro = token.kind === 'name' ? this.macros.get(token.text) : undefined;
    if (!macro || isPainted(token.painted, macro.name)) return token;
    if (!macro.parameters) {
      pending.prepend(this.placed(macro, macro.body, token));
      return undefined;
    }
    const open = pending.peek();
    if (open?.text !== '(' || open.kind !== 'sign') return token;
    const given = this.arguments(pending, macro, token);
    if (given) pending.prepend(this.placed(macro, this.substituted(macro, given), token));
    return undefined;
  }

  /** All words of a list, expanded. */
  expand(tokens: Token[]): Token[] {
    if (++this.depth > DEEPEST) {
      this.problems.tooLarge(tokens[0], `macro arguments are nested more than ${DEEPEST} deep`);
    }
    const pending = new Pending(tokens);
    const result: Token[] = [];
    while (pending.peek()) {
      const token = this.next(pending);
      if (token) result.push(token);
    }
    this.depth--;
    return result;
  }

  private arguments(pending: Pending, macro: Macro, use: Token): Token[][] | undefined {
    pending.take();
    const given: Token[][] = [[]];
    let nesting = 0;
    for (;;) {
      const token = pending.peek();
      if (token === undefined || token.kind === 'end') {
        this.problems.error('syntax', use, `the arguments of macro ${macro.name} are not closed`, "add ')'");
        return undefined;
      }
      pending.take();
      if (token.kind === 'sign' && nesting === 0 && token.text === ')') break;
      if (token.kind === 'sign' && nesting === 0 && token.text === ',') given.push([]);
      else given[given.length - 1].push(token);
      if (token.kind === 'sign' && token.text === '(') nesting++;
      if (token.kind === 'sign' && token.text === ')') nesting--;
    }
    const wanted = macro.parameters!.length;
    if (wanted === 0 && given.length === 1 && given[0].length === 0) return [];
    if (given.length !== wanted) {
      const message = `macro ${macro.name} takes ${wanted} argument${wanted === 1 ? '' : 's'}, not ${given.length}`;
      this.problems.error('syntax', use, message);
      return undefined;
    }
    return given;
  }

  /** The body with arguments in the places of the parameters; `#` and `##` take them as they were written. */
  private substituted(macro: Macro, given: Token[][]): Token[] {
    const { parameters, body } = macro;
    const expanded: (Token[] | undefined)[] = given.map(() => undefined);
    const result: Token[] = [];
    for (let i = 0; i < body.length; i++) {
      const token = body[i];
      const number = token.kind === 'name' ? parameters!.indexOf(token.text) : -1;
      const following = body[i + 1];
      if (token.text === '#' && following && parameters!.includes(following.text)) {
        const text = JSON.stringify(textOf(given[parameters!.indexOf(following.text)]));
        result.push({ ...token, kind: 'string', text });
        i++;
      } else if (token.text === '##' && result.length > 0 && following) {
        const next = parameters!.indexOf(following.text);
        const right = next >= 0 ? given[next] : [following];
        if (right.length > 0) result.push(...pasted(result.pop()!, right[0]));
        for (const word of right.slice(1)) result.push(word);
        i++;
      } else if (number >= 0) {
        const raw = following?.text === '##';
        if (!raw) expanded[number] ??= this.expand(given[number]);
        const words = raw ? given[number] : expanded[number]!;
        words.forEach((word, k) => {
          result.push(k === 0 ? { ...word, spaced: token.spaced } : word);
        });
      } else result.push(token);
      if (result.length > MOST_WORDS) this.problems.tooLarge(given[0]?.[0] ?? token, tooMany(macro));
    }
    return result;
  }

  /** The words of an expansion, at the place of its use. */
  private placed(macro: Macro, tokens: Token[], use: Token): Token[] {
    this.words += tokens.length + 1;
    if (this.words > MOST_WORDS) this.problems.tooLarge(use, tooMany(macro));
    const painted = withPaint(use.painted, macro.name);
    if (painted.length > DEEPEST_MACRO) {
      this.problems.tooLarge(use, `macros are nested more than ${DEEPEST_MACRO} deep`);
    }
    const own = new Set(macro.body);
    const single = !macro.parameters && tokens.length === 1 && tokens[0].kind === 'number';
    return tokens.map((token, i) => {
      const { file, start, end } = own.has(token) ? use : token;
      const inherited = joined(token.painted, painted);
      const placed: Token = {
        ...token,
        file,
        start,
        end,
        painted: inherited,
        lineStart: false,
        newline: false,
      };
      if (i === 0) {
        placed.newline = use.newline;
        placed.spaced = use.spaced;
      }
      if (single) placed.spelled = use.spelled ?? use.text;
      return placed;
    });
  }
}

function isPainted(paint: Paint | undefined, name: string): boolean {
  for (let at = paint; at; at = at.rest) if (at.name === name) return true;
  return false;
}

function withPaint(paint: Paint | undefined, name: string): Paint {
  return { name, rest: paint, length: (paint?.length ?? 0) + 1 };
}

function joined(few: Paint | undefined, many: Paint): Paint {
  let result = many;
  for (let at = few; at; at = at.rest) if (!isPainted(result, at.name)) result = withPaint(result, at.name);
  return result;
}

const tooMany = (macro: Macro): string =>
  `macros expand to more than ${MOST_WORDS} words (the last one was ${macro.name})`;

/** Two words joined into one, where that makes one; both otherwise. */
function pasted(left: Token, right: Token): Token[] {
  const text = left.text + right.text;
  if (/^[A-Za-z_]\w*$/.test(text)) return [{ ...left, kind: 'name', text }];
  if (/^\d+$/.test(text)) return [{ ...left, kind: 'number', text, value: Number(text) }];
  return [left, right];
}
