/**
 * The published way of excluding disconnected cycles (CYCLES, equations 9 to 13): a subgraph of the
 * edges in use (`s`) that gives every vertex with flow an incoming edge and a depth (`d`) that grows
 * along it. It bounds every count by B, so what it excludes is excluded only up to B.
 */
import type { Highs } from 'highs';
import type { Graph, Inequalities } from '../../evidence/certificate/certificate.js';
import { Deduction, incidenceOf } from './deduction.js';
import { Relaxation, type Relaxed } from './solver.js';

/** The bound on counts that the paper used. */
export const PUBLISHED_BOUND = 10_000;

/** The solver's word on the augmented system, in whole numbers. It is not a proof. */
export function solveAugmented(
  highs: Highs,
  inequalities: Inequalities,
  seconds: number | undefined,
): Relaxed {
  let augmented = inequalities;
  for (const graph of inequalities.graphs) augmented = augment(augmented, graph, PUBLISHED_BOUND);
  const relaxation = new Relaxation(
    highs,
    augmented,
    new Float64Array(augmented.columns.length),
    true,
    seconds,
  );
  try {
    return relaxation.solve();
  } finally {
    relaxation.dispose();
  }
}

/** The part of a graph that can carry flow at all; all its last vertices count as one. */
export function sector(inequalities: Inequalities, number: number): Graph {
  const deduction = new Deduction(inequalities, incidenceOf(inequalities));
  deduction.propagate(true);
  const graph = inequalities.graphs[number];
  const edges = graph.edges.filter(({ column }) => deduction.upper[column] > 0);
  const left = new Set(edges.map(({ from }) => from));
  const vertices = new Map<number, number>();
  const place = (vertex: number): number => {
    const known = left.has(vertex) ? vertex : -1;
    if (!vertices.has(known)) vertices.set(known, vertices.size);
    return vertices.get(known)!;
  };
  const renumbered = edges.map(({ column, from, to }) => ({ column, from: place(from), to: place(to) }));
  const sources = graph.sources.filter((source) => left.has(source)).map(place);
  return { name: graph.name, vertices: vertices.size, sources, edges: renumbered };
}

/** Adds columns and rows for one graph. */
export function augment(inequalities: Inequalities, graph: Graph, most: number): Inequalities {
  const { columns, rows, graphs } = inequalities;
  const result: Inequalities = { columns: [...columns], rows: [...rows], graphs };
  const depth = Array.from({ length: graph.vertices }, (_, vertex) => {
    result.columns.push({ name: `d ${graph.name} ${vertex}`, upper: graph.vertices, integral: true });
    return result.columns.length - 1;
  });
  const entering = new Map<number, { flow: number; chosen: number }[]>();
  for (const { column, from, to } of graph.edges) {
    result.columns.push({ name: `s ${columns[column].name}`, upper: 1, integral: true });
    const chosen = result.columns.length - 1;
    entering.set(to, [...(entering.get(to) ?? []), { flow: column, chosen }]);
    result.columns[column] = { ...columns[column], upper: Math.min(most, columns[column].upper ?? most) };
    result.rows.push({ name: 'chosen has flow', columns: [column, chosen], coefficients: [1, -1], lower: 0 });
    const n = graph.vertices;
    if (from === to) result.rows.push({ name: 'no loop', columns: [chosen], coefficients: [1], upper: 0 });
    else
      result.rows.push({
        name: 'deeper',
        columns: [depth[to], depth[from], chosen],
        coefficients: [1, -1, -(n + 1)],
        lower: -n,
      });
  }
  for (let vertex = 0; vertex < graph.vertices; vertex++) {
    if (graph.sources.includes(vertex)) continue;
    const edges = entering.get(vertex) ?? [];
    if (edges.length === 0) continue;
    result.rows.push({
      name: 'entered',
      columns: [...edges.map(({ chosen }) => chosen), ...edges.map(({ flow }) => flow)],
      coefficients: [...edges.map(() => most * edges.length), ...edges.map(() => -1)],
      lower: 0,
    });
  }
  return result;
}
