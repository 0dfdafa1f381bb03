/** One line of an `.aut` file, read from left to right. */

/** What is wrong, and where in the text. */
export class LineError extends Error {
  constructor(
    message: string,
    readonly start: number,
    readonly end: number,
  ) {
    super(message);
  }
}

export interface Numeral {
  value: number;
  start: number;
  end: number;
}

export class Line {
  constructor(
    private readonly text: string,
    private at: number,
    private readonly end: number,
  ) {
    this.skip();
  }

  get empty(): boolean {
    return this.at >= this.end;
  }

  /** `des`, a bracket or a comma. */
  expect(word: string, place: string): void {
    if (!this.text.startsWith(word, this.at) || this.at + word.length > this.end) {
      this.fail(`expected '${word}' ${place}`);
    }
    this.at += word.length;
    this.skip();
  }

  numeral(what: string): Numeral {
    const start = this.at;
    while (this.at < this.end && isDigit(this.text.charCodeAt(this.at))) this.at++;
    if (this.at === start || this.at - start > 15) this.fail(`expected ${what}, a number`);
    const numeral = { value: Number(this.text.slice(start, this.at)), start, end: this.at };
    this.skip();
    return numeral;
  }

  /** In quotes, where `\"` and `\\` stand for themselves, or bare up to the last comma of the line. */
  label(): string {
    return this.text[this.at] === '"' ? this.quoted() : this.bare();
  }

  finish(): void {
    if (!this.empty) this.fail('expected the end of the line');
  }

  private quoted(): string {
    const start = this.at;
    let label = '';
    for (let at = start + 1; at < this.end; at++) {
      const character = this.text[at];
      if (character === '"') {
        this.at = at + 1;
        this.skip();
        return label;
      }
      const next = this.text[at + 1];
      if (character === '\\' && (next === '"' || next === '\\')) at++;
      label += this.text[at];
    }
    throw new LineError('this label is never closed with a quote', start, this.end);
  }

  private bare(): string {
    const comma = this.text.lastIndexOf(',', this.end - 1);
    if (comma < this.at) this.fail('expected a label and the target state');
    const label = this.text.slice(this.at, comma).trim();
    if (label === '') this.fail('expected a label');
    if (label.includes('"')) this.fail('this label has a quote inside but does not begin with one');
    this.at = comma;
    return label;
  }

  private fail(message: string): never {
    throw new LineError(message, this.at, Math.min(this.at + 1, this.end));
  }

  private skip(): void {
    while (this.at < this.end && isSpace(this.text.charCodeAt(this.at))) this.at++;
  }
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 13;
}
