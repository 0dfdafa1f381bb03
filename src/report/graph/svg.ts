/** Drawn by Graphviz, which is loaded only when it is needed. */
import { dot } from './dot.js';
import type { Graph } from './graph.js';

export async function svg(graph: Graph): Promise<string> {
  const { instance } = await import('@viz-js/viz');
  const graphviz = await instance();
  return graphviz.renderString(dot(graph), { format: 'svg' });
}
