/** Formulas that say of every state the same: `[] p` or `! <> p` without an event or another temporal operator in `p`. */
import { binary, constant, type Expression, not } from '../../model/expression.js';
import type { System } from '../../model/system.js';
import { mayFault } from '../fault.js';
import type { Atom } from '../observer.js';
import { type Formula, negate } from './formula.js';
import type { LtlProperty } from './observation.js';

/**
 * The condition that holds in every state exactly if the formula holds, where there is one. A part that faults is
 * false, and so is a whole condition in which anything faults: only one that is a part by itself may.
 */
export function invariantOf(
  { formula, atoms }: LtlProperty,
  system: Pick<System, 'arithmetic' | 'variables' | 'types'>,
): Expression | undefined {
  const always = alwaysIn(formula);
  if (always === undefined) return undefined;
  const faults = atoms.some((atom) => atom.kind === 'state' && mayFault(atom.predicate, system));
  return faults && always.kind !== 'atom' ? undefined : conditionOf(always, atoms);
}

/** What the formula says of every state. */
function alwaysIn(formula: Formula): Formula | undefined {
  if (formula.kind === 'always') return formula.operand;
  if (formula.kind !== 'not' || formula.operand.kind !== 'eventually') return undefined;
  return negate(formula.operand.operand);
}

function conditionOf(formula: Formula, atoms: readonly Atom[]): Expression | undefined {
  switch (formula.kind) {
    case 'true':
    case 'false':
      return constant(formula.kind === 'true' ? 1 : 0);
    case 'atom': {
      const atom = atoms[formula.atom];
      return atom.kind === 'state' ? atom.predicate : undefined;
    }
    case 'not': {
      const operand = conditionOf(formula.operand, atoms);
      return operand && not(operand);
    }
    case 'and':
    case 'or':
    case 'implies':
    case 'equivalent': {
      const left = conditionOf(formula.left, atoms);
      const right = conditionOf(formula.right, atoms);
      if (!left || !right) return undefined;
      if (formula.kind === 'implies') return binary('or', not(left), right);
      if (formula.kind === 'equivalent') return binary('equal', not(left), not(right));
      return binary(formula.kind, left, right);
    }
    default:
      return undefined;
  }
}
