/**
 * From what an engine says to what a user is told. A `violated` leaves here only after its run was
 * replayed on the reference interpreter and judged to violate the question.
 */
import type { Answer } from '../engine/answer.js';
import type { Entry } from '../evidence/certificate/evidence.js';
import { violates } from '../evidence/judge.js';
import { minimise } from '../evidence/minimise.js';
import { replay } from '../evidence/replay.js';
import { stuckness } from '../evidence/waiting.js';
import { Interpreter } from '../model/interpreter.js';
import type { System } from '../model/system.js';
import { asksTimeout } from '../model/timeout.js';
import type { Run } from '../model/transition.js';
import type { Question } from '../property/question.js';
import { abstractionsOf, BOUND, boundsOf } from './abstraction.js';
import type { Conducted } from './portfolio/conduct.js';
import type { Result } from './result.js';
import type { Task } from './task.js';
import { unreachedCode } from './unreached.js';

/** `goOn`: whether there is time left to make the run shorter. */
export function resultOf(
  file: string,
  system: System,
  question: Question,
  answer: Conducted,
  goOn: () => boolean,
): Result {
  const common = {
    file,
    property: question.name,
    text: question.text,
    span: question.span,
    engine: answer.engine,
    statistics: answer.statistics,
    notices: [...(question.notices ?? []), ...answer.notices],
    attempts: answer.attempts,
  };
  if (answer.verdict !== 'inconclusive' && watchesTimeout(system, question)) {
    const reason = `the answer would rest on 'timeout' in the property, which is taken as false there`;
    return { ...common, verdict: 'inconclusive', reason };
  }
  if (answer.verdict === 'holds') {
    const unreached = answer.unreached && unreachedCode(system, answer.unreached);
    return { ...common, verdict: 'holds', strength: answer.strength, ...(unreached ? { unreached } : {}) };
  }
  if (answer.verdict === 'inconclusive') {
    return { ...common, verdict: 'inconclusive', reason: answer.reason, limit: answer.limit };
  }
  const interpreter = new Interpreter(system);
  const stillViolates = (run: Run) => violates(interpreter, question.ask, run);
  if (!stillViolates(answer.run))
    throw new Error(`the run found against '${question.name}' does not violate it`);
  const run =
    question.ask.kind === 'progress' ? answer.run : minimise(interpreter, answer.run, stillViolates, goOn);
  const trace = replay(interpreter, run);
  const how = question.ask.kind === 'deadlock-free' ? stuckness(trace.ending) : undefined;
  const reason = how === undefined ? answer.reason : `${answer.reason}; ${how}`;
  return { ...common, verdict: 'violated', reason, trace };
}

/** Is `timeout` asked for outside the processes: by the question, or by a process that only watches? */
function watchesTimeout({ types }: System, { ask }: Question): boolean {
  if (ask.kind === 'invariant') return asksTimeout(ask.predicate);
  if (ask.kind === 'order') return ask.observers.some(({ atoms }) => asksTimeout(atoms));
  const observer = ask.kind === 'assertions' ? ask.observer : undefined;
  return (
    observer !== undefined && types.some(({ observes, steps }) => observes === observer && asksTimeout(steps))
  );
}

/** What is to be written down about a question that was answered with `holds`. */
export function entryOf({ question, asked, index }: Task, answer: Conducted): Entry {
  const { name: property, text } = question;
  const common = { property, text, asked, index };
  return answer.evidence
    ? { ...common, evidence: answer.evidence }
    : {
        ...common,
        missing: `the engine ${answer.engine} gave no certificate that could be checked against the program`,
      };
}

export const restsOn = (system: System, answer: Answer): string[] =>
  answer.verdict === 'violated' ? abstractionsOf(new Interpreter(system), answer.run) : [];

/** A violation that needs a step which the program may not be able to take. */
export function candidate(result: Result, rests: string[]): Result {
  if (result.verdict !== 'violated') return result;
  const { trace, reason, ...common } = result;
  const named = rests.map((what) => what.replace(BOUND, '')).join('; ');
  return {
    ...common,
    verdict: 'inconclusive',
    reason: `a candidate was found (${reason}), but it depends on what the model leaves open: ${named}`,
    candidate: trace,
  };
}

/** Nothing is wrong as far as the model goes. */
export function upToBound(result: Result, system: System, answer: Answer): Result {
  const bounds = boundsOf(system, (answer.verdict === 'holds' && answer.unreached) || []);
  if (result.verdict !== 'holds' || bounds.length === 0) return result;
  const { strength: _, certificate: __, ...common } = result;
  const reason = `it holds as far as the model goes; executions are followed no further where there is ${bounds.join('; ')}`;
  return { ...common, verdict: 'inconclusive', reason };
}
