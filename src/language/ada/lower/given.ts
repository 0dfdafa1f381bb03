/** Which arguments of a call go with which formal parameters. */
import type { Subprogram } from '../resolve/entity.js';
import type { Formal } from '../resolve/unit.js';
import type { Association } from '../syntax/index.js';
import { boundArgument } from './name.js';

const skipped = (subprogram: Subprogram): number => (boundArgument(subprogram) ? 1 : 0);

/** The formal parameter that an argument is given for. */
export function formalFor(
  subprogram: Subprogram,
  association: Association,
  position: number,
): Formal | undefined {
  const [choice] = association.choices;
  if (choice?.kind === 'identifier') return subprogram.formals.find((formal) => formal.key === choice.key);
  return subprogram.formals[position + skipped(subprogram)];
}

/** Can it be called with so many arguments, of these names? */
export function takes(subprogram: Subprogram, given: readonly Association[]): boolean {
  if (subprogram.builtin?.anyArguments) return true;
  const named = new Set<string>();
  for (const [i, association] of given.entries()) {
    const formal = formalFor(subprogram, association, i);
    if (!formal) return false;
    named.add(formal.key);
  }
  return subprogram.formals
    .slice(skipped(subprogram))
    .every((formal) => named.has(formal.key) || formal.initial !== undefined);
}
