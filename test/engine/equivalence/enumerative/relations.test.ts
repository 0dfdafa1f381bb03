/** The relations against their definitions on thousands of small systems. */
import { describe, expect, it } from 'vitest';
import {
  type Distinction,
  findDistinction,
  type Relation,
} from '../../../../src/engine/equivalence/enumerative/compare.js';
import { truth } from '../../../../src/engine/equivalence/enumerative/formula.js';
import { alignLabels } from '../../../../src/engine/equivalence/enumerative/lts.js';
import * as oracle from './oracle.js';

const LABELS = ['a', 'b'];
const budget = { now: () => 0 };

/** No pair below first differs after more actions than this: the engine, which has no bound, agrees on all. */
const LONGEST = 7;

interface Pair {
  seed: number;
  spec: oracle.Small;
  impl: oracle.Small;
}

const BISIMULATIONS = { strong: oracle.strong, branching: oracle.branching, weak: oracle.weak };

function* pairs(count: number, states = 5): Generator<Pair> {
  for (let seed = 1; seed <= count; seed++) {
    const chance = new oracle.Chance(seed);
    const tau = [0, 30, 60][seed % 3];
    const spec = oracle.randomSmall(chance, { states, labels: LABELS, tau });
    const impl =
      seed % 4 === 0
        ? oracle.randomSmall(chance, { states, labels: LABELS, tau })
        : oracle.similar(chance, spec, LABELS);
    yield { seed, spec, impl };
  }
}

function distinction(
  pair: Pair,
  relation: Relation,
  options: { refines?: boolean; divergence?: boolean } = {},
) {
  const { left, right } = alignLabels(oracle.toLts(pair.spec, LABELS), oracle.toLts(pair.impl, LABELS));
  return findDistinction(left, right, { relation, ...options }, budget);
}

/** What is said to tell the two apart is true on one side and not on the other, by definition. */
function justified({ spec, impl }: Pair, found: Distinction): boolean {
  if (found.kind === 'words') return true;
  const [can, cannot] = found.side === 'spec' ? [spec, impl] : [impl, spec];
  if (found.kind === 'formula') {
    const holds = (small: oracle.Small) => truth(found.formula, oracle.toLts(small, LABELS))[0] === 1;
    return holds(can) && !holds(cannot);
  }
  const shown = found.kind === 'trace' ? '' : ` refusing ${found.refusal.join()}`;
  const text = found.word.join(' ') + shown;
  const does = (small: oracle.Small) =>
    oracle.language(small, found.word.length, found.kind === 'failure', LABELS).has(text);
  return does(can) && !does(cannot);
}

describe('bisimulations', () => {
  it.each(['strong', 'branching', 'weak'] as const)('%s is as defined', async (relation) => {
    const seen = { same: 0, different: 0, words: 0 };
    for (const pair of pairs(2000)) {
      const expected = BISIMULATIONS[relation](pair.spec, pair.impl);
      const found = await distinction(pair, relation);
      expect(`${pair.seed} ${found === undefined}`).toBe(`${pair.seed} ${expected}`);
      if (found) expect(justified(pair, found), `${pair.seed}`).toBe(true);
      seen[found ? 'different' : 'same']++;
      if (found?.kind === 'words') seen.words++;
    }
    expect(seen.same).toBeGreaterThan(150);
    expect(seen.different).toBeGreaterThan(150);
    // Only branching bisimulation sees differences that no formula of ours can state.
    if (relation !== 'branching') expect(seen.words).toBe(0);
  });

  it.each(['strong', 'branching', 'weak'] as const)('%s, on systems of up to 16 states', async (relation) => {
    for (const pair of pairs(150, 13)) {
      const found = await distinction(pair, relation);
      const expected = BISIMULATIONS[relation](pair.spec, pair.impl);
      expect(`${pair.seed} ${found === undefined}`).toBe(`${pair.seed} ${expected}`);
    }
  });
});

describe('traces and failures', () => {
  it.each(['trace', 'failures'] as const)(
    '%s: equivalence, refinement, shortest difference',
    async (relation) => {
      const seen = { same: 0, different: 0, refines: 0 };
      for (const pair of pairs(2000)) {
        const { seed } = pair;
        const refusals = relation === 'failures';
        const spec = oracle.language(pair.spec, LONGEST, refusals, LABELS);
        const impl = oracle.language(pair.impl, LONGEST, refusals, LABELS);
        const within = oracle.includes(spec, impl);
        const same = within && oracle.includes(impl, spec);
        const found = await distinction(pair, relation);
        expect(`${seed} ${found === undefined}`).toBe(`${seed} ${same}`);
        const refines = await distinction(pair, relation, { refines: true });
        expect(`${seed} ${refines === undefined}`).toBe(`${seed} ${within}`);
        if (within && !same) seen.refines++;
        seen[found ? 'different' : 'same']++;
        if (!found || found.kind === 'words' || found.kind === 'formula') continue;
        expect(justified(pair, found), `${seed}`).toBe(true);
        const lengths = [...spec]
          .filter((word) => !impl.has(word))
          .concat([...impl].filter((word) => !spec.has(word)))
          .map((word) => word.split(' refusing')[0].split(' ').filter(Boolean).length);
        expect(`${seed} ${found.word.length}`).toBe(`${seed} ${Math.min(...lengths)}`);
      }
      expect(Math.min(seen.same, seen.different, seen.refines)).toBeGreaterThan(25);
    },
  );
});

describe('known inclusions between the relations', () => {
  it('strong implies branching implies weak implies trace', async () => {
    for (const pair of pairs(2000)) {
      const answers: boolean[] = [];
      for (const relation of ['strong', 'branching', 'weak', 'trace'] as const) {
        answers.push((await distinction(pair, relation)) === undefined);
      }
      expect(`${pair.seed} ${[...answers].sort()}`).toBe(`${pair.seed} ${answers}`);
    }
  });

  it('with divergence, branching lies between strong and branching, and implies failures', async () => {
    let fewer = 0;
    for (const pair of pairs(2000)) {
      const same = async (relation: Relation, divergence = false) =>
        (await distinction(pair, relation, { divergence })) === undefined;
      const sensitive = await same('branching', true);
      if (await same('strong')) expect(`${pair.seed} ${sensitive}`).toBe(`${pair.seed} true`);
      if (sensitive) {
        expect(`${pair.seed} ${await same('branching')}`).toBe(`${pair.seed} true`);
        expect(`${pair.seed} ${await same('failures')}`).toBe(`${pair.seed} true`);
      } else if (await same('branching')) fewer++;
    }
    expect(fewer).toBeGreaterThan(10);
  });
});
