/** Questions and systems that intervals of values say nothing about, as can be seen at a glance. */
import type { Place } from '../../model/expression.js';
import type { Step, System } from '../../model/system.js';
import type { Ask } from '../../property/question.js';

const MOST_STEPS = 4_000;

/** Why it has nothing to say about a question, if so. */
export function abstention({ arithmetic, types, symbols }: System, ask: Ask): string | undefined {
  if (ask.kind !== 'assertions' || ask.observer !== undefined) return `it does not answer '${ask.kind}'`;
  if (arithmetic !== 'wrap') return 'a result that does not fit is a fault here';
  if (symbols.length > 0) return 'processes step together here';
  const all = types.flatMap(({ steps }) => steps);
  if (all.length > MOST_STEPS) return 'the program is too large';
  if (all.some(writesOthers)) return 'processes write into each other';
  return undefined;
}

/** A step that changes a variable of another process. */
function writesOthers({ action, effects }: Step): boolean {
  const places: (Place | undefined)[] = effects.map((effect) =>
    effect.kind === 'assign' ? effect.place : effect.kind === 'spawn' ? effect.result : undefined,
  );
  if (action.kind === 'choose') places.push(action.place);
  if (action.kind === 'receive')
    places.push(...action.patterns.map((pattern) => (pattern.kind === 'store' ? pattern.place : undefined)));
  if (action.kind === 'send' || action.kind === 'receive')
    places.push(action.meeting?.partner, ...(action.meeting?.takeBack ?? []));
  return places.some((place) => place?.scope === 'other');
}
