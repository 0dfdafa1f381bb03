/**
 * The inequality part of the equivalence engine: proof without visiting states.
 *
 * A trace of one system that is not one of the other has a longest part that both can do; that would be a
 * pair of flows through the automata of both, with equal counts of what is visible, after which one side
 * offers an action and the other has come to rest without it. "Equivalent" (of traces): no such pair of
 * flows exists in either direction, shown by a certificate that the independent checker has accepted.
 * "Different": a pair was found whose steps can be put in an order, and the interpreter can do the
 * resulting word on one side and not on the other.
 *
 * It abstains where a solution is left that is no trace, where a side may go on internally for ever so that
 * it need not come to rest, and where a system has something that the automata do not cover.
 */
import type { System } from '../../../model/system.js';
import type { Budget } from '../../budget.js';
import { Abstention } from '../../inequality/network.js';
import type { Visible } from '../enumerative/visibility.js';
import type { InequalityComparison, InequalityEquivalence } from './answer.js';
import { Comparing, Settled } from './comparing.js';

export type { DirectionSize, InequalityEquivalence, SideConditions } from './answer.js';
export { isConfluent } from './comparing.js';

export async function compareByInequalities(
  spec: System,
  impl: System,
  visible: Visible,
  budget: Budget,
  options: InequalityComparison = {},
): Promise<InequalityEquivalence> {
  const comparing = new Comparing({ spec, impl }, visible, budget, options);
  const { conditions, sizes } = comparing;
  const common = () => ({ conditions, sizes, segments: comparing.segments });
  try {
    const certificate = await comparing.prove();
    return { ...common(), verdict: 'equivalent', certificate, rebuilt: comparing.rebuilt };
  } catch (error) {
    if (error instanceof Settled) return { ...common(), ...error.answer };
    if (error instanceof Abstention)
      return {
        ...common(),
        verdict: 'inconclusive',
        reason: `not covered by inequalities: ${error.message}`,
      };
    throw error;
  }
}
