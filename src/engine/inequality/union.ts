/**
 * Several ways to answer "no" as one system of inequalities: a sequence variable for each, exactly one
 * of them 1, and every constant of a way multiplied by its variable. Where the variable is 0 the way
 * asks for nothing, and 0 everywhere satisfies it; so there is a solution exactly if one of the ways
 * has one.
 */
import type { Inequalities, Row } from '../../evidence/certificate/certificate.js';
import { equals, InequalityBuilder, Terms } from './builder.js';
import type { Possibility } from './possibility.js';

/** For each way the number of its first column, and the column of its sequence variable. */
export interface United {
  inequalities: Inequalities;
  parts: { first: number; chosen: number }[];
}

export function unite(ways: readonly { name: string; inequalities: Inequalities }[]): United {
  const builder = new InequalityBuilder();
  const parts = ways.map(({ name }) => ({ first: 0, chosen: builder.count(`sequence ${name}`, 1) }));
  builder.row('one sequence', new Terms().addAll(parts.map(({ chosen }) => chosen)), equals(1));
  ways.forEach(({ name, inequalities: { columns, rows, graphs } }, i) => {
    const { chosen } = parts[i];
    const first = builder.columns.length;
    parts[i].first = first;
    const named = (text: string) => `${name}: ${text}`;
    for (const column of columns) builder.columns.push({ ...column, name: named(column.name) });
    columns.forEach(({ name: text, upper }, column) => {
      if (upper === undefined) return;
      const terms = new Terms().add(chosen, upper).add(first + column, -1);
      builder.row(named(`${text} at most ${upper}`), terms, { lower: 0 });
    });
    for (const row of rows)
      for (const scaled of scale(row, first, chosen)) builder.rows.push({ ...scaled, name: named(row.name) });
    for (const graph of graphs)
      builder.graphs.push({
        ...graph,
        name: named(graph.name),
        edges: graph.edges.map(({ column, from, to }) => ({ column: first + column, from, to })),
      });
  });
  return { inequalities: builder, parts };
}

function scale(row: Row, first: number, chosen: number): Row[] {
  const side = (constant: number, bounds: Pick<Row, 'lower' | 'upper'>): Row => ({
    name: row.name,
    columns: [...row.columns.map((column) => first + column), ...(constant === 0 ? [] : [chosen])],
    coefficients: [...row.coefficients, ...(constant === 0 ? [] : [-constant])],
    ...bounds,
  });
  const { lower, upper } = row;
  if (lower !== undefined && lower === upper) return [side(lower, equals(0))];
  return [
    ...(lower === undefined ? [] : [side(lower, { lower: 0 })]),
    ...(upper === undefined ? [] : [side(upper, { upper: 0 })]),
  ];
}

/** All ways as one; a solution is realised as that of the way it chooses. */
export function unitedPossibility(ways: Possibility[]): Possibility {
  const { inequalities, parts } = unite(
    ways.map(({ name, problem }) => ({ name, inequalities: problem.inequalities })),
  );
  const costs = new Float64Array(inequalities.columns.length);
  ways.forEach(({ problem }, i) => {
    costs.set(problem.costs, parts[i].first);
  });
  const decisive = ways.flatMap(({ problem }, i) =>
    problem.decisive.map((column) => parts[i].first + column),
  );
  return {
    name: 'one of the sequences',
    reason: ways[0].reason,
    problem: { inequalities, decisive: [...parts.map(({ chosen }) => chosen), ...decisive], costs },
    realise: (interpreter, values) => {
      const i = parts.findIndex(({ chosen }) => values[chosen] > 0);
      const { first } = parts[i];
      return ways[i].realise(interpreter, values.slice(first, first + ways[i].problem.costs.length));
    },
  };
}
