/** What every reporter is given: the answers, what was wrong with the inputs, and the texts they speak of. */
import type { Diagnostic } from '../model/diagnostic.js';
import type { SourceText } from '../model/source.js';
import type { Result } from '../verify/result.js';

export interface Report {
  /** The version of Heddle that made it. */
  version: string;
  results: readonly Result[];
  diagnostics: readonly Diagnostic[];
  sources: readonly SourceText[];
  /** People want to see the plan of each answer. */
  explain?: boolean;
  /** Of a run that was shared out: which part of which run this is, and where each result belongs in the whole. */
  shard?: Shard & { run: string; positions: readonly number[] };
}

/** The `index`th of `count` parts, counted from 1. */
export interface Shard {
  index: number;
  count: number;
}

/** Lines of the source texts, split once a file. */
export class SourceLines {
  private readonly texts = new Map<string, string>();
  private readonly split = new Map<string, string[]>();

  constructor(sources: Iterable<SourceText> = []) {
    for (const source of sources) this.texts.set(source.file, source.text);
  }

  /** The text of a line (counted from 1), without its line end. */
  line(file: string, line: number): string | undefined {
    let lines = this.split.get(file);
    if (!lines) {
      const text = this.texts.get(file);
      if (text === undefined) return undefined;
      lines = text.split(/\r\n|\n|\r/);
      this.split.set(file, lines);
    }
    return lines[line - 1];
  }
}
