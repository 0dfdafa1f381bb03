/**
 * Heddle as a library.
 *
 *     import { check, load } from 'heddle';
 *     const results = await check(load('philosophers.lts'));
 *     for (const result of results) {
 *       if (result.verdict === 'violated') console.log(result.trace.steps.length);
 *     }
 */

export type { Trace } from './evidence/trace.js';
export { type Diagnostic, InputError } from './model/diagnostic.js';
export type { Assumption } from './verify/assumption.js';
export { type CheckOptions, type CheckProgress, check } from './verify/check.js';
export {
  type Difference,
  type EquivalenceOptions,
  type EquivalenceResult,
  equivalent,
} from './verify/equivalence.js';
export { type Loaded, type LoadOptions, loadFile as load, loadText } from './verify/load.js';
export { EXIT, exitCode, type Result } from './verify/result.js';
