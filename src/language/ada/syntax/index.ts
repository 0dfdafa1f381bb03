/** The tree of an Ada program, as its text states it. */
export type * from './declaration.js';
export type * from './expression.js';
export type * from './generic.js';
export type * from './node.js';
export type * from './representation.js';
export type * from './statement.js';
export type * from './subprogram.js';
export type * from './tasking.js';
export type * from './type.js';
export type * from './unit.js';
