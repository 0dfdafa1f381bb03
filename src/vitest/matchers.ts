/**
 * What a test can expect of a program. An expectation that is not met fails with the explained execution and a
 * token that replays it. An answer that is neither is an error, also under `.not`: nothing was shown. So is a text
 * that asks nothing.
 */
import { prettyEquivalence } from '../report/equivalence.js';
import { prettyResult } from '../report/pretty.js';
import { SourceLines } from '../report/report.js';
import { plainStyle } from '../report/style.js';
import { questionsOf } from '../verify/again.js';
import { type CheckOptions, check } from '../verify/check.js';
import { type EquivalenceOptions, equivalent } from '../verify/equivalence.js';
import { type Loaded, loadFile } from '../verify/load.js';
import type { Result } from '../verify/result.js';
import { digestOfTexts, writeToken } from '../verify/token.js';

/** A program that was loaded, or the file it is in. */
export type Subject = Loaded | string;

/** Limits and engines, as for `check`; the question is the matcher's. */
export type CheckLimits = Omit<CheckOptions, 'properties' | 'ltl' | 'deadlock'>;

interface Outcome {
  pass: boolean;
  message: () => string;
}

export const matchers = {
  toBeDeadlockFree(received: unknown, options: CheckLimits = {}): Promise<Outcome> {
    return answered(received, { ...options, deadlock: true });
  },

  /** A property in any notation of property files. With a function it is what test runners mean by it. */
  toSatisfy(
    received: unknown,
    expected: string | ((value: unknown) => unknown),
    options: CheckLimits | string = {},
  ): Promise<Outcome> | Outcome {
    if (typeof expected === 'function') {
      const message = typeof options === 'string' ? options : 'expected the value to satisfy the function';
      return { pass: Boolean(expected(received)), message: () => message };
    }
    const limits = typeof options === 'string' ? {} : options;
    const properties = [{ file: 'toSatisfy', text: expected }];
    return answered(received, { ...limits, properties });
  },

  /** The value is the implementation, the argument the specification. */
  async toBeEquivalentTo(
    received: unknown,
    specification: Subject,
    options: EquivalenceOptions = {},
  ): Promise<Outcome> {
    const [impl, spec] = [subject(received), subject(specification)];
    const result = await equivalent(spec, impl, options);
    const sources = [...spec.program.system.sources, ...impl.program.system.sources];
    const told = prettyEquivalence(result, new SourceLines(sources), plainStyle);
    if (result.verdict === 'inconclusive') throw new Error(told);
    const again = `again: heddle equiv${relationOf(options)} '${spec.file}' '${impl.file}'`;
    return { pass: result.verdict === 'equivalent', message: () => `${told}${again}` };
  },
};

function subject(value: unknown, asked: readonly string[] = []): Loaded {
  if (typeof value === 'string') return loadFile(value, { asked });
  if (typeof value === 'object' && value !== null && 'program' in value) return value as Loaded;
  throw new TypeError('expected a program: what load() of heddle gives, or the name of its file');
}

async function answered(received: unknown, options: CheckOptions): Promise<Outcome> {
  const loaded = subject(
    received,
    options.properties?.map(({ text }) => text),
  );
  const results = await check(loaded, options);
  if (results.length === 0) throw new Error('nothing is asked: there is no property in the text');
  const sources = [...loaded.program.system.sources, ...(options.properties ?? [])];
  const lines = new SourceLines(sources);
  const tokens = tokensOf(loaded, options, results);
  const told = (wanted: Result['verdict']) => () =>
    results
      .flatMap((result, i) =>
        result.verdict === wanted ? [prettyResult(result, lines, plainStyle), ...again(tokens[i])] : [],
      )
      .join('');
  if (results.some(({ verdict }) => verdict === 'violated'))
    return { pass: false, message: told('violated') };
  if (results.some(({ verdict }) => verdict === 'inconclusive')) throw new Error(told('inconclusive')());
  return { pass: true, message: told('holds') };
}

const again = (token: string | undefined): string[] =>
  token === undefined ? [] : [`replay: heddle replay ${token}\n`];

function tokensOf(loaded: Loaded, options: CheckOptions, results: readonly Result[]): (string | undefined)[] {
  const { properties, ltl, deadlock, fair } = options;
  const asked = { properties, ltl, deadlock, fair };
  const questions = questionsOf(loaded.program, asked, results);
  return results.map((result, i) => {
    const task = questions[i];
    if (result.verdict !== 'violated' || !task || result.trace.leftOut) return undefined;
    const { start, cycleFrom, steps } = result.trace;
    return writeToken({
      file: loaded.file,
      load: loaded.options ?? {},
      asked,
      index: task.index,
      property: result.property,
      digest: digestOfTexts(loaded.program),
      tracks: { start, cycleFrom, steps },
    });
  });
}

const relationOf = ({ relation, refines, divergence, visible }: EquivalenceOptions): string =>
  [
    relation ? ` --relation ${relation}` : '',
    refines ? ' --refines' : '',
    divergence ? ' --divergence' : '',
    visible ? ` --visible '${visible.join(',')}'` : '',
  ].join('');
