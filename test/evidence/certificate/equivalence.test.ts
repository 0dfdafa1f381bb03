/** The rows of a comparison, derived a second time: right ones are accepted, and nothing that is not right. */
import { describe, expect, it } from 'vitest';
import { buffers, router, type SpecAndImpl } from '../../../bench/equivalence-systems.js';
import { badPair } from '../../../src/engine/equivalence/inequality/bad-pair.js';
import { meaningOfDirection } from '../../../src/engine/equivalence/inequality/meaning.js';
import { otherSide, sideBySide } from '../../../src/engine/equivalence/inequality/pair.js';
import { restsOf } from '../../../src/engine/equivalence/inequality/rest.js';
import { loadSolver } from '../../../src/engine/inequality/solver.js';
import { unfold } from '../../../src/engine/inequality/unfold.js';
import type { Case, Row } from '../../../src/evidence/certificate/certificate.js';
import { justifyComparison, type PairCase } from '../../../src/evidence/certificate/equivalence.js';

interface Written {
  pair: SpecAndImpl;
  cases: Case[];
  meanings: PairCase[];
}

/** Both parts of one direction: the other side comes to rest, and no trace that one continues alone. */
async function written(
  pair: SpecAndImpl,
  can: 'spec' | 'impl',
  form: 'published' | 'strong',
): Promise<Written> {
  const both = sideBySide(unfold(pair.spec), unfold(pair.impl), ({ name }) => pair.visible(name));
  const options = { eliminateCycles: true, mostNodes: 50, stop: () => false };
  const { value: rest } = await restsOf(await loadSolver(), both.halves[otherSide(can)], options).next();
  const bad = badPair(both, { can, progress: rest.progress }, form);
  const direction: Case = { name: can, inequalities: bad.inequalities, proof: [] };
  return {
    pair,
    cases: [rest.proof, direction],
    meanings: [rest.meaning, meaningOfDirection(both, can, bad)!],
  };
}

const judge = ({ pair, cases, meanings }: Written) =>
  justifyComparison({ spec: pair.spec, impl: pair.impl }, pair.visible, cases, meanings).justified;

const withRow = (given: Written, number: number, row: Row): Written => {
  const [rest, direction] = given.cases;
  const rows = direction.inequalities.rows.with(number, row);
  return { ...given, cases: [rest, { ...direction, inequalities: { ...direction.inequalities, rows } }] };
};

const SAMPLES = [
  ['buffers', buffers(3), 'spec'],
  ['buffers', buffers(3), 'impl'],
  ['router', router(2), 'spec'],
  ['router', router(2), 'impl'],
] as const;

describe.each(SAMPLES)('%s', (_, pair, can) => {
  it.each(['published', 'strong'] as const)(
    'the rows are accepted as the engine writes them: %s',
    async (form) => {
      expect(judge(await written(pair, can, form))).toBe(true);
    },
  );

  it('no row may say more', async () => {
    const given = await written(pair, can, 'strong');
    given.cases[1].inequalities.rows.forEach((row, number) => {
      const tighter = {
        ...row,
        upper: row.upper! - 1,
        ...(row.lower === undefined ? {} : { lower: row.lower - 1 }),
      };
      expect(`${row.name} ${judge(withRow(given, number, tighter))}`).toBe(`${row.name} false`);
    });
  });

  it('no coefficient may be another', async () => {
    const given = await written(pair, can, 'strong');
    given.cases[1].inequalities.rows.forEach((row, number) => {
      row.coefficients.forEach((a, i) => {
        if (row.columns.length === 1) return;
        const changed = { ...row, coefficients: row.coefficients.with(i, -a) };
        expect(`${row.name} ${i} ${judge(withRow(given, number, changed))}`).toBe(`${row.name} ${i} false`);
      });
    });
  });

  it('no step may be without a column, and none may be bounded', async () => {
    const given = await written(pair, can, 'strong');
    const [rest, direction] = given.meanings;
    const edge = direction.columns.findIndex(({ kind }) => kind === 'edge');
    const columns = direction.columns.with(edge, { kind: 'next', name: 'nothing' });
    expect(judge({ ...given, meanings: [rest, { ...direction, columns }] })).toBe(false);
    const [first, second] = given.cases;
    const bounded = second.inequalities.columns.with(edge, {
      ...second.inequalities.columns[edge],
      upper: 1,
    });
    const inequalities = { ...second.inequalities, columns: bounded };
    expect(judge({ ...given, cases: [first, { ...second, inequalities }] })).toBe(false);
  });
});

describe('other systems', () => {
  it('the rows of one pair are not those of another', async () => {
    const given = await written(buffers(3), 'spec', 'strong');
    expect(judge({ ...given, pair: { ...given.pair, impl: buffers(4).impl } })).toBe(false);
    expect(judge({ ...given, pair: { ...given.pair, spec: buffers(4).spec } })).toBe(false);
    expect(judge({ ...given, pair: { ...given.pair, visible: () => true } })).toBe(false);
  });

  it('nothing is said without the other side coming to rest', async () => {
    const { pair, cases, meanings } = await written(buffers(3), 'spec', 'strong');
    expect(judge({ pair, cases: cases.slice(1), meanings: meanings.slice(1) })).toBe(false);
    expect(justifyComparison(pair, pair.visible, cases, [meanings[0], undefined]).justified).toBe(
      'not covered',
    );
  });

  it('steps that may go round cannot be left out of a closed flow', async () => {
    const { pair, cases, meanings } = await written(buffers(3), 'spec', 'strong');
    const [rest] = meanings;
    if (rest.kind !== 'rest') throw new Error(rest.kind);
    // With the visible symbols among them, every cell goes round.
    const all = pair.impl.symbols.map((_, symbol) => symbol);
    expect(judge({ pair, cases: cases.slice(0, 1), meanings: [{ ...rest, symbols: all }] })).toBe(false);
  });
});
