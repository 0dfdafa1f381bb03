/**
 * Answers of earlier runs. They are found by everything they depend on: the texts, the model read from
 * them, the properties, the options, and the very files of this Heddle. So what an exhaustive search found
 * is repeated only for the same question to the same code; what can be shown again is shown again: a
 * violation is replayed on the interpreter and judged, a proof is read by the independent checker. Only
 * conclusive answers are kept.
 */
import type { Loaded } from '../../verify/language.js';
import type { Result } from '../../verify/result.js';
import type { Asked } from '../../verify/task.js';
import { type ContentStore, digestOf } from './store.js';

export class Remembered {
  /** `code` says which Heddle, `settings` which options, as far as they can make a difference. */
  constructor(
    private readonly store: ContentStore,
    private readonly code: string,
    private readonly settings: object,
  ) {}

  async find(loaded: Loaded, asked: Asked): Promise<Result[] | undefined> {
    const text = this.store.read(this.keyOf(loaded, asked));
    if (text === undefined) return undefined;
    const { confirm } = await import('./confirm.js');
    return confirm(loaded, asked, JSON.parse(text) as Result[]);
  }

  keep(loaded: Loaded, asked: Asked, results: readonly Result[]): void {
    if (results.every(isConclusive)) this.store.write(this.keyOf(loaded, asked), JSON.stringify(results));
  }

  private keyOf({ file, language, program }: Loaded, asked: Asked): string {
    const { system, declared } = program;
    const sources = system.sources.map((source) => [source.file, source.text]);
    const properties = (asked.properties ?? []).map((source) => [source.file, source.text]);
    const model = digestOf(JSON.stringify([system, declared]));
    const [deadlock, fair] = [asked.deadlock === true, asked.fair === true];
    return digestOf(
      JSON.stringify([this.code, this.settings, file, language, sources, model, properties, deadlock, fair]),
    );
  }
}

/** What is `inconclusive` may not be so the next time, unless no engine was asked. */
const isConclusive = (result: Result): boolean =>
  result.verdict !== 'inconclusive' || (result.engine === 'none' && result.limit === undefined);
