/**
 * One thread of a parallel search: it runs the module it is given on the shared memory, comes back when
 * told to stop or when something is too small, says why, and waits to be sent on. Plain JavaScript, so
 * that it can be started as it is.
 */
import { parentPort, workerData } from 'node:worker_threads';

/** @type {import('./messages.js').ThreadData} */
const { code, memory, stop, mailbox, portion, paused } = workerData;
const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
const words = new Int32Array(memory.buffer);
const [STATE, ANSWER, READY] = [mailbox / 4, mailbox / 4 + 1, mailbox / 4 + 2];
const answers = new Map();

/**
 * What the observer says; only the first thread of the program knows.
 * @param {number} a
 * @param {number} b
 */
function consult(a, b) {
  const question = `${a} ${b}`;
  const known = answers.get(question);
  if (known !== undefined) return known;
  port.postMessage({ kind: 'question', a, b });
  Atomics.wait(words, STATE, 0);
  const answer = words[ANSWER];
  Atomics.store(words, STATE, 0);
  answers.set(question, answer);
  return answer;
}

const { Instance, Module } = Reflect.get(globalThis, 'WebAssembly');
const { exports } = new Instance(new Module(code), { env: { memory, consult } });
const search = /** @type {(budget: number) => number} */ (exports.searchParallel);
Atomics.store(words, READY, 1);

/** The search comes back often, so that better code for it can be used once there is some; not all of that is news. */
const PORTIONS_A_BEAT = 8;

port.on('message', (/** @type {Record<string, number>} */ registers) => {
  for (const [name, value] of Object.entries(registers)) exports[name].value = value | 0;
  for (let portions = 1; ; portions++) {
    const status = search(portion);
    if (status !== paused) Atomics.store(words, stop / 4, 1);
    if (status !== paused || Atomics.load(words, stop / 4) !== 0) {
      /** @type {Record<string, number>} */
      const found = {};
      for (const name of ['deadlocks', 'terminations', 'failures', 'faulted', 'obstacle', 'outgrown', 'out'])
        found[name] = exports[name].value >>> 0;
      port.postMessage({ kind: 'parked', status, transitions: exports.transitions.value, found });
      return;
    }
    if (portions % PORTIONS_A_BEAT === 0)
      port.postMessage({ kind: 'beat', transitions: exports.transitions.value });
  }
});
