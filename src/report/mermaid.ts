/** A trace as a Mermaid sequence diagram, for pages that draw them. */
import type { Trace, TraceStep } from '../evidence/trace.js';
import { lifelineKey, lifelinesOf } from './lifelines.js';
import { printable } from './printable.js';
import { joinWords } from './story.js';

export function mermaid(trace: Trace): string {
  const { lifelines } = lifelinesOf(trace);
  const number = new Map(lifelines.map((lifeline, i) => [lifeline.key, i]));
  const idOf = (of: { process: number; name: string }) => `P${number.get(lifelineKey(of))}`;
  const lines = ['sequenceDiagram', '  autonumber'];
  for (const lifeline of lifelines) {
    lines.push(`  participant ${idOf(lifeline)} as ${escapeMermaid(lifeline.name)}`);
  }
  let indent = '  ';
  trace.steps.forEach((step, i) => {
    if (i === trace.leftOut?.after) lines.push(`  Note over P0: ${trace.leftOut.steps} steps are left out`);
    if (i === trace.cycleFrom) {
      lines.push('  loop for ever');
      indent = '    ';
    }
    lines.push(...stepLines(step, idOf, number).map((line) => indent + line));
  });
  if (trace.cycleFrom !== undefined) lines.push('  end');
  lines.push(...endingLines(trace, idOf).map((line) => `  ${line}`));
  return `${lines.join('\n')}\n`;
}

/** The label of a joint step of many cannot be an arrow: it is a note over all of them. */
function stepLines(
  step: TraceStep,
  idOf: (of: { process: number; name: string }) => string,
  number: Map<string, number>,
): string[] {
  const label = escapeMermaid(step.label || step.events.join(', ') || 'a step');
  const [first, second] = step.participants;
  if (!first) return [];
  if (!second) return [`${idOf(first)}->>${idOf(first)}: ${label}`];
  if (step.participants.length === 2) return [`${idOf(first)}->>${idOf(second)}: ${label}`];
  const order = [...step.participants].sort(
    (a, b) => number.get(lifelineKey(a))! - number.get(lifelineKey(b))!,
  );
  const together = escapeMermaid(joinWords(order.map((participant) => participant.name)));
  return [`Note over ${idOf(order[0])},${idOf(order.at(-1)!)}: ${label} (${together} together)`];
}

function endingLines(trace: Trace, idOf: (of: { process: number; name: string }) => string): string[] {
  const { ending } = trace;
  if (ending.kind === 'deadlock') {
    return ending.waiting
      .filter((waiting) => !waiting.atEnd)
      .map((waiting) => {
        const ready = waiting.readyFor.length > 0 ? ` for ${escapeMermaid(waiting.readyFor.join(', '))}` : '';
        const others = ending.waiting.filter(
          ({ process }) => process !== waiting.process && waiting.waitsFor.includes(process),
        );
        const needs = joinWords(
          others.map(({ name }) => name),
          waiting.readyFor.length > 1 ? 'or' : 'and',
        );
        const whose = needs === '' ? '' : `, which needs ${escapeMermaid(needs)}`;
        return `Note over ${idOf(waiting)}: waits for ever${ready}${whose}`;
      });
  }
  const last = trace.steps.at(-1)?.participants[0];
  if ((ending.kind === 'fault' || ending.kind === 'error location') && last) {
    return [`Note over ${idOf(last)}: ${escapeMermaid(ending.message ?? ending.kind)}`];
  }
  return [];
}

/**
 * Mermaid reads `;`, `#`, `:`, brackets, arrows and the word `end` in texts as its own; its own escape is
 * the number of the character between `#` and `;`.
 */
export function escapeMermaid(text: string): string {
  const shown = printable(text)
    .replace(/[^\p{L}\p{M}\p{N} _.,()=!?/*'|]/gu, (character) => `#${character.codePointAt(0)};`)
    .replace(
      /(?<![\p{L}\p{N}_])end(?![\p{L}\p{N}_])/giu,
      (word) => `#${word.codePointAt(0)};${word.slice(1)}`,
    );
  return shown === '' ? ' ' : shown;
}
