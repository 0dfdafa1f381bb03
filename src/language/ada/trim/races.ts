/**
 * Protected actions are carried out as one step. Where one uses a variable that another task uses without
 * protection, the program may do more than that: the answer is then given as far as the model goes.
 */
import type { Place } from '../../../model/expression.js';
import type { Variable } from '../../../model/system.js';
import type { Draft, DraftStep } from '../lower/draft.js';
import type { Sharing } from './sharing.js';
import { eachUse, eachWrite } from './walk.js';

export function markRaces(
  drafts: readonly Draft[],
  variables: readonly Variable[],
  { contended }: Sharing,
  isProtected: (variable: number) => boolean,
): void {
  if (!drafts.some(({ steps, locations }) => steps.some(({ from }) => locations[from].alone))) return;
  const races = (step: DraftStep, meet: (variable: number) => void): void => {
    const visit = ({ variable }: Place): void => {
      if (contended.has(variable) && !isProtected(variable)) meet(variable);
    };
    eachUse(step, visit);
    eachWrite(step, visit);
  };
  const users = new Map<number, Set<number>>();
  for (const { steps, locations, number } of drafts) {
    for (const step of steps) {
      if (locations[step.from].alone || step.atomic) continue;
      races(step, (variable) => users.set(variable, (users.get(variable) ?? new Set()).add(number)));
    }
  }
  for (const { steps, locations, number } of drafts) {
    for (const step of steps) {
      if (!locations[step.from].alone) continue;
      races(step, (variable) => {
        const others = [...(users.get(variable) ?? [])].some((user) => user !== number);
        if (others)
          step.abstracted ??= `the bound: a protected operation that uses ${variables[variable].name}`;
      });
    }
  }
}
