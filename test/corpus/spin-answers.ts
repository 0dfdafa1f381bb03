/** The questions that `check` asks of a random model, answered by SPIN, in `check`'s words. */
import type { RandomModel } from '../language/promela/random/model.js';
import { type PanRun, SpinModel } from './spin.js';

export interface SpinAnswers {
  /** Undefined where SPIN's states have a part that is not of the program: the place in a trace. */
  counts: { states: number; transitions: number } | undefined;
  /** `holds` or `violated` for each property; properties that SPIN could not decide are left out. */
  verdicts: Map<string, string>;
}

export function spinAnswers(model: RandomModel, properties: string[]): SpinAnswers {
  const files = (text: string) => ({ 'model.pml': text, ...(model.part && { 'part.pml': model.part }) });
  const spin = new SpinModel(files(model.text));
  // Beside a claim SPIN takes the accept labels of processes for the claim's own.
  const withoutLabels = new SpinModel(files(model.text.replace(/\baccept(?=\d+:)/g, 'plain')));
  try {
    if (spin.refusal) throw new Error(`SPIN refuses model ${model.seed}: ${spin.refusal}`);
    const plain = spin.run(['-DSAFETY', '-DNOCLAIM'], []);
    const watched = properties.includes('trace') || properties.includes('notrace');
    const verdicts = new Map<string, string>();
    for (const property of properties) {
      // SPIN calls it an invalid end state, too, where a trace assertion has not come to its end.
      if (property === 'deadlock-free' && /event_trace not completed/.test(plain.output)) continue;
      const { run, wrong } = asked(spin, withoutLabels, property, plain);
      const found = run.messages.some((message) => wrong.test(message));
      if (found || run.complete) verdicts.set(property, found ? 'violated' : 'holds');
    }
    const counts = { states: plain.stored, transitions: plain.transitions };
    return { counts: watched || !plain.complete ? undefined : counts, verdicts };
  } finally {
    spin.remove();
    withoutLabels.remove();
  }
}

/** Which run answers a question, and which of its messages say that the property is violated. */
function asked(
  spin: SpinModel,
  withoutLabels: SpinModel,
  property: string,
  plain: PanRun,
): { run: PanRun; wrong: RegExp } {
  switch (property) {
    case 'deadlock-free':
      return { run: plain, wrong: /^invalid end state/ };
    case 'assertions':
      return { run: plain, wrong: /^assertion violated/ };
    case 'trace':
    case 'notrace':
      return { run: plain, wrong: /^event_trace error/ };
    case 'accept labels':
      return { run: spin.run(['-DNOCLAIM'], ['-a', '-E']), wrong: /^acceptance cycle/ };
    case 'progress labels':
      return { run: spin.run(['-DNP', '-DNOCLAIM'], ['-l', '-E']), wrong: /^non-progress cycle/ };
    default: {
      // Beyond its first error a claim can go on for ever; errors of the program itself do not stop the run.
      const errors = plain.messages.some((message) => message.startsWith('assertion')) ? '-c0' : '-c1';
      // A formula that speaks of single states only is asserted by the claim that SPIN makes of it.
      const wrong = /^(acceptance cycle|end state in claim reached|claim violated|assertion violated +!)/;
      return { run: withoutLabels.run([], ['-a', '-E', errors, '-N', property]), wrong };
    }
  }
}
