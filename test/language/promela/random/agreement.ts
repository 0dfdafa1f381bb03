/**
 * Random models through both searches: the compiled one must give the verdicts and the numbers of states of
 * the one on the reference interpreter. `check` replays every counterexample and throws where one does not
 * violate its property, so a model that comes through here has only counterexamples that replay.
 */
import { setFlagsFromString } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { readPromela } from '../../../../src/language/promela/index.js';
import { type CheckOptions, check } from '../../../../src/verify/check.js';
import type { Loaded } from '../../../../src/verify/load.js';
import type { Result } from '../../../../src/verify/result.js';
import { type Construct, constructs } from './constructs.js';
import { type RandomModel, randomModel } from './model.js';

// Thousands of tiny programs: compiling them well costs more than running them.
setFlagsFromString('--liftoff-only');
setFlagsFromString('--no-wasm-async-compilation');

/** The suite: so many parts, in files of their own so that all cores are used, of so many models. */
const PARTS = 4;
const MODELS = Number(process.env.HEDDLE_RANDOM_MODELS ?? 400) / PARTS;
const MOST_STATES = 500;
/** With fewer models in a part, the rare constructs and verdicts may be missing. */
const ENOUGH_FOR_ALL = 700;

/** The model as `check` takes it. SPIN accepts all random models, so it is a defect if we do not. */
function loaded({ seed, text, part }: RandomModel): Loaded {
  const file = `random-${seed}.pml`;
  const reading = readPromela({ file, text }, { include: () => part });
  if (!reading.ok) {
    const mistake = reading.diagnostics.find(({ severity }) => severity === 'error');
    throw new Error(`${file}:${mistake?.span?.line}: ${mistake?.message}\n${text}`);
  }
  return { file, language: 'promela', program: reading.value, diagnostics: reading.diagnostics };
}

/** Without a clock, so that a run is the same everywhere. */
export const answers = (model: Loaded, options: CheckOptions): Promise<Result[]> =>
  check(model, { ...options, now: () => 0 });

/** Each property with its verdict, and with the number of states where all of them had to be visited. */
function summary(results: Result[]): string[] {
  return results.map(({ property, verdict, statistics: { states } }) => {
    const everything = verdict === 'holds' && (property === 'deadlock-free' || property === 'assertions');
    return `${property}: ${verdict}${everything ? ` (${states} states)` : ''}`;
  });
}

/** So many models from this seed on that are small enough, with the answers of the compiled search. */
export async function* smallModels(
  from: number,
  count: number,
): AsyncGenerator<{ model: RandomModel; program: Loaded; results: Result[] }> {
  for (let seed = from, found = 0; found < count; seed++) {
    if (seed > from + 20 + 1.5 * count) throw new Error('too many of the models are too large');
    const model = randomModel(seed);
    const program = loaded(model);
    const results = await answers(program, { engine: 'reach', reduction: 'none', maxStates: MOST_STATES });
    if (results.some((result) => result.verdict === 'inconclusive' && result.limit === 'states')) continue;
    found++;
    yield { model, program, results };
  }
}

interface Met {
  constructs: Map<Construct, number>;
  /** How many answers of each verdict there were, so that a suite in which everything holds is noticed. */
  verdicts: Map<string, number>;
  answers: number;
  /** Answers of the compiled search; the others it left to the interpreter. */
  compiled: number;
}

async function compare(from: number, count: number): Promise<Met> {
  const met: Met = { constructs: new Map(), verdicts: new Map(), answers: 0, compiled: 0 };
  for await (const { model, program, results } of smallModels(from, count)) {
    const slow = await answers(program, { engine: 'reference' });
    const { seed } = model;
    expect({ seed, answers: summary(results) }).toEqual({ seed, answers: summary(slow) });
    met.compiled += results.filter(({ engine }) => engine === 'reach').length;
    met.answers += results.length;
    for (const construct of model.constructs) raise(met.constructs, construct);
    for (const { property, verdict } of slow)
      raise(met.verdicts, `${property.replace(/\d+$/, '')} ${verdict}`);
  }
  return met;
}

function raise<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

export function describeAgreement(part: number): void {
  describe(`random Promela models, part ${part + 1} of ${PARTS}`, () => {
    it(`${MODELS} models: the compiled search and the interpreter agree`, {
      timeout: 1_800_000,
    }, async () => {
      const met = await compare(part * 10_000, MODELS);
      expect(met.compiled / met.answers).toBeGreaterThan(0.95);
      const missing = constructs.filter((construct) => !met.constructs.has(construct));
      expect(missing.length).toBeLessThan(constructs.length / 4);
      if (MODELS < ENOUGH_FOR_ALL) return;
      expect(missing).toEqual([]);
      // Both verdicts of everything that can be asked, or the comparison says little.
      const asked = [
        'deadlock-free',
        'assertions',
        'p',
        'never_',
        'accept labels',
        'progress labels',
        'trace',
        'notrace',
      ];
      const both = asked.flatMap((property) => [`${property} holds`, `${property} violated`]);
      // A forbidden trace is seldom followed to its end: not in every part.
      both.splice(both.indexOf('notrace violated'), 1);
      expect(both.filter((answer) => !met.verdicts.has(answer))).toEqual([]);
    });
  });
}
