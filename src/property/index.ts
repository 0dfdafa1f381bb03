/**
 * What can be asked of a system. A text in one of the notations is read (`parseProperties`) and bound
 * to a model (`bindProperties`); what comes out are questions, which is all that engines see.
 */
export { type ArgumentPattern, type EventPattern, matchesEvent, patternOfName } from './event.js';
export * from './file/index.js';
export { observersOfQuery, parseIntervalQuery, showQuery } from './interval/index.js';
export type { Interval, IntervalQuery, LinearRelation, LinearSum } from './interval/query.js';
export type { Atom, Observer } from './observer.js';
export {
  type PatternProperty,
  type PatternTranslation,
  parsePattern,
  translatePattern,
} from './pattern/index.js';
export { parsePredicate } from './predicate/index.js';
export type { Ask, Question } from './question.js';
export * from './regular/index.js';
export { observerOfLtl, parseLtl } from './temporal/index.js';
