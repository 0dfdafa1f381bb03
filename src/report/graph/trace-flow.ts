/** The trace-flow graph of a question: meetings as diamonds, what may be interleaved joined by dashed lines. */
import type { Graph } from './graph.js';

/** What there is to draw; an engine fills it in. */
export interface TraceFlowDrawing {
  caption: string;
  nodes: {
    label: string;
    kind: 'start' | 'end' | 'meeting' | 'step' | 'place';
    states: string;
  }[];
  control: { from: number; to: number }[];
  interleaving: { from: number; to: number }[];
}

export function traceFlowGraph(
  name: string,
  { caption, nodes, control, interleaving }: TraceFlowDrawing,
): Graph {
  return {
    name,
    caption,
    groups: [
      {
        nodes: nodes.map(({ label, kind, states }) => ({
          label,
          note: states,
          ...(kind === 'start' ? { initial: true } : {}),
          ...(kind === 'end' ? { mark: 'end' as const } : {}),
          ...(kind === 'meeting' ? { shape: 'diamond' as const } : {}),
        })),
        edges: [
          ...control.map(({ from, to }) => ({ from, to, labels: [] })),
          ...interleaving.map(({ from, to }) => ({ from, to, labels: [], dashed: true, both: true })),
        ],
      },
    ],
  };
}
