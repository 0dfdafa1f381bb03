/**
 * Random models against SPIN: the numbers of states stored, and the verdict on everything that is asked.
 * Each model is translated by `spin -a` and compiled by gcc once or more, so this is not a part of `npm test`.
 */
import { describe, expect, it } from 'vitest';
import { exploreCompiled } from '../../src/engine/reach/compiled/index.js';
import { explore } from '../../src/engine/reach/reference/index.js';
import { smallModels } from '../language/promela/random/agreement.js';
import { type Construct, constructs } from '../language/promela/random/constructs.js';
import { spinInstalled } from './spin.js';
import { spinAnswers } from './spin-answers.js';
import { spinSearch } from './spin-search.js';

const PARTS = 2;
const MODELS = Number(process.env.HEDDLE_SPIN_MODELS ?? 40) / PARTS;

/** Verdicts that may differ for a reason that docs/promela.md gives. */
const EXPLAINED: ((text: string, property: string) => boolean)[] = [
  // SPIN takes np_ for false at a standstill.
  (text, property) => isClaim(property) && /\bnp_/.test(text),
  // SPIN counts the claim as one of the processes.
  (text, property) => isClaim(property) && /\b_nr_pr\b/.test(text),
  // What a claim asks of `timeout` is left open.
  (text, property) => isClaim(property) && /\b(never|ltl)\b[\s\S]*\btimeout\b/.test(text),
  // SPIN judges an offer that nobody takes.
  (text, property) => /^(no)?trace$/.test(property) && /= \[0\] of/.test(text),
];

const isClaim = (property: string): boolean => /^(p\d+|never_\d+)$/.test(property);

/** Of a hundred verdicts. */
const MOST_EXPLAINED = 3;

/** With fewer models in a part, the rare constructs may be missing. */
const ENOUGH_FOR_ALL = 200;

export function describeAgainstSpin(part: number): void {
  const title = `random Promela models against SPIN, part ${part + 1} of ${PARTS}`;
  describe.skipIf(!spinInstalled)(`${title} (skipped where spin and gcc are not installed)`, () => {
    it(`${MODELS} models have SPIN's states and verdicts`, { timeout: 1_800_000 }, async () => {
      const met = new Set<Construct>();
      const differences: string[] = [];
      let [counted, meeting, answered, undecided, explained] = [0, 0, 0, 0, 0];
      for await (const { model, program, results } of smallModels(part * 10_000, MODELS)) {
        const { seed } = model;
        const spin = spinAnswers(
          model,
          results.map(({ property }) => property),
        );
        const compiled = await exploreCompiled(program.program.system, { now: () => 0 });
        const ours =
          'unsupported' in compiled ? await explore(program.program.system, { now: () => 0 }) : compiled;
        const decided = results.filter(({ property }) => spin.verdicts.has(property));
        const told = ({ states, transitions }: { states: number; transitions: number }) =>
          `${states} states, ${transitions} transitions`;
        // Where ways through an atomic sequence meet, pan goes on from there once for each: docs/promela.md.
        const meets = (counts: { transitions: number }) =>
          ours.transitions < counts.transitions &&
          spinSearch(program.program.system, ours.states)?.ways === counts.transitions;
        if (spin.counts && told(ours) !== told(spin.counts)) {
          if (spin.counts.states === ours.states && meets(spin.counts)) meeting++;
          else differences.push(`${seed}: ${told(ours)}; SPIN ${told(spin.counts)}`);
        }
        for (const { property, verdict } of decided) {
          const theirs = spin.verdicts.get(property);
          if (verdict === theirs) continue;
          if (EXPLAINED.some((explains) => explains(model.text, property))) explained++;
          else differences.push(`${seed}: ${property} ${verdict}, SPIN ${theirs}`);
        }
        counted += spin.counts ? 1 : 0;
        answered += decided.length;
        undecided += results.length - decided.length;
        for (const construct of model.constructs) met.add(construct);
      }
      process.stdout.write(
        `${title}: ${counted} numbers of states and transitions (${meeting} with ways that meet), ${answered} verdicts, ${undecided} undecided by SPIN, ${explained} explained\n`,
      );
      expect(differences).toEqual([]);
      expect(meeting).toBeLessThan(0.1 * counted);
      expect(explained).toBeLessThan(1 + (MOST_EXPLAINED / 100) * answered);
      const missing = constructs.filter((construct) => !met.has(construct));
      if (MODELS >= ENOUGH_FOR_ALL) expect(missing.length).toBeLessThan(constructs.length / 20);
      expect(counted).toBeGreaterThan(0.8 * MODELS);
      expect(undecided).toBeLessThan(0.02 * answered);
    });
  });
}
