/**
 * Linear temporal logic: `parseLtl` reads a formula over the events and states of a system,
 * `observerOfLtl` makes of it the automaton that looks for a violation.
 */
export type { Buchi } from './buchi.js';
export { showFormula } from './formula.js';
export { invariantOf } from './invariant.js';
export { acceptsLasso, evaluateOnLasso } from './lasso.js';
export { type LtlOptions, parseLtl } from './ltl.js';
export { observerOfLtl } from './observation.js';
export { translate } from './translate.js';
