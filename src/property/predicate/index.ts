/** State predicates over a system, read from text. */
export { parsePredicate } from './predicate.js';
