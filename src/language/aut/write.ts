/** A labelled transition system; the silent action is called `tau`. */
export interface TransitionGraph {
  initial: number;
  states: number;
  transitions: Iterable<{ from: number; label: string; to: number }>;
}

/** Labels are quoted, so that commas and brackets in them do no harm; `i` is the format's silent action. */
export function writeAut(graph: TransitionGraph): string {
  const lines: string[] = [];
  for (const { from, label, to } of graph.transitions) lines.push(`(${from}, ${quoted(label)}, ${to})`);
  return `${[`des (${graph.initial}, ${lines.length}, ${graph.states})`, ...lines].join('\n')}\n`;
}

function quoted(label: string): string {
  if (label === 'tau') return 'i';
  const escaped = label.replace(/[\\"]/g, '\\$&').replace(/[\r\n]+/g, ' ');
  return `"${escaped}"`;
}
