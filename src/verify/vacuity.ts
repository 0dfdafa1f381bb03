/**
 * Events of a property that no execution shows: where the property holds for that reason, it says less
 * than it seems to. A short walk shows most events; only for the others is there a search.
 */
import type { Budget } from '../engine/budget.js';
import { Interpreter } from '../model/interpreter.js';
import type { System } from '../model/system.js';
import type { Occurrence } from '../model/transition.js';
import { type EventPattern, matchesEvent } from '../property/event.js';
import type { Observer } from '../property/observer.js';
import type { Question } from '../property/question.js';
import { ENGINES } from './portfolio/engines.js';

const MOST_WALKED = 150;
const MOST_SEARCHES = 8;

/** Named as in the property. What could not be found out within the budget is not among them. */
export async function eventsThatNeverHappen(
  system: System,
  question: Question,
  budget: Budget,
): Promise<string[]> {
  const { ask } = question;
  if (ask.kind !== 'order') return [];
  const unseen = new Map<string, EventPattern>();
  for (const { atoms } of ask.observers)
    for (const atom of atoms) if (atom.kind === 'event') unseen.set(atom.name, atom.pattern);
  if (unseen.size === 0) return [];
  walk(new Interpreter(system), (event) => {
    for (const [name, pattern] of unseen) if (matchesEvent(pattern, event)) unseen.delete(name);
    return unseen.size > 0;
  });
  const never: string[] = [];
  for (const [name, pattern] of [...unseen].slice(0, MOST_SEARCHES)) {
    const happens: Question = { ...question, ask: { kind: 'order', observers: [happening(name, pattern)] } };
    const answer = await ENGINES.reach.run(system, happens, budget, { reduction: 'auto' });
    if (answer.verdict === 'holds') never.push(name);
  }
  return never;
}

/** The first states, breadth first, as long as `see` wants to see more. */
function walk(interpreter: Interpreter, see: (event: Occurrence) => boolean): void {
  const queue = interpreter.initialStates().slice(0, MOST_WALKED);
  const known = new Set(queue.map(String));
  for (let i = 0; i < queue.length && i < MOST_WALKED; i++) {
    for (const transition of interpreter.transitions(queue[i])) {
      const { state, events, fault } = interpreter.successor(queue[i], transition);
      for (const event of events) if (!see(event)) return;
      if (fault || known.has(String(state))) continue;
      known.add(String(state));
      queue.push(state);
    }
  }
}

/** In state 1 once the event has happened. */
function happening(name: string, pattern: EventPattern): Observer {
  return {
    acceptance: 'finite',
    atoms: [{ kind: 'event', name, pattern }],
    initial: [0],
    successors: (state, letter) => [state === 1 || letter === 1 ? 1 : 0],
    bad: (state) => state === 1,
    badAtEnd: () => false,
    accepting: () => false,
  };
}
