/** A graph as a Mermaid flowchart. */
import { escapeMermaid } from '../mermaid.js';
import { shorten } from '../printable.js';
import { fewOf } from './dot.js';
import type { Graph, GraphNode, Group } from './graph.js';

const LONGEST_LABEL = 60;

export function flowchart(graph: Graph): string {
  const lines = ['flowchart LR'];
  graph.groups.forEach((group, index) => {
    lines.push(...groupLines(group, index));
  });
  lines.push('  classDef bad fill:#f6c0c0', '  classDef more stroke-dasharray:4');
  if (graph.caption) lines.push(`  %% ${escapeMermaid(graph.caption)}`);
  return `${lines.join('\n')}\n`;
}

function groupLines(group: Group, index: number): string[] {
  const named = group.name !== undefined;
  const indent = named ? '    ' : '  ';
  const lines: string[] = [];
  if (named) lines.push(`  subgraph g${index}["${text(group.name!)}"]`);
  group.nodes.forEach((node, i) => {
    if (node.initial) lines.push(`${indent}s${index}_${i}(( )) --> n${index}_${i}`);
    lines.push(`${indent}n${index}_${i}${shape(node)}${className(node)}`);
  });
  for (const { from, to, labels, bold, dashed, both } of group.edges) {
    const arrow = `${both ? '<' : ''}${bold ? '==>' : dashed ? '-.->' : '-->'}`;
    const label = labels.length > 0 ? `|"${fewOf(labels).map(text).join('<br/>')}"|` : '';
    lines.push(`${indent}n${index}_${from} ${arrow}${label} n${index}_${to}`);
  }
  if (named) lines.push('  end');
  return lines;
}

function shape(node: GraphNode): string {
  const note = node.note === undefined ? '' : `<br/>${text(node.note)}`;
  const label = `"${text(node.label)}${note}"`;
  if (node.shape === 'diamond') return `{${label}}`;
  return node.mark === 'end' || node.mark === 'accept' ? `[[${label}]]` : `([${label}])`;
}

function className(node: GraphNode): string {
  if (node.mark === 'error' || node.mark === 'stuck') return ':::bad';
  return node.mark === 'more' ? ':::more' : '';
}

function text(label: string): string {
  return escapeMermaid(shorten(label, LONGEST_LABEL));
}
