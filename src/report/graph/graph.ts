/** A graph to be drawn: groups of nodes, and edges inside each group. What draws it knows nothing of models. */
export interface Graph {
  name: string;
  groups: Group[];
  /** Said below the drawing: what it leaves out, say. */
  caption?: string;
}

export interface Group {
  /** Absent where there is only one and it needs no title. */
  name?: string;
  nodes: GraphNode[];
  edges: GraphEdge[];
}

export interface GraphNode {
  label: string;
  initial?: boolean;
  mark?: 'end' | 'accept' | 'progress' | 'error' | 'stuck' | 'more';
  /** A second line below the label. */
  note?: string;
  shape?: 'diamond';
}

export interface GraphEdge {
  from: number;
  to: number;
  labels: string[];
  bold?: boolean;
  dashed?: boolean;
  /** It leads both ways. */
  both?: boolean;
}

/** Edges between the same two nodes drawn as one, with all their labels in order, each once. */
export function mergeEdges(edges: Iterable<{ from: number; to: number; label: string }>): GraphEdge[] {
  const merged = new Map<string, { from: number; to: number; labels: Set<string> }>();
  for (const { from, to, label } of edges) {
    const key = `${from} ${to}`;
    const known = merged.get(key);
    if (known) known.labels.add(label);
    else merged.set(key, { from, to, labels: new Set([label]) });
  }
  return [...merged.values()].map(({ from, to, labels }) => ({
    from,
    to,
    labels: [...labels].filter((label) => label !== ''),
  }));
}
