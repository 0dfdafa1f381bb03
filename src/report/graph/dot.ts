/** A graph in Graphviz's language. */
import { printable, shorten } from '../printable.js';
import type { Graph, GraphEdge, GraphNode, Group } from './graph.js';

const LONGEST_LABEL = 80;
const MOST_LABELS = 8;

export function dot(graph: Graph): string {
  const lines = [
    `digraph ${quoted([graph.name])} {`,
    '  rankdir=LR;',
    '  node [shape=ellipse, fontname="sans-serif", fontsize=11];',
    '  edge [fontname="sans-serif", fontsize=10];',
  ];
  if (graph.caption) lines.push(`  label=${quoted([graph.caption])};`);
  graph.groups.forEach((group, index) => {
    lines.push(...groupLines(group, index));
  });
  lines.push('}');
  return `${lines.join('\n')}\n`;
}

function groupLines(group: Group, index: number): string[] {
  const cluster = group.name !== undefined;
  const indent = cluster ? '    ' : '  ';
  const lines: string[] = [];
  if (cluster) lines.push(`  subgraph cluster_${index} {`, `    label=${quoted([group.name!])};`);
  group.nodes.forEach((node, i) => {
    if (node.initial) {
      lines.push(`${indent}s${index}_${i} [shape=point, label=""];`);
      lines.push(`${indent}s${index}_${i} -> n${index}_${i};`);
    }
    lines.push(`${indent}n${index}_${i} [label=${quoted(linesOf(node))}${appearance(node)}];`);
  });
  for (const edge of group.edges) {
    lines.push(`${indent}n${index}_${edge.from} -> n${index}_${edge.to}${attributes(edge)};`);
  }
  if (cluster) lines.push('  }');
  return lines;
}

const linesOf = ({ label, note }: GraphNode): string[] => (note === undefined ? [label] : [label, note]);

function attributes({ labels, bold, dashed, both }: GraphEdge): string {
  const style = [...(bold ? ['bold'] : []), ...(dashed ? ['dashed'] : [])].join();
  const list = [
    ...(labels.length > 0 ? [`label=${quoted(fewOf(labels))}`] : []),
    ...(style === '' ? [] : [`style="${style}"`]),
    ...(bold ? ['penwidth=2.5'] : []),
    ...(both ? ['dir=both'] : []),
  ];
  return list.length > 0 ? ` [${list.join(', ')}]` : '';
}

export function fewOf(labels: string[]): string[] {
  if (labels.length <= MOST_LABELS) return labels;
  return [...labels.slice(0, MOST_LABELS - 1), `and ${labels.length - MOST_LABELS + 1} more`];
}

function appearance(node: GraphNode): string {
  if (node.shape === 'diamond') return ', shape=diamond';
  switch (node.mark) {
    case 'end':
    case 'accept':
      return ', peripheries=2';
    case 'progress':
      return ', style=filled, fillcolor="#d8f0d8"';
    case 'error':
    case 'stuck':
      return ', style=filled, fillcolor="#f6c0c0"';
    case 'more':
      return ', style=dashed';
    default:
      return '';
  }
}

/** A quoted string: `"`, `\` and entities are special in labels, and `\n` between the lines is ours. */
function quoted(lines: string[]): string {
  const escaped = lines.map((line) =>
    shorten(printable(line), LONGEST_LABEL)
      .replace(/&(?=#?\w+;)/g, '&amp;')
      .replace(/\\/g, '\\\\')
      .replace(/"/g, '\\"'),
  );
  return `"${escaped.join('\\n')}"`;
}
