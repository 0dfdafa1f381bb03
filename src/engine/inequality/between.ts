/**
 * The part of a flowgraph that lies between its start and its end: what a walk can use, each automaton
 * taken by itself. Propagation finds all of this and more together with a proof; this is for drawing,
 * and for asking what solutions there are when nobody excludes disconnected cycles.
 */
import type { Inequalities } from '../../evidence/certificate/certificate.js';
import type { Flowgraph } from './flowgraph.js';

/** For each column: does a walk from the start to the end pass it? Columns of no graph are let be. */
export function between({ inequalities, segments }: Flowgraph): boolean[] {
  const passed = inequalities.columns.map(() => true);
  for (const { vertices, sources, edges } of inequalities.graphs) {
    const last = segments * (vertices / (segments + 1));
    const ends = Array.from({ length: vertices - last }, (_, i) => last + i);
    const reached = closure(vertices, sources, edges);
    const leading = closure(
      vertices,
      ends,
      edges.map(({ from, to }) => ({ from: to, to: from })),
    );
    for (const { column, from, to } of edges) passed[column] = reached[from] === 1 && leading[to] === 1;
  }
  return passed;
}

function closure(
  vertices: number,
  starts: readonly number[],
  edges: readonly { from: number; to: number }[],
): Uint8Array {
  const next: number[][] = Array.from({ length: vertices }, () => []);
  for (const { from, to } of edges) next[from].push(to);
  const found = new Uint8Array(vertices);
  const open = [...starts];
  for (const vertex of open) {
    if (found[vertex] === 1) continue;
    found[vertex] = 1;
    open.push(...next[vertex]);
  }
  return found;
}

/** The same inequalities without the columns that lie outside. */
export function restricted(flowgraph: Flowgraph): Inequalities {
  const passed = between(flowgraph);
  const { columns, rows, graphs } = flowgraph.inequalities;
  return {
    rows,
    graphs,
    columns: columns.map((column, i) => (passed[i] ? column : { ...column, upper: 0 })),
  };
}
