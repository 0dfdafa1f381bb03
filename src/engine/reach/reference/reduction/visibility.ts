/** What a question can see, and whether leaving out unseen steps can change its answer. */
import { footprintOf, overlap, type Resource, readsOf } from '../../../../model/footprint.js';
import type { Interpreter } from '../../../../model/interpreter.js';
import type { ProcessType, Step } from '../../../../model/system.js';
import { type EventPattern, matchesEvent } from '../../../../property/event.js';
import type { Observer } from '../../../../property/observer.js';
import type { Ask } from '../../../../property/question.js';
import type { Visibility } from './profile.js';

/** What the question sees, or the reason why a reduced search cannot answer it. */
export type Seen = { ok: true; visible: Visibility } | { ok: false; reason: string };

const MOST_OBSERVER_STATES = 2_000;

export function visibilityOf(interpreter: Interpreter, ask: Ask): Seen {
  const nothing: Visibility = () => false;
  if (interpreter.system.keepsLastProcess)
    return { ok: false, reason: 'it is part of the state which process moved last' };
  switch (ask.kind) {
    case 'deadlock-free':
    case 'assertions':
      return { ok: true, visible: nothing };
    case 'invariant': {
      const watched: Resource[] = [];
      readsOf(ask.predicate, watched);
      if (watched.some((r) => r.kind === 'locations' || r.kind === 'everything')) {
        return { ok: false, reason: 'the invariant looks at where processes stand' };
      }
      return { ok: true, visible: (_, step) => writesAny(step, watched) };
    }
    case 'order': {
      const patterns: EventPattern[] = [];
      for (const observer of ask.observers) {
        const reason = whyNot(observer);
        if (reason) return { ok: false, reason };
        for (const atom of observer.atoms) if (atom.kind === 'event') patterns.push(atom.pattern);
      }
      return { ok: true, visible: (_: ProcessType, step) => shows(interpreter, step, patterns) };
    }
    case 'terminates':
    case 'progress':
      return { ok: false, reason: 'the question is about endless executions' };
  }
}

/** A reduced search leaves out steps that show nothing; the observer must not notice. */
function whyNot(observer: Observer): string | undefined {
  if (observer.acceptance === 'infinite') return 'the property is about endless executions';
  if (observer.atoms.some((atom) => atom.kind === 'state'))
    return 'the property looks at states, not only at events';
  const seen = new Set(observer.initial);
  for (const state of seen) {
    if (seen.size > MOST_OBSERVER_STATES)
      return 'the property has too many states to see whether it notices every step';
    const still = observer.successors(state, 0);
    if (still.length !== 1 || still[0] !== state) return 'the property notices steps that show no event';
    for (let letter = 1; letter < 1 << observer.atoms.length; letter++) {
      if (letter > 4096) return 'the property has too many events to see whether it notices every step';
      for (const next of observer.successors(state, letter)) seen.add(next);
    }
  }
  return undefined;
}

function writesAny(step: Step, watched: Resource[]): boolean {
  return footprintOf(step).writes.some((written) => watched.some((resource) => overlap(written, resource)));
}

/** An event with arguments counts as seen whatever they are. */
function shows(interpreter: Interpreter, step: Step, patterns: EventPattern[]): boolean {
  if (step.event?.arguments && patterns.length > 0) return true;
  const names: string[] = step.event ? [step.event.name] : [];
  if (step.action.kind === 'synchronise') {
    const symbol = interpreter.system.symbols[step.action.symbol];
    if (!symbol.hidden) names.push(symbol.name);
  }
  return names.some((name) =>
    patterns.some((pattern) => matchesEvent(pattern, { name, arguments: [], text: name })),
  );
}
