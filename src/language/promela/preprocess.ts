/** From texts with directives to the plain words of the program, each with the place it came from. */
import { conditionHolds } from './condition.js';
import { Expander, Pending } from './macro.js';
import type { Problems } from './problems.js';
import type { Sources } from './sources.js';
import { scan, type Token } from './token.js';

/** Gives the text of an included file, or undefined where there is none that may be read. */
type Include = (path: string) => string | undefined;

/** What the model is read with, beside its own text. */
export interface Given {
  /** Without it nothing can be included. */
  include?: Include;
  /** `NAME` or `NAME=TEXT`: as if `#define NAME TEXT` stood before the model (1 where there is no text). */
  definitions?: readonly string[];
}

const DEEPEST_INCLUDE = 50;
const MOST_INCLUDED = 10_000;
const MOST_CHARACTERS = 64 * 1024 * 1024;
const MOST_WORDS = 2_000_000;

interface Conditional {
  directive: Token;
  /** Is this branch read? */
  active: boolean;
  /** Has a branch of this conditional been read, or is it inside one that is not? */
  decided: boolean;
  sawElse: boolean;
}

export function preprocess(file: number, sources: Sources, problems: Problems, given: Given = {}): Token[] {
  return new Preprocessor(sources, problems, given).run(file);
}

class Preprocessor {
  private readonly expander: Expander;
  private readonly output: Token[] = [];
  private depth = 0;
  private included = 0;
  private characters = 0;
  private words = 0;

  constructor(
    private readonly sources: Sources,
    private readonly problems: Problems,
    private readonly given: Given,
  ) {
    this.expander = new Expander(problems);
  }

  run(file: number): Token[] {
    const { definitions = [] } = this.given;
    if (definitions.length > 0) {
      const text = definitions.map(
        (one) => `#define ${(one.includes('=') ? one : `${one}=1`).replace('=', ' ')}\n`,
      );
      this.read(this.sources.add({ file: '<definitions>', text: text.join('') }));
    }
    const end = this.read(file);
    return [...this.output, end];
  }

  /** Reads one text to its end; gives its last word. */
  private read(file: number): Token {
    const tokens = scan(file, this.sources.texts[file].text);
    this.words += tokens.length;
    const pending = new Pending(tokens);
    const conditionals: Conditional[] = [];
    for (;;) {
      const token = pending.peek()!;
      const innermost = conditionals[conditionals.length - 1];
      const active = !innermost || innermost.active;
      if (token.kind === 'end' && pending.atBase) {
        const open = conditionals.pop();
        if (open)
          this.problems.error('syntax', open.directive, 'this conditional never ends', "add '#endif'");
        return token;
      }
      if (pending.atBase && token.lineStart && token.text === '#' && token.kind === 'sign') {
        this.directive(restOfLine(pending), conditionals, active);
      } else if (!active) pending.take();
      else {
        const word = this.expander.next(pending);
        if (word?.problem?.tooLong) this.problems.tooLarge(word, word.problem.message);
        if (word?.problem) this.problems.error('syntax', word, word.problem.message, word.problem.hint);
        else if (word) this.output.push(word);
      }
    }
  }

  private directive(line: Token[], conditionals: Conditional[], active: boolean): void {
    const [sign, name, ...rest] = line;
    if (name === undefined) return;
    const place = { ...name, start: sign.start };
    const innermost = conditionals[conditionals.length - 1];
    switch (name.text) {
      case 'if':
      case 'ifdef':
      case 'ifndef': {
        const holds = active && this.opens(name, rest, place);
        conditionals.push({ directive: place, active: holds, decided: holds || !active, sawElse: false });
        return;
      }
      case 'elif':
      case 'else':
        if (!innermost || innermost.sawElse) {
          this.problems.error('syntax', place, `#${name.text} without #if`);
          return;
        }
        innermost.sawElse = name.text === 'else';
        innermost.active =
          !innermost.decided &&
          (innermost.sawElse || conditionHolds(rest, place, this.expander, this.problems));
        innermost.decided ||= innermost.active;
        return;
      case 'endif':
        if (!conditionals.pop()) this.problems.error('syntax', place, '#endif without #if');
        return;
    }
    if (active) this.plainDirective(name, rest, place);
  }

  private opens(name: Token, rest: Token[], place: Token): boolean {
    if (name.text === 'if') return conditionHolds(rest, place, this.expander, this.problems);
    if (rest[0]?.kind !== 'name') {
      this.problems.error('syntax', place, `#${name.text} needs a name`);
      return false;
    }
    return this.expander.macros.has(rest[0].text) === (name.text === 'ifdef');
  }

  private plainDirective(name: Token, rest: Token[], place: Token): void {
    switch (name.text) {
      case 'define':
        this.define(rest, place);
        return;
      case 'undef':
        if (rest[0]?.kind === 'name') this.expander.macros.delete(rest[0].text);
        else this.problems.error('syntax', place, '#undef needs a name');
        return;
      case 'include':
        this.includeFile(rest, place);
        return;
      case 'error':
        this.problems.error('bad-structure', place, `#error ${rest.map((token) => token.text).join(' ')}`);
        return;
      case 'line':
      case 'pragma':
      case 'ident':
      case 'warning':
        return;
    }
    if (name.kind === 'number') return;
    this.problems.error('syntax', place, `there is no directive #${name.text}`);
  }

  private define(rest: Token[], place: Token): void {
    const [name, open] = rest;
    if (name?.kind !== 'name') {
      this.problems.error('syntax', place, '#define needs a name');
      return;
    }
    if (open?.text !== '(' || open.spaced) {
      this.expander.macros.set(name.text, { name: name.text, body: rest.slice(1) });
      return;
    }
    const close = rest.findIndex((token) => token.text === ')' && token.kind === 'sign');
    const inside = rest.slice(2, close < 0 ? undefined : close);
    const parameters = inside.filter((_, i) => i % 2 === 0).map((token) => token.text);
    const proper = inside.every((token, i) => (i % 2 === 0 ? token.kind === 'name' : token.text === ','));
    if (close < 0 || !proper || (inside.length > 0 && inside.length % 2 === 0)) {
      this.problems.error('syntax', name, `the parameters of macro ${name.text} are not a list of names`);
      return;
    }
    this.expander.macros.set(name.text, { name: name.text, parameters, body: rest.slice(close + 1) });
  }

  private includeFile(rest: Token[], place: Token): void {
    const [path] = rest;
    if (path?.kind !== 'string') {
      const hint = 'write #include "file"';
      this.problems.error('syntax', path ?? place, '#include needs a file name in quotes', hint);
      return;
    }
    const name = path.text.slice(1, -1);
    const text = this.given.include?.(name);
    if (text === undefined) {
      const hint = 'only files in the folder of the program can be included';
      this.problems.error('unreadable', path, `cannot include ${path.text}`, hint);
      return;
    }
    if (++this.depth > DEEPEST_INCLUDE) {
      this.problems.tooLarge(path, `files include one another more than ${DEEPEST_INCLUDE} deep`);
    }
    // Files that each include the next one twice are never deep, but there is no end to them.
    if (++this.included > MOST_INCLUDED) {
      this.problems.tooLarge(path, `more than ${MOST_INCLUDED} files are included`);
    }
    this.characters += text.length;
    if (this.characters > MOST_CHARACTERS || this.words > MOST_WORDS) {
      const hint = `they may have ${MOST_WORDS} words and ${MOST_CHARACTERS} characters`;
      this.problems.tooLarge(path, 'the included files are too long', hint);
    }
    this.read(this.sources.add({ file: name, text }));
    this.depth--;
  }
}

/** The words of a directive, taken up to the end of its line. */
function restOfLine(pending: Pending): Token[] {
  const line = [pending.take()!];
  for (let token = pending.peek()!; token.kind !== 'end' && !token.lineStart; token = pending.peek()!) {
    line.push(pending.take()!);
  }
  return line;
}
