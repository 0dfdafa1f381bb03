/**
 * Answers of earlier runs. They are found by everything they depend on: the texts, the model read from
 * them, the properties, the options, and the very files of this Heddle. So what an exhaustive search found
 * is repeated only for the same question to the same code; what can be shown again is shown again: a
 * violation is replayed on the interpreter and judged, a proof is read by the independent checker. Only
 * conclusive answers are kept.
 */
import { questionsOf, shownAgain } from '../../verify/again.js';
import { certifyEntries } from '../../verify/certify.js';
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

  find(loaded: Loaded, asked: Asked): Result[] | undefined {
    const text = this.store.read(this.keyOf(loaded, asked));
    if (text === undefined) return undefined;
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

/** What was proved is checked again by the one who trusts no engine. */
function holdsAgain(
  { program }: Loaded,
  { strength, certificate }: Extract<Result, { verdict: 'holds' }>,
): boolean {
  if (strength !== 'proved') return true;
  const [entry] = certificate ? certifyEntries(program, [certificate], () => true) : [];
  return entry?.certified.outcome === 'accepted';
}

/** The results as they may be repeated, or undefined where one of them cannot be shown again. */
function confirm(loaded: Loaded, asked: Asked, results: Result[]): Result[] | undefined {
  const questions = questionsOf(loaded.program, asked, results);
  const confirmed: Result[] = [];
  for (const [i, result] of results.entries()) {
    if (result.verdict === 'holds' && !holdsAgain(loaded, result)) return undefined;
    if (result.verdict !== 'violated') confirmed.push({ ...result, cached: true });
    else {
      const trace = questions[i] && shownAgain(questions[i], result.trace);
      if (!trace) return undefined;
      confirmed.push({ ...result, cached: true, trace });
    }
  }
  return confirmed;
}
