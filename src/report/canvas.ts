import { characterWidth } from './printable.js';

/** One row of character cells to draw on; what lies outside is cut off. */
export class Canvas {
  /** A wide character fills its cell and leaves the next one empty. */
  private readonly cells: string[];

  constructor(width: number) {
    this.cells = new Array<string>(width).fill(' ');
  }

  put(column: number, text: string): void {
    let at = column;
    for (const character of text) {
      const width = characterWidth(character);
      if (width === 0) {
        if (at - 1 >= 0 && at - 1 < this.cells.length) this.cells[at - 1] += character;
        continue;
      }
      if (at >= 0 && at + width <= this.cells.length) {
        this.cells[at] = character;
        if (width === 2) this.cells[at + 1] = '';
      }
      at += width;
    }
  }

  toString(): string {
    return this.cells.join('').trimEnd();
  }
}
