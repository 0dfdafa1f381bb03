/** The model: what a program is, and what it means. */
export * from './data.js';
export * from './diagnostic.js';
export type { Fault, FaultCode } from './evaluate.js';
export type { Outcome } from './execution.js';
export * from './expression.js';
export * from './footprint.js';
export { Interpreter } from './interpreter.js';
export { type Layout, layoutOf } from './layout.js';
export * from './program.js';
export * from './source.js';
export * from './system.js';
export * from './transition.js';
