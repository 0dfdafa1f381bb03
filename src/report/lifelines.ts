/**
 * Which processes a diagram of a trace shows: those that take part in a step, and those that wait for
 * ever at its end. A process number can be used again by a later process, so a lifeline is known by
 * number and name.
 */
import type { Trace } from '../evidence/trace.js';

export interface Lifeline {
  key: string;
  process: number;
  name: string;
  /** In how many steps it takes part. */
  steps: number;
}

export function lifelineKey(of: { process: number; name: string }): string {
  return `${of.process} ${of.name}`;
}

/** At most `most` lifelines, the busiest, in order of process numbers; `left` counts those left out. */
export function lifelinesOf(
  trace: Trace,
  most = Number.POSITIVE_INFINITY,
): { lifelines: Lifeline[]; left: number } {
  const found = new Map<string, Lifeline>();
  const note = (of: { process: number; name: string }, steps: number) => {
    const key = lifelineKey(of);
    const known = found.get(key);
    if (known) known.steps += steps;
    else found.set(key, { key, process: of.process, name: of.name, steps });
  };
  for (const step of trace.steps) for (const participant of step.participants) note(participant, 1);
  if (trace.ending.kind === 'deadlock') {
    for (const waiting of trace.ending.waiting) if (!waiting.atEnd) note(waiting, 0);
  }
  const all = [...found.values()];
  const kept = all.length <= most ? all : [...all].sort((a, b) => b.steps - a.steps).slice(0, most);
  return { lifelines: kept.sort((a, b) => a.process - b.process), left: all.length - kept.length };
}
