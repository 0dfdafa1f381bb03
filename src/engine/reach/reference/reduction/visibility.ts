/** What a question can see, and whether leaving out unseen steps can change its answer. */
import type { Expression } from '../../../../model/expression.js';
import { footprintOf, overlap, type Resource, readsOf } from '../../../../model/footprint.js';
import type { Interpreter } from '../../../../model/interpreter.js';
import type { Step, System } from '../../../../model/system.js';
import { type EventPattern, matchesEvent } from '../../../../property/event.js';
import type { Observer } from '../../../../property/observer.js';
import type { Ask } from '../../../../property/question.js';
import type { Visibility } from './profile.js';
import { noticesSilence } from './silence.js';

/** What the question sees, or the reason why a reduced search cannot answer it. */
export type Seen = { ok: true; visible: Visibility } | { ok: false; reason: string };

const no = (reason: string): Seen => ({ ok: false, reason });

/** For questions that one state or step decides. */
export function visibilityOf(interpreter: Interpreter, ask: Ask): Seen {
  const { system } = interpreter;
  if (system.keepsLastProcess) return no('it is part of the state which process moved last');
  switch (ask.kind) {
    case 'deadlock-free':
    case 'assertions':
      return { ok: true, visible: () => false };
    case 'invariant':
      return watching(system, [ask.predicate], []);
    case 'order': {
      for (const observer of ask.observers) {
        if (observer.acceptance === 'infinite') return no('the property is about endless executions');
        if (observer.atoms.some((atom) => atom.kind === 'state'))
          return no('the property looks at states, not only at events');
        const reason = noticesSilence(observer);
        if (reason) return no(reason);
      }
      return watching(system, [], ask.observers.flatMap(patternsOf));
    }
    case 'terminates':
    case 'progress':
      return no('the question is about endless executions');
  }
}

/** For one observer of endless executions, where interleavings are left out with regard to cycles. */
export function endlessVisibilityOf({ system }: Interpreter, ask: Ask, observer: Observer): Seen {
  if (system.keepsLastProcess) return no('it is part of the state which process moved last');
  if (ask.kind === 'order' && ask.fairness) return no('the property is about fair executions');
  const reason = noticesSilence(observer);
  if (reason) return no(reason);
  const predicates = observer.atoms.flatMap((atom) => (atom.kind === 'state' ? [atom.predicate] : []));
  return watching(system, predicates, patternsOf(observer));
}

/** What several questions see together. */
export function visibleToAny(seen: readonly Seen[]): Seen {
  const visibilities: Visibility[] = [];
  for (const one of seen) {
    if (!one.ok) return one;
    visibilities.push(one.visible);
  }
  return { ok: true, visible: (type, step) => visibilities.some((visible) => visible(type, step)) };
}

const patternsOf = (observer: Observer): EventPattern[] =>
  observer.atoms.flatMap((atom) => (atom.kind === 'event' ? [atom.pattern] : []));

/** Steps that may change a predicate or show an event. */
function watching(system: System, predicates: Expression[], patterns: EventPattern[]): Seen {
  const watched: Resource[] = [];
  const places: { type: number; locations: ReadonlySet<number> }[] = [];
  let anywhere = false;
  for (const predicate of predicates) {
    readsOf(predicate, watched);
    for (const part of partsOf(predicate)) {
      if (part.kind === 'at') places.push({ type: part.type, locations: new Set(part.locations) });
      if (part.kind === 'location') anywhere = true;
    }
  }
  if (anywhere) return no('the property looks at where processes stand');
  if (watched.some(({ kind }) => kind === 'everything'))
    return no('the property looks at what processes can do');
  return {
    ok: true,
    visible: (type, step) =>
      writesAny(step, watched) ||
      shows(system, step, patterns) ||
      places.some(
        (place) =>
          system.types[place.type] === type &&
          place.locations.has(step.from) !== place.locations.has(step.to),
      ),
  };
}

/** The expression and all expressions inside it. */
function* partsOf(part: unknown): Generator<Expression> {
  if (typeof part !== 'object' || part === null) return;
  if ('kind' in part) yield part as Expression;
  for (const inner of Object.values(part)) yield* partsOf(inner);
}

function writesAny(step: Step, watched: Resource[]): boolean {
  return footprintOf(step).writes.some((written) => watched.some((resource) => overlap(written, resource)));
}

/** An event with arguments counts as seen whatever they are. */
function shows(system: System, step: Step, patterns: EventPattern[]): boolean {
  if (step.event?.arguments && patterns.length > 0) return true;
  const names: string[] = step.event ? [step.event.name] : [];
  if (step.action.kind === 'synchronise') {
    const symbol = system.symbols[step.action.symbol];
    if (!symbol.hidden) names.push(symbol.name);
  }
  return names.some((name) =>
    patterns.some((pattern) => matchesEvent(pattern, { name, arguments: [], text: name })),
  );
}
