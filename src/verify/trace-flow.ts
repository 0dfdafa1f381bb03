/** The trace-flow graph behind one question about a program, to be drawn. */
import { type TraceFlowView, type ViewOptions, viewTraceFlow } from '../engine/flow/view.js';
import type { Loaded } from './language.js';
import { type OneQuestion, oneTask } from './one-question.js';

export async function traceFlowOf(
  loaded: Loaded,
  asked: OneQuestion,
  options: ViewOptions & { seconds: number; interrupted?: () => boolean },
): Promise<{ view: TraceFlowView } | { reason: string }> {
  const { question, system } = oneTask(loaded, asked);
  const now = () => performance.now() / 1000;
  const budget = { now, deadline: now() + options.seconds, interrupted: options.interrupted };
  return viewTraceFlow(system, question, budget, options);
}
