/** Certificates made wrong on purpose: a proof about inequalities that do have a solution. */
import { search } from '../../../src/engine/inequality/search.js';
import { loadSolver } from '../../../src/engine/inequality/solver.js';
import type { Certificate, Inequalities } from '../../../src/evidence/certificate/certificate.js';
import type { Chance } from '../../model/random-system.js';

const ATTEMPTS = 30;

/** The same proof with one row less, where a solution that the search finds is then possible. */
export async function* damagedCertificates(
  certificate: Certificate,
  chance: Chance,
): AsyncGenerator<Certificate> {
  const [first] = certificate.cases;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const inequalities = loosened(first.inequalities, chance.below(first.inequalities.rows.length));
    if (await hasSolution(inequalities)) yield { ...certificate, cases: [{ ...first, inequalities }] };
  }
}

function loosened(inequalities: Inequalities, row: number): Inequalities {
  return {
    ...inequalities,
    rows: inequalities.rows.map((r, i) => (i === row ? { ...r, lower: undefined, upper: undefined } : r)),
  };
}

async function hasSolution(inequalities: Inequalities): Promise<boolean> {
  const costs = new Float64Array(inequalities.columns.length).fill(1);
  const found = await search(
    await loadSolver(),
    { inequalities, decisive: [], costs },
    { eliminateCycles: true, mostNodes: 50, stop: () => false },
  );
  return found.kind === 'solution' && isSolution(inequalities, found.values);
}

/** Whole numbers that satisfy every row, with all flow reached from the sources. */
function isSolution({ rows, graphs, columns }: Inequalities, values: number[]): boolean {
  const bounded = columns.every(({ upper }, i) => values[i] >= 0 && values[i] <= (upper ?? Infinity));
  const satisfied = rows.every(({ columns: used, coefficients, lower, upper }) => {
    const sum = used.reduce((total, column, i) => total + coefficients[i] * values[column], 0);
    return sum >= (lower ?? -Infinity) && sum <= (upper ?? Infinity);
  });
  const connected = graphs.every(({ sources, edges }) => {
    const used = edges.filter(({ column }) => values[column] > 0);
    const reached = new Set(sources);
    for (const vertex of reached) for (const { from, to } of used) if (from === vertex) reached.add(to);
    return used.every(({ from }) => reached.has(from));
  });
  return bounded && satisfied && connected;
}
