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
    const line = this.lineAt(offset);
    return { line: line + 1, column: offset - this.starts[line] + 1 };
  }

  private lineAt(offset: number): number {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  span(start: number, end: number): Span {
    const { file, starts } = this;
    const last = Math.max(start, end);
    const line = this.lineAt(start);
    const endLine = last < (starts[line + 1] ?? Infinity) ? line : this.lineAt(last);
    return {
      file,
      line: line + 1,
      column: start - starts[line] + 1,
      endLine: endLine + 1,
      endColumn: last - starts[endLine] + 1,
    };
  }
}
