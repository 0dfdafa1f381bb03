/** Where things stand in the text a person wrote. Lines and columns count from 1; `end` is exclusive. */
export interface Span {
  file: string;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

export interface SourceText {
  file: string;
  text: string;
}

/** Turns offsets of one text into spans; built once a file. */
export class LineMap {
  private readonly starts: number[] = [0];

  constructor(
    private readonly file: string,
    text: string,
  ) {
    for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) this.starts.push(i + 1);
  }

  position(offset: number): { line: number; column: number } {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - this.starts[low] + 1 };
  }

  span(start: number, end: number): Span {
    const from = this.position(start);
    const to = this.position(Math.max(start, end));
    return { file: this.file, line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
  }
}
