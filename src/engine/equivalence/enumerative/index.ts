/**
 * The enumerative part of the equivalence engine: it visits every state of both systems.
 *
 * "Equivalent" means that all reachable states were compared; "different" comes with something that one
 * side can do and the other cannot. It abstains only when a limit of the budget is reached. Whether the
 * systems are free of divergence and deterministic is found out on the way and is part of the answer.
 */
export {
  type Comparison,
  type Distinction,
  findDistinction,
  RELATIONS,
  type Relation,
  type Side,
} from './compare.js';
export { type Conditions, conditionsOf } from './conditions.js';
export { explore } from './explore.js';
export { showFormula } from './formula.js';
export { alignLabels, edgesOf, type Lts, TAU_NAME, transitionCount } from './lts.js';
export { MODULO, type Modulo, minimise } from './minimise.js';
export { chosenVisibility, sharedVisibility, type Visibility } from './visibility.js';
export { follow } from './word.js';
