import { describe, expect, it } from 'vitest';
import { Deduction, incidenceOf } from '../../../src/engine/inequality/deduction.js';
import { prove } from '../../../src/engine/inequality/index.js';
import { refuteByDivision } from '../../../src/engine/inequality/rounding.js';
import { reach } from '../../../src/engine/reach/reference/index.js';
import type { Certificate, Inequalities, Proof } from '../../../src/evidence/certificate/certificate.js';
import { checkCertificate } from '../../../src/evidence/certificate/check.js';
import type { System } from '../../../src/model/system.js';
import { patternEvents } from '../../../src/property/pattern/index.js';
import { damagedCertificates } from '../../evidence/certificate/damage.js';
import { Chance } from '../../model/random-system.js';
import { never, unlimited } from './ask.js';
import { libraryPatterns } from './library.js';
import { randomAutomata } from './random-questions.js';

/** `laps` steps `a` around a circle; `b` is offered after `offset` of them. */
function circle(laps: number, offset: number): System['types'][number] {
  const step = (from: number, to: number, symbol: number) => ({
    from,
    to,
    action: { kind: 'synchronise', symbol } as const,
    effects: [],
  });
  const around = Array.from({ length: laps }, (_, i) => step(i, (i + 1) % laps, 0));
  return {
    name: `every ${laps} from ${offset}`,
    parameters: 0,
    variables: [],
    channels: [],
    locations: Array.from({ length: laps + 1 }, () => ({})),
    initial: 0,
    steps: [...around, step(offset, laps, 1)],
    alphabet: [0, 1],
  };
}

function circles(...types: System['types']): System {
  return {
    name: 'circles',
    sources: [],
    variables: [],
    channels: [],
    symbols: [{ name: 'a' }, { name: 'b' }],
    types,
    instances: types.map(({ name }, type) => ({ name, type, arguments: [] })),
    processBound: types.length,
    arithmetic: 'fault',
  };
}

const someB = never({
  name: 'b happens',
  fairness: 'nofair',
  sequences: [
    [
      {
        initial: true,
        open: false,
        perpetual: false,
        endsWith: { kind: 'name', name: 'b' },
        require: [],
        constraints: [],
      },
    ],
  ],
});

const divisorsOf = (proof: Proof): string[] =>
  proof.flatMap((step) => {
    if (step.kind === 'combine') return step.divisor ?? [];
    if (step.kind === 'branch') return [...divisorsOf(step.below), ...divisorsOf(step.above)];
    if (step.kind === 'enter') return [...divisorsOf(step.never), ...divisorsOf(step.some)];
    return [];
  });

const divisors = (certificate: Certificate | undefined): string[] =>
  (certificate?.cases ?? []).flatMap(({ proof }) => divisorsOf(proof));

describe('counts that no common multiple can meet', () => {
  // `b` needs a number of `a` with both remainders: none exists exactly if they differ modulo a common divisor.
  it.each([
    [2, 0, 2, 1, 'holds', '2'],
    [6, 1, 4, 2, 'holds', '2'],
    [6, 1, 9, 2, 'holds', '3'],
    [12, 3, 8, 5, 'holds', '4'],
    [6, 1, 4, 3, 'violated', undefined],
    [3, 1, 2, 0, 'violated', undefined],
  ] as const)('%i steps from %i and %i from %i: %s', async (laps, from, others, at, verdict, divisor) => {
    const system = circles(circle(laps, from), circle(others, at));
    const answer = await prove(system, someB, unlimited);
    expect(answer.verdict).toBe(verdict);
    expect((await reach(system, someB, unlimited)).verdict).toBe(verdict);
    if (divisor !== undefined) expect(divisors(answer.certificate)).toContain(divisor);
  });

  it('no pair of three meets in the end: 6, 10 and 15 steps agree two by two, and so all three', async () => {
    const agree = circles(circle(6, 1), circle(10, 7), circle(15, 7));
    const differ = circles(circle(6, 1), circle(10, 7), circle(15, 8));
    expect((await prove(agree, someB, unlimited)).verdict).toBe('violated');
    expect((await prove(differ, someB, unlimited)).verdict).toBe('holds');
  });

  it('the query of the pattern library that no branching decided', async () => {
    const { text, pattern, question } = libraryPatterns().find(
      (one) => one.text === 'P responds to S, T after Q',
    )!;
    const system = randomAutomata(new Chance(1000 * 70 + text.length), patternEvents(pattern));
    const answer = await prove(system, question, unlimited);
    expect(answer.verdict).toBe('holds');
    expect((await reach(system, question, unlimited)).verdict).toBe('holds');
  });
});

describe('damaged certificates with divisions', () => {
  it('proofs about inequalities that do have a solution are refused', async () => {
    let refused = 0;
    for (const laps of [2, 4, 6]) {
      for (let offset = 0; offset < laps; offset++) {
        const system = circles(circle(laps, offset), circle(2, (offset + 1) % 2));
        const { certificate } = await prove(system, someB, unlimited);
        for await (const damaged of damagedCertificates(certificate!, new Chance(offset))) {
          expect(checkCertificate(damaged)).toMatchObject({ valid: false });
          refused++;
        }
      }
    }
    expect(refused).toBeGreaterThan(20);
  });

  it('every other divisor of the same sums is refused', async () => {
    const { certificate } = await prove(circles(circle(2, 0), circle(2, 1)), someB, unlimited);
    const [only] = certificate!.cases;
    for (const other of ['1', '3', '4', '5', '7']) {
      const proof = only.proof.map((step) =>
        step.kind === 'combine' && step.divisor ? { ...step, divisor: other } : step,
      );
      const checked = checkCertificate({ ...certificate!, cases: [{ ...only, proof }] });
      expect(checked, other).toMatchObject({ valid: false });
    }
  });
});

/** Columns bounded on neither side that matters, so that only divisibility can refute. */
function randomEquations(chance: Chance): Inequalities {
  const [width, height] = [chance.between(1, 3), chance.between(1, 3)];
  return {
    // A whole number of either sign is the difference of two columns.
    columns: Array.from({ length: 2 * width }, (_, i) => ({ name: `x${i}`, integral: true })),
    rows: Array.from({ length: height }, (_, r) => {
      const signed = Array.from({ length: width }, () => chance.between(-4, 4));
      const right = chance.between(-6, 6);
      return {
        name: `row ${r}`,
        columns: Array.from({ length: 2 * width }, (_, i) => i),
        coefficients: [...signed, ...signed.map((a) => -a)],
        lower: right,
        upper: right,
      };
    }),
    graphs: [],
  };
}

/** Is every congruence modulo m solvable? Tried for all residues. */
function solvableModulo({ rows }: Inequalities, m: number): boolean {
  const width = rows[0].columns.length / 2;
  const residues = Array.from({ length: m ** width }, (_, n) =>
    Array.from({ length: width }, (_, i) => Math.floor(n / m ** i) % m),
  );
  return residues.some((x) =>
    rows.every(
      ({ coefficients, lower }) => (x.reduce((sum, v, i) => sum + coefficients[i] * v, 0) - lower!) % m === 0,
    ),
  );
}

describe('equations in whole numbers', () => {
  it('what is refuted is refuted modulo the divisor by trying all residues, and the checker agrees', () => {
    let refuted = 0;
    for (let seed = 0; seed < 400; seed++) {
      const inequalities = randomEquations(new Chance(seed));
      const deduction = new Deduction(inequalities, incidenceOf(inequalities));
      const small = [2, 3, 4, 5, 7, 8, 9].filter((m) => !solvableModulo(inequalities, m));
      const found = refuteByDivision(deduction);
      if (small.length > 0 && !found) {
        // Equations that contradict each other over the rationals are left to the solver.
        expect(isSingular(inequalities), `seed ${seed}`).toBe(true);
        continue;
      }
      if (!found) continue;
      refuted++;
      const certificate: Certificate = {
        schema: 'heddle-certificate-1',
        claim: 'no solution',
        cases: [{ name: 'equations', inequalities, proof: deduction.steps }],
      };
      expect(checkCertificate(certificate), `seed ${seed}`).toMatchObject({ valid: true });
      const [divisor] = divisors(certificate);
      if (Number(divisor) <= 12)
        expect(solvableModulo(inequalities, Number(divisor)), `seed ${seed}`).toBe(false);
    }
    expect(refuted).toBeGreaterThan(100);
  });
});

/** Do some of the left sides depend on the others? By elimination over fractions. */
function isSingular({ rows }: Inequalities): boolean {
  const left = rows.map(({ coefficients }) => coefficients.slice(0, coefficients.length / 2));
  for (let column = 0, done = 0; column < left[0].length; column++) {
    const pivot = left.findIndex((row, r) => r >= done && Math.abs(row[column]) > 1e-9);
    if (pivot < 0) continue;
    [left[done], left[pivot]] = [left[pivot], left[done]];
    for (let r = done + 1; r < left.length; r++) {
      const times = left[r][column] / left[done][column];
      left[r] = left[r].map((value, i) => value - times * left[done][i]);
    }
    done++;
  }
  return left.some((row) => row.every((value) => Math.abs(value) < 1e-9));
}
