/** Evidence: executions told, replayed, judged and made short. */
export { violates } from './judge.js';
export { minimise } from './minimise.js';
export { ReplayError, replay, walk } from './replay.js';
export type * from './trace.js';
