/**
 * Flow that no walk reaches, and what can be concluded from it without branching: edges that carry no
 * flow in any solution are removed, by proof.
 */
import type { Deduction } from './deduction.js';
import { combination, type RowValues, wholeFactors } from './exact.js';
import { excludes } from './probe.js';
import { type Relaxed, WHOLE } from './solver.js';

/** Vertices with flow that the walk does not reach, in the first graph that has any. */
export function apart(
  deduction: Deduction,
  values: Float64Array,
): { graph: number; vertices: number[] } | undefined {
  const { graphs } = deduction.inequalities;
  for (let graph = 0; graph < graphs.length; graph++) {
    const flows = graphs[graph].edges.filter(({ column }) => values[column] > WHOLE);
    if (flows.length === 0) continue;
    const missing = deduction.unreached(graph, (column) => values[column] > WHOLE);
    const vertices = new Set<number>();
    for (const { from, to } of flows) {
      if (missing[from] === 1) vertices.add(from);
      if (missing[to] === 1) vertices.add(to);
    }
    if (vertices.size > 0) return { graph, vertices: [...vertices] };
  }
  return undefined;
}

/**
 * Solutions can be mixed, so if some solution enters a part that this one does not reach, another one
 * does both. Asks for such until the flow that lies apart is reached; what can never be entered is
 * fixed. True if something was fixed.
 */
export function closeSupport(
  deduction: Deduction,
  values: Float64Array,
  asking: {
    relax(deduction: Deduction, costs: Float64Array): Relaxed;
    byRow(values: Float64Array): RowValues;
    stop(): boolean;
  },
): boolean {
  const inSupport = Uint8Array.from(values, (value) => (value > WHOLE ? 1 : 0));
  for (;;) {
    if (asking.stop()) return false;
    const frontier = frontierOf(deduction, inSupport);
    if (frontier.length === 0) return false;
    const costs = new Float64Array(values.length);
    for (const column of frontier) costs[column] = -1;
    // A little flow into it would do; the cap keeps the question bounded.
    const capped = deduction.branch();
    for (const column of frontier) capped.assume(column, 0, 1);
    const relaxed = asking.relax(capped, costs);
    if (relaxed.status !== 'feasible') return false;
    if (!frontier.some((column) => relaxed.values[column] > WHOLE))
      return fixExcluded(deduction, frontier, asking.byRow(relaxed.duals));
    relaxed.values.forEach((value, column) => {
      if (value > WHOLE) inSupport[column] = 1;
    });
  }
}

/** The edges by which a walk could leave what it reaches within the support, where flow lies outside of it. */
function frontierOf(deduction: Deduction, inSupport: Uint8Array): number[] {
  const found: number[] = [];
  deduction.inequalities.graphs.forEach(({ edges }, graph) => {
    const missing = deduction.unreached(graph, (column) => inSupport[column] === 1);
    if (!edges.some(({ column, from }) => inSupport[column] === 1 && missing[from] === 1)) return;
    for (const { column, from, to } of edges)
      if (missing[from] === 0 && missing[to] === 1 && deduction.upper[column] > 0) found.push(column);
  });
  return found;
}

/** Draws that the group has no flow from the duals of the question how much it could have; false if they do not show it. */
export function fixExcluded(deduction: Deduction, group: number[], duals: RowValues): boolean {
  for (const factors of wholeFactors(deduction, duals)) {
    const found = combination(deduction, factors);
    if (!found || !excludes(found, group, deduction)) continue;
    deduction.combine(found.multipliers, found.columns, found.coefficients, found.lower);
    return true;
  }
  return false;
}
