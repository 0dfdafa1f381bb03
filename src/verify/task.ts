/** What is asked of a program: each question with the system it is about. */
import { InputError, type Reading } from '../model/diagnostic.js';
import type { Program } from '../model/program.js';
import type { SourceText } from '../model/source.js';
import type { System } from '../model/system.js';
import { bindProperties, builtInQuestion, declaredQuestions, parseProperties } from '../property/index.js';
import type { Question } from '../property/question.js';

/** Plain data, so that a thread can ask the same again. */
export interface Asked {
  /** Property files or texts; when anything is asked here, only that is checked. */
  properties?: SourceText[];
  /** Formulas of linear temporal logic. */
  ltl?: string[];
  /** Ask for freedom from deadlock. */
  deadlock?: boolean;
  /** Only executions that are weakly fair to every process count, where a property is about endless ones. */
  fair?: boolean;
}

/** A question and the system it is asked of (a declared formula may bring its own). */
export interface Task {
  question: Question;
  system: System;
  /** How the question is made again from the program: the so-manyth of all that is asked. */
  asked: Asked;
  index: number;
}

/** All that is asked of a program, always in the same order. */
export function tasksOf(program: Program, options: Asked): Task[] {
  const { properties, ltl, deadlock, fair } = options;
  const asked: Asked = { properties, ltl, deadlock, fair };
  const { system } = program;
  const found: Pick<Task, 'question' | 'system'>[] = [];
  const ask = (...questions: Question[]) => {
    for (const question of questions) found.push({ question, system });
  };
  const everything = !anythingAsked(asked);
  if (deadlock || everything) ask(builtInQuestion('deadlock-free'));
  if (everything) {
    if (canGoWrong(system)) ask(builtInQuestion('assertions'));
    for (const declared of accepted(declaredQuestions(program))) {
      found.push({ question: declared.question, system: declared.system ?? system });
    }
  }
  const inline = (ltl ?? []).map((formula) => ({ file: '--ltl', text: `ltl ${formula}` }));
  for (const source of [...(properties ?? []), ...inline]) {
    ask(...accepted(bindProperties(accepted(parseProperties(source)), system)));
  }
  return found.map((task, index) => {
    const question = fair ? fairly(task.question) : task.question;
    return { ...task, question, asked, index };
  });
}

export function anythingAsked({ deadlock, properties, ltl }: Asked): boolean {
  return Boolean(deadlock || properties?.length || ltl?.length);
}

/** What a system with more executions can only answer for the worse. */
export const isSafety = ({ ask }: Question): boolean =>
  ask.kind === 'deadlock-free' ||
  ask.kind === 'assertions' ||
  (ask.kind === 'order' && ask.observers.every((observer) => observer.acceptance === 'finite'));

/** Are only fair executions meant? */
export const isFair = ({ ask }: Question): boolean => ask.kind === 'order' && ask.fairness !== undefined;

/** The question of all executions, fair or not. */
export function unfairly(question: Question): Question {
  const { ask } = question;
  return ask.kind === 'order' ? { ...question, ask: { ...ask, fairness: undefined } } : question;
}

function fairly(question: Question): Question {
  const { ask } = question;
  if (ask.kind !== 'order' || !ask.observers.some((observer) => observer.acceptance === 'infinite'))
    return question;
  return { ...question, ask: { ...ask, fairness: ask.fairness ?? ('weak' as const) } };
}

/** Is there anything that an execution of the program itself could break? */
function canGoWrong(system: System): boolean {
  return (
    system.variables.length > 0 ||
    system.types.some(
      (type) =>
        type.observes === undefined &&
        (type.variables.length > 0 ||
          type.locations.some((location) => location.marks?.includes('error')) ||
          type.steps.some((step) => step.effects.length > 0)),
    )
  );
}

function accepted<T>(reading: Reading<T>): T {
  if (!reading.ok) throw new InputError(reading.diagnostics);
  return reading.value;
}
