/** Regular notations: quantified regular expressions and automata, and what can be done with them. */
export { compileAutomaton, parseAutomaton, type WrittenAutomaton } from './automaton.js';
export { type Comparison, complement, equivalence, inclusion, intersection, union } from './boolean.js';
export { compileQre } from './compile.js';
export { accepts, type Dfa, deadStates } from './dfa.js';
export type { RegularExpression } from './expression.js';
export { minimise } from './minimise.js';
export { joinAlike, observerOfDfa, readsPrefixes } from './observer.js';
export { parseQre, type Qre, type Quantifier } from './parse.js';
