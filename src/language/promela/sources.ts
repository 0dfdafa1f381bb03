/** The texts of one program (the file itself and what it includes), and places in them. */
import { LineMap, type SourceText, type Span } from '../../model/source.js';

/** A part of one of the texts. */
export interface Where {
  file: number;
  start: number;
  end: number;
}

export class Sources {
  readonly texts: SourceText[] = [];
  private readonly lines: (LineMap | undefined)[] = [];

  add(text: SourceText): number {
    this.texts.push(text);
    return this.texts.length - 1;
  }

  span(where: Where): Span {
    const { file, text } = this.texts[where.file];
    this.lines[where.file] ??= new LineMap(file, text);
    return this.lines[where.file]!.span(where.start, where.end);
  }
}

/** From the start of one to the end of the other, where both are in one text and in that order. */
export function reach(from: Where, to: Where): Where {
  if (from.file !== to.file || to.end < from.start) return from;
  return { file: from.file, start: from.start, end: to.end };
}
