/** The files of one program as one long text: a position says which file it is in. */
import { LineMap, type SourceText, type Span } from '../../model/source.js';
import type { Place } from './syntax/index.js';

export class Sources {
  private readonly texts: SourceText[] = [];
  /** The position of the first character of each file. */
  private readonly bases: number[] = [];
  private readonly lines: (LineMap | undefined)[] = [];
  private next = 0;

  /** Adds a file behind the others; gives the position of its first character. */
  add(text: SourceText): number {
    const base = this.next;
    this.texts.push(text);
    this.bases.push(base);
    this.next += text.text.length + 1;
    return base;
  }

  span(place: Place): Span {
    const file = this.fileAt(place.start);
    const { file: name, text } = this.texts[file];
    this.lines[file] ??= new LineMap(name, text);
    return this.lines[file].span(place.start - this.bases[file], place.end - this.bases[file]);
  }

  /** The text of a place, as it was written. */
  text(place: Place): string {
    const file = this.fileAt(place.start);
    const base = this.bases[file];
    return this.texts[file].text.slice(place.start - base, place.end - base);
  }

  private fileAt(position: number): number {
    let low = 0;
    let high = this.bases.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.bases[middle] <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
