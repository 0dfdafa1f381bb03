/**
 * A task can be aborted, or an abortable part left, at any moment; which moment makes no difference while the task
 * only does what concerns itself alone. It is enough that it can be left at the end of that, if what was done in
 * between is not looked at afterwards. On every way round a loop that may go on for ever one such moment stays.
 */

import type { Draft, DraftStep } from '../lower/draft.js';
import { components } from './components.js';
import { liveVariables } from './liveness.js';
import { keepOnly } from './prune.js';
import type { Sharing } from './sharing.js';
import { outgoing } from './step-lists.js';
import { eachWrite } from './walk.js';

export function postponeInterrupts(draft: Draft, { owner }: Sharing): boolean {
  const mine = (variable: number): boolean => owner.get(variable) === draft.number;
  const live = liveVariables(draft, mine);
  const leaving = outgoing(draft);
  const wayOut = (step: DraftStep): string => `${step.to} ${JSON.stringify(step.guard ?? null)}`;
  const outAt = new Map(
    leaving.keys().map((location) => [
      location,
      new Set(
        leaving
          .get(location)!
          .filter((step) => step.interrupts)
          .map(wayOut),
      ),
    ]),
  );
  /** Seen by nobody, and nothing of it left behind at the end of the way out. */
  const isQuiet = (step: DraftStep, end: number): boolean => {
    const { action, effects, event, kept, priority } = step;
    if (event || kept || priority !== undefined || draft.locations[step.to].alone) return false;
    if (action.kind !== 'internal' && action.kind !== 'choose') return false;
    if (effects.some(({ kind }) => kind !== 'assign')) return false;
    let quiet = true;
    eachWrite(step, ({ variable }) => {
      if (!mine(variable) || live.has(end, variable)) quiet = false;
    });
    return quiet;
  };
  const mayGo = (step: DraftStep): boolean => {
    const { loopHead, bounded, total, marks, alone } = draft.locations[step.from];
    if ((loopHead && !bounded) || marks || alone || step.effects.length > 0) return false;
    const others = leaving.get(step.from)!.filter((other) => !other.interrupts);
    const certain = others.length > 0 && (total || (others.length === 1 && !others[0].guard));
    if (!certain) return false;
    return others.every(
      (other) =>
        other.to !== step.from && isQuiet(other, step.to) && outAt.get(other.to)?.has(wayOut(step)) === true,
    );
  };
  const going = new Set(draft.steps.filter((step) => step.interrupts && mayGo(step)));
  if (going.size === 0) return false;
  const without = new Set([...going].map((step) => step.from));
  const among = new Map(
    [...without].map((location) => [
      location,
      leaving
        .get(location)!
        .filter((step) => !step.interrupts && without.has(step.to) && !draft.locations[step.to].bounded),
    ]),
  );
  for (const round of components(draft.locations.length, among))
    for (const step of [...going]) if (round.has(step.from)) going.delete(step);
  if (going.size === 0) return false;
  keepOnly(
    draft,
    draft.steps.filter((step) => !going.has(step)),
  );
  return true;
}
