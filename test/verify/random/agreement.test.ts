/**
 * Random programs in all three languages, with random properties in every notation. The oracle is the search
 * of all states on the reference interpreter. Whatever the conductor may use (every part of every plan, alone
 * and together) must never contradict it; a violation is replayed by `check`, which throws where it is none;
 * every certificate is put before the independent checker.
 *
 * HEDDLE_CONDUCTOR_SYSTEMS: how many programs (3,000 for the whole of it); HEDDLE_CONDUCTOR_FROM: the first seed.
 */
import { setFlagsFromString } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { violates } from '../../../src/evidence/judge.js';
import { InputError } from '../../../src/model/diagnostic.js';
import { Interpreter } from '../../../src/model/interpreter.js';
import { eventNames } from '../../../src/property/index.js';
import { certifyEntries } from '../../../src/verify/certify.js';
import { check } from '../../../src/verify/check.js';
import type { Loaded } from '../../../src/verify/load.js';
import { type Attempt, conduct } from '../../../src/verify/portfolio/conduct.js';
import { planFor } from '../../../src/verify/portfolio/plan.js';
import type { Result } from '../../../src/verify/result.js';
import { type Task, tasksOf } from '../../../src/verify/task.js';
import { Chance } from '../../model/random-system.js';
import { LANGUAGES, type Language, randomProgram } from './programs.js';
import { randomProperties } from './properties.js';

setFlagsFromString('--liftoff-only');
setFlagsFromString('--no-wasm-async-compilation');

const PROGRAMS = Math.ceil(Number(process.env.HEDDLE_CONDUCTOR_SYSTEMS ?? 30) / LANGUAGES.length);
const FROM = Number(process.env.HEDDLE_CONDUCTOR_FROM ?? 1);
const MOST_STATES = 500;

interface Case {
  seed: number;
  loaded: Loaded;
  properties: { file: string; text: string };
}

function randomCase(language: Language, seed: number): Case {
  const names = eventNames(randomProgram(language, seed).program.system);
  const text = randomProperties(new Chance(seed + 7), names);
  return { seed, loaded: randomProgram(language, seed, [text]), properties: { file: 'random.prop', text } };
}

/** Exhaustive search where that is possible: a verdict for each question. */
async function oracle({ loaded, properties }: Case): Promise<Result[] | undefined> {
  const options = { engine: 'reference', maxStates: MOST_STATES, now: () => 0 } as const;
  const results = [
    ...(await check(loaded, options)),
    ...(await check(loaded, { ...options, properties: [properties] })),
  ];
  return results.some((result) => result.verdict === 'inconclusive' && result.limit === 'states')
    ? undefined
    : results;
}

/** What each part of the plan says when it is alone. */
async function separately(loaded: Loaded, task: Task): Promise<{ attempt: string; verdict: string }[]> {
  const { program } = loaded;
  const hasCoarser = task.system === program.system && program.coarser !== undefined;
  const plan = planFor(task.system, task.question, {}, 60, hasCoarser);
  const said: { attempt: string; verdict: string }[] = [];
  for (const way of [plan.first, ...plan.others]) {
    const alone = { ...plan, first: way, others: [] };
    const budget = { now: () => 0, bytes: 2 ** 22, pause: async () => {} };
    const answer = await conduct({ ...task, program }, alone, budget);
    const { verdict } = answer;
    if (verdict === 'violated' && way.on !== 'coarser')
      expect(violates(new Interpreter(task.system), task.question.ask, answer.run)).toBe(true);
    // What a coarser model can do, the program may not be able to.
    const counts = !(verdict === 'violated' && way.on === 'coarser');
    said.push({ attempt: `${way.engine}, ${way.how}`, verdict: counts ? verdict : 'inconclusive' });
  }
  return said;
}

const failures = (results: Result[]): Attempt[] =>
  results.flatMap(({ attempts = [] }) => attempts.filter(({ outcome }) => outcome === 'failed'));

describe.each(LANGUAGES)('the conductor on random programs: %s', (language) => {
  it(`${PROGRAMS} programs: never contradicts exhaustive search, and what it certifies is accepted`, {
    timeout: 3_600_000,
  }, async () => {
    const met = new Map<string, number>();
    let certified = 0;
    let found = 0;
    for (let seed = FROM; found < PROGRAMS; seed++) {
      expect(seed).toBeLessThan(FROM + 20 + 4 * PROGRAMS);
      const one = randomCase(language, seed);
      const expected = await oracle(one).catch((error) => {
        if (error instanceof InputError) throw new Error(`${seed}: ${error.message}\n${one.properties.text}`);
        throw error;
      });
      if (!expected) continue;
      found++;
      const { loaded, properties } = one;
      const results = [
        ...(await check(loaded, { now: () => 0 })),
        ...(await check(loaded, { properties: [properties], now: () => 0 })),
      ];
      const verdicts = (all: Result[]) => all.map(({ property, verdict }) => `${property}: ${verdict}`);
      expect({ seed, verdicts: verdicts(results) }).toEqual({ seed, verdicts: verdicts(expected) });
      expect(failures(results)).toEqual([]);
      const entries = results.flatMap(({ certificate }) => certificate ?? []);
      for (const { property, certified: one } of certifyEntries(loaded.program, entries, () => true)) {
        expect({ seed, property, outcome: one.outcome }).not.toMatchObject({ outcome: 'refused' });
        if (one.outcome === 'accepted') certified++;
      }
      const tasks = [
        ...tasksOf(loaded.program, {}),
        ...tasksOf(loaded.program, { properties: [properties] }),
      ];
      const asked = expected.filter(({ engine }) => engine !== 'none');
      for (const [i, task] of tasks.entries()) {
        const { property, verdict } = asked[i];
        expect(property).toBe(task.question.name);
        for (const { attempt, verdict: said } of await separately(loaded, task)) {
          met.set(`${attempt}: ${said}`, (met.get(`${attempt}: ${said}`) ?? 0) + 1);
          if (said === 'inconclusive' || verdict === 'inconclusive') continue;
          expect({ seed, property, attempt, said }).toEqual({ seed, property, attempt, said: verdict });
        }
      }
    }
    // Both verdicts by search and by proof, or the comparison says little.
    const conclusive = (engine: string, verdict: string) =>
      [...met].some(([said, count]) => said.startsWith(engine) && said.endsWith(verdict) && count > 0);
    expect(conclusive('reach, all states', ': holds')).toBe(true);
    expect(conclusive('reach, all states', ': violated')).toBe(true);
    expect(conclusive('reach, depth first', ': violated')).toBe(true);
    expect(conclusive('inequality, proof', ': holds')).toBe(true);
    expect(certified).toBeGreaterThan(PROGRAMS);
  });
});
