/** The flowgraph of a question, one group for each automaton; what carries flow in a solution is bold. */
import type { Graph, GraphEdge, Group } from './graph.js';

/** What there is to draw; an engine fills it in. */
export interface FlowDrawing {
  caption: string;
  parts: {
    name: string;
    vertices: { label: string; begins: boolean; ends: boolean }[];
    edges: { from: number; to: number; label: string; flow: number; connects: boolean }[];
  }[];
}

export function flowGraph(name: string, { caption, parts }: FlowDrawing): Graph {
  return {
    name,
    caption,
    groups: parts.map(
      (part): Group => ({
        name: part.name,
        nodes: part.vertices.map(({ label, begins, ends }) => ({
          label,
          initial: begins || undefined,
          mark: ends ? 'end' : undefined,
        })),
        edges: part.edges.map(
          ({ from, to, label, flow, connects }): GraphEdge => ({
            from,
            to,
            labels: [flow > 1 ? `${label} (${flow})` : label].filter((text) => text !== ''),
            ...(flow > 0 ? { bold: true } : {}),
            ...(connects ? { dashed: true } : {}),
          }),
        ),
      }),
    ),
  };
}
