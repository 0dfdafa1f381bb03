/**
 * Answers of earlier runs, one for each question. They are found by everything they depend on: the texts of
 * the program, the model read from them, the question, the options, and the very files of this Heddle. So
 * what an exhaustive search found is repeated only for the same question to the same code; what can be shown
 * again is shown again: a violation is replayed on the interpreter and judged, a proof is read by the
 * independent checker. Only conclusive answers are kept.
 */
import { identityOf } from '../../verify/identity.js';
import type { Loaded } from '../../verify/language.js';
import type { Result } from '../../verify/result.js';
import { type Asked, type Task, tasksOf } from '../../verify/task.js';
import { confirm } from './confirm.js';
import { type ContentStore, digestOf } from './store.js';

export class Remembered {
  /** `code` says which Heddle, `settings` which options, as far as they can make a difference. */
  constructor(
    private readonly store: ContentStore,
    private readonly code: string,
    private readonly settings: object,
  ) {}

  /** The answers about one program. */
  about({ file, language, program }: Loaded): Answers {
    const { system, declared } = program;
    const sources = system.sources.map((source) => [source.file, source.text]);
    const model = digestOf(JSON.stringify([system, declared]));
    const about = digestOf(JSON.stringify([this.code, this.settings, file, language, sources, model]));
    const keyOf = (task: Task) => digestOf(`${about} ${identityOf(task)}`);
    return {
      find: (task) => {
        const text = this.store.read(keyOf(task));
        return text === undefined ? undefined : confirm(program, task, JSON.parse(text) as Result);
      },
      keep: (asked, results) => {
        for (const [i, task] of tasksOf(program, asked).entries()) {
          const result = results[i];
          if (result.cached || result.verdict === 'inconclusive') continue;
          this.store.write(keyOf(task), JSON.stringify(result));
        }
      },
    };
  }
}

export interface Answers {
  find(task: Task): Result | undefined;
  /** `results`: to all that is asked, in that order. */
  keep(asked: Asked, results: readonly Result[]): void;
}
