/**
 * The moments of an execution that the page can stand at: the start, each step, and the end where there
 * is something to say about it. Of a very long execution the middle is left out.
 */
import { lengthOf, type Trace, type TraceStep } from '../../evidence/trace.js';

export type Moment =
  | { kind: 'start' }
  | { kind: 'step'; index: number; step: TraceStep }
  | { kind: 'left out'; count: number }
  | { kind: 'end' };

const MOST_STEPS = 1_500;

export function momentsOf(trace: Trace): Moment[] {
  const count = trace.steps.length;
  const head = count <= MOST_STEPS ? count : Math.ceil(MOST_STEPS / 2);
  const tail = count <= MOST_STEPS ? count : count - (MOST_STEPS - head);
  const moments: Moment[] = [{ kind: 'start' }];
  trace.steps.forEach((step, index) => {
    if (index === head && head < tail)
      moments.push({ kind: 'left out', count: tail - head + lengthOf(trace) - count });
    if (index < head || index >= tail) moments.push({ kind: 'step', index, step });
  });
  if (trace.ending.kind !== 'goes on' && trace.ending.kind !== 'cycle') moments.push({ kind: 'end' });
  return moments;
}
