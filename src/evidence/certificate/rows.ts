/** The rows that a system justifies, in a form in which those of a certificate can be looked up. */
import type { ProcessType } from '../../model/system.js';
import type { Term } from './automaton.js';
import type { Row } from './certificate.js';

export type Justified =
  | { justified: true }
  | { justified: false; reason: string }
  | { justified: 'not covered' };

export class RowBook {
  private readonly rows = new Set<string>();
  /** What the certificate has no column for. */
  missing: string | undefined;

  constructor(private readonly columns: ReadonlyMap<string, number>) {}

  add(terms: Iterable<Term>, { lower, upper }: Pick<Row, 'lower' | 'upper'>): void {
    const sums = new Map<number, number>();
    for (const [key, a] of terms) {
      const column = this.columns.get(key);
      if (column === undefined) this.missing = `there is no column for '${key}'`;
      else sums.set(column, (sums.get(column) ?? 0) + a);
    }
    const used = [...sums].filter(([, a]) => a !== 0);
    const [names, factors] = [used.map(([column]) => column), used.map(([, a]) => a)];
    this.rows.add(textOf(names, factors, lower, upper));
  }

  has({ columns, coefficients, lower, upper }: Row): boolean {
    return this.rows.has(textOf(columns, coefficients, lower, upper));
  }
}

function textOf(columns: number[], coefficients: number[], lower?: number, upper?: number): string {
  const terms = columns.map((column, i) => [column, coefficients[i]]).sort((a, b) => a[0] - b[0]);
  return `${lower ?? ''}..${upper ?? ''} ${terms.map(([column, a]) => `${a}*${column}`).join(' ')}`;
}

/** A process without data, whose steps have no conditions and are taken alone or with a symbol. */
export function isPlain(type: ProcessType): boolean {
  return (
    type.variables.length === 0 &&
    type.channels.length === 0 &&
    !type.provided &&
    type.locations.every(({ region }) => region !== 'indivisible') &&
    type.steps.every(
      ({ guard, effects, action, priority }) =>
        !guard &&
        effects.length === 0 &&
        (priority ?? 0) === 0 &&
        (action.kind === 'internal' || action.kind === 'synchronise'),
    )
  );
}
