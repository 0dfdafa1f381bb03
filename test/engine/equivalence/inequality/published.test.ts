/**
 * The systems of the paper that introduced the method (Corbett and Avrunin, "Towards Scalable
 * Compositional Analysis", 1994): its Fig. 3 row by row, and the sizes of its tables.
 */
import { describe, expect, it } from 'vitest';
import { buffers, grid, router, type SpecAndImpl } from '../../../../bench/equivalence-systems.js';
import type { Side } from '../../../../src/engine/equivalence/enumerative/index.js';
import { badPair } from '../../../../src/engine/equivalence/inequality/bad-pair.js';
import { compareByInequalities } from '../../../../src/engine/equivalence/inequality/index.js';
import { otherSide, sideBySide } from '../../../../src/engine/equivalence/inequality/pair.js';
import { unfold } from '../../../../src/engine/inequality/unfold.js';
import type { Inequalities, Proof } from '../../../../src/evidence/certificate/certificate.js';
import { checkCertificate } from '../../../../src/evidence/certificate/check.js';

function published({ spec, impl, visible }: SpecAndImpl, can: Side): Inequalities {
  const pair = sideBySide(unfold(spec), unfold(impl), ({ name }) => visible(name));
  const { labels } = pair.halves[otherSide(can)];
  const progress = new Set(labels.flatMap((label, action) => (label === '' ? [action] : [])));
  return badPair(pair, { can, progress }, 'published').inequalities;
}

const compare = ({ spec, impl, visible }: SpecAndImpl) =>
  compareByInequalities(spec, impl, ({ name }) => visible(name), { now: () => 0 });

/** The names that Fig. 3 gives to our columns; `a` puts in, `b` takes out, `c` passes on. */
const FIGURE_NAMES: Record<string, string> = {
  'spec buffer: 0 -> 1 in': 'x1',
  'spec buffer: 1 -> 2 in': 'x2',
  'spec buffer: 2 -> 1 out': 'x3',
  'spec buffer: 1 -> 0 out': 'x4',
  'impl cell.1: 0 -> 1 in': 'x5',
  'impl cell.1: 1 -> 0 pass.1': 'x6',
  'impl cell.2: 0 -> 1 pass.1': 'x7',
  'impl cell.2: 1 -> 0 out': 'x8',
  'spec buffer ends in 0': 'c1',
  'spec buffer ends in 1': 'c2',
  'spec buffer ends in 2': 'c3',
  'impl cell.1 ends in 0': 'c4',
  'impl cell.1 ends in 1': 'c5',
  'impl cell.2 ends in 0': 'c6',
  'impl cell.2 ends in 1': 'c7',
  'next in': 'ea',
  'next out': 'eb',
};

/** Its 18 rows, brought to the form sum = number or sum <= number. */
const FIGURE = [
  'x4 - x1 - c1 = -1',
  'x1 + x3 - x2 - x4 - c2 = 0',
  'x2 - x3 - c3 = 0',
  'x6 - x5 - c4 = -1',
  'x5 - x6 - c5 = 0',
  'x8 - x7 - c6 = -1',
  'x7 - x8 - c7 = 0',
  'x6 - x7 = 0',
  'c5 + c6 <= 1',
  'ea + eb = 1',
  'x1 + x2 - x5 = 0',
  'x3 + x4 - x8 = 0',
  'ea - c1 - c2 <= 0',
  'eb - c2 - c3 <= 0',
  'c4 + ea <= 1',
  'c5 <= 1',
  'c6 <= 1',
  'c7 + eb <= 1',
];

/** A row as its terms in order, so that the order in which they were written does not matter. */
function canonical(row: string): string {
  const [sum, relation, bound] = row.split(/ (<=|=) /);
  const terms = ` + ${sum}`.replaceAll(' - ', ' + -').split(' + ').slice(1);
  return `${terms.sort().join(' + ')} ${relation} ${bound}`;
}

function shown({ columns, rows }: Inequalities): string[] {
  return rows.map(({ columns: used, coefficients, lower, upper }) => {
    const terms = used.map((column, i) => {
      expect(Math.abs(coefficients[i])).toBe(1);
      return `${coefficients[i] < 0 ? '-' : ''}${FIGURE_NAMES[columns[column].name]}`;
    });
    return canonical(`${terms.join(' + ')} ${lower === undefined ? '<=' : '='} ${upper}`);
  });
}

describe('the buffer with two places', () => {
  it('has exactly the 17 variables and 18 rows of Fig. 3', () => {
    const raw = published(buffers(2), 'spec');
    expect(raw.columns.map(({ name }) => FIGURE_NAMES[name]).sort()).toEqual(
      Object.values(FIGURE_NAMES).sort(),
    );
    expect([raw.columns.length, raw.rows.length]).toEqual([17, 18]);
    expect(shown(raw).sort()).toEqual(FIGURE.map(canonical).sort());
  });

  it('is equivalent to two cells: no solution in either direction', async () => {
    const answer = await compare(buffers(2));
    expect(answer).toMatchObject({
      verdict: 'equivalent',
      segments: 1,
      conditions: {
        spec: { divergenceFree: { shown: true }, deterministic: { shown: true } },
        impl: { divergenceFree: { shown: true }, deterministic: { shown: true } },
      },
    });
  });
});

describe('sizes', () => {
  it.each([2, 10, 100, 500])(
    '%i cells: 7n+3 variables and 7n+4 rows, reduced below the published',
    async (n) => {
      const answer = await compare(buffers(n));
      expect(answer.verdict).toBe('equivalent');
      expect(answer.sizes.map(({ can }) => can)).toEqual(['spec', 'impl']);
      expect(answer.sizes[0]).toMatchObject({ variables: 7 * n + 3, rows: 7 * n + 4 });
      for (const { reduced } of answer.sizes) {
        expect(reduced.variables).toBeLessThanOrEqual(4 * n + 11);
        expect(reduced.rows).toBeLessThanOrEqual(4 * n + 7);
      }
    },
  );

  it.each([2, 4, 6, 8, 10])('router n = %i, reduced below the published', async (n) => {
    const answer = await compare(router(n));
    expect(answer.verdict).toBe('equivalent');
    for (const { reduced } of answer.sizes) {
      expect(reduced.variables).toBeLessThanOrEqual(10 * n * n - n);
      expect(reduced.rows).toBeLessThanOrEqual(11 * n * n + 2 * n + 1);
    }
  });

  it.each([2, 3, 4])('router n = %i, hop by hop', async (n) => {
    expect((await compare(grid(n))).verdict).toBe('equivalent');
  });
});

describe('far beyond enumeration', () => {
  it('40 cells, one missing or one too many, are found out', async () => {
    const [spec, short, many] = [buffers(40), buffers(39), buffers(41)];
    expect(await compare({ ...spec, impl: short.impl })).toMatchObject({
      verdict: 'different',
      side: 'spec',
      word: new Array(40).fill('in'),
    });
    expect(await compare({ ...spec, impl: many.impl })).toMatchObject({
      verdict: 'different',
      side: 'impl',
      word: new Array(41).fill('in'),
    });
  });
});

describe('certificates', () => {
  it('are refused where a step is left out or changed', async () => {
    const answer = await compare(router(3));
    if (answer.verdict !== 'equivalent') throw new Error(answer.verdict);
    const { certificate } = answer;
    expect(checkCertificate(certificate).valid).toBe(true);
    let refused = 0;
    certificate.cases.forEach((one, i) => {
      const damage = (proof: Proof) => {
        const cases = certificate.cases.map((other, j) => (i === j ? { ...one, proof } : other));
        return checkCertificate({ ...certificate, cases }).valid;
      };
      expect(damage([])).toBe(false);
      one.proof.forEach((step, s) => {
        if (step.kind !== 'combine') return;
        if (!damage([...one.proof.slice(0, s), ...one.proof.slice(s + 1)])) refused++;
      });
    });
    expect(refused).toBeGreaterThan(20);
  });
});
