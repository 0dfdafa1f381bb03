/** What the flow engine can be asked, and how a question becomes observers that must find nothing. */
import type { ProcessType, System } from '../../model/system.js';
import { observersOfQuery } from '../../property/interval/index.js';
import type { Observer } from '../../property/observer.js';
import type { Question } from '../../property/question.js';
import { mayShow } from './watched.js';

export type Applicable = { observers: Observer[] } | { reason: string };

export function observersFor(system: System, { ask }: Question): Applicable {
  if (ask.kind !== 'order')
    return { reason: 'only questions about the order of events are answered this way' };
  let { observers } = ask;
  if (observers.some(isEndless)) {
    if (ask.queries === undefined || ask.queries.length === 0)
      return { reason: 'the property is about what goes on for ever, or needs more than events' };
    // Whatever violates the property is denoted by one of its queries.
    observers = ask.queries.flatMap(observersOfQuery);
    if (observers.some(isEndless)) return { reason: 'the property is about what goes on for ever' };
  }
  if (observers.some(({ atoms }) => atoms.some((atom) => atom.kind === 'state')))
    return { reason: 'the property asks for states, and the graph has only events' };
  const unsteady = system.types.find((type, t) => type.alphabet.length > 0 && comesOrGoes(system, type, t));
  // The others need it only while it is there, and the graph has those who always take part.
  if (unsteady)
    return { reason: `${unsteady.name} synchronises on symbols, and does so only while it is there` };
  for (const type of system.types)
    if (observers.some((observer) => showsTwice(system, type, observer)))
      return { reason: `${type.name} shows several events of the property in one indivisible step` };
  return { observers };
}

const isEndless = ({ acceptance }: Observer): boolean => acceptance === 'infinite';

const comesOrGoes = ({ types }: System, { steps }: ProcessType, number: number): boolean =>
  steps.some(({ effects }) => effects.some(({ kind }) => kind === 'exit')) ||
  types.some((type) =>
    type.steps.some(({ effects }) =>
      effects.some((effect) => effect.kind === 'spawn' && effect.type === number),
    ),
  );

/**
 * May two of the property's events be part of one indivisible sequence? They would be read as one letter, and
 * the graph has them one after the other. (Two processes that meet may each begin such a sequence, so even one
 * event after the meeting is too many where the meeting itself may be seen.)
 */
function showsTwice(system: System, type: ProcessType, { atoms }: Observer): boolean {
  const within = (location: number): boolean => type.locations[location].region === 'indivisible';
  const seen = type.steps.map((step) => mayShow(system, step, atoms));
  const later = type.steps.some((step, i) => seen[i] && within(step.from));
  if (!later) return false;
  // From each step that begins a sequence, is there a way inside to a step that is seen?
  return type.steps.some((step, i) => {
    if (!within(step.to)) return false;
    const joint =
      step.action.kind === 'synchronise' || step.action.kind === 'send' || step.action.kind === 'receive';
    if (!seen[i] && !joint) return false;
    const reached = new Set([step.to]);
    for (const location of reached)
      for (const [k, next] of type.steps.entries()) {
        if (next.from !== location) continue;
        if (seen[k]) return true;
        if (within(next.to)) reached.add(next.to);
      }
    return false;
  });
}
