/**
 * One thread of parallel searches: it runs the module it is given on the shared memory, comes back when
 * told to stop or when something is too small, says why, and waits to be sent on. Plain JavaScript, so
 * that it can be started as it is; no ES module, because that takes longer.
 */
const { parentPort } = require('node:worker_threads');

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
const { Instance } = Reflect.get(globalThis, 'WebAssembly');
/** The search comes back often, so that better code for it can be used once there is some; not all of that is news. */
const PORTIONS_A_BEAT = 8;
const TOLD = [
  ...['deadlocks', 'terminations', 'failures', 'faulted'],
  ...['obstacle', 'outgrown', 'out', 'kept', 'keptEnd'],
];

/** @typedef {Extract<import('./messages.js').Order, { kind: 'prepare' }>} Task */

class Search {
  /** @param {Task} task */
  constructor(task) {
    this.task = task;
    this.words = new Int32Array(task.memory.buffer);
    this.answers = new Map();
    const env = { memory: task.memory, consult: this.consult.bind(this) };
    this.exports = new Instance(task.module, { env }).exports;
  }

  /** @param {Record<string, unknown>} message */
  say(message) {
    port.postMessage({ search: this.task.search, ...message });
  }

  /**
   * What the observer says; only the thread that leads knows.
   * @param {number} a
   * @param {number} b
   */
  consult(a, b) {
    const question = `${a} ${b}`;
    const known = this.answers.get(question);
    if (known !== undefined) return known;
    const at = this.task.mailbox / 4;
    this.say({ kind: 'question', a, b });
    Atomics.wait(this.words, at, 0);
    const answer = this.words[at + 1];
    Atomics.store(this.words, at, 0);
    this.answers.set(question, answer);
    return answer;
  }

  /** @param {Record<string, number>} registers */
  set(registers) {
    for (const [name, value] of Object.entries(registers)) this.exports[name].value = value | 0;
  }

  run() {
    const { stop, portion, paused, shift } = this.task;
    const { exports, words } = this;
    for (let portions = 1; ; portions++) {
      const status = exports.searchParallel(portion, shift);
      const transitions = exports.transitions.value;
      if (status !== paused) Atomics.store(words, stop / 4, 1);
      if (status !== paused || Atomics.load(words, stop / 4) !== 0) {
        const found = Object.fromEntries(TOLD.map((name) => [name, exports[name].value >>> 0]));
        this.say({ kind: 'parked', status, transitions, found });
        return;
      }
      if (portions % PORTIONS_A_BEAT === 0) this.say({ kind: 'beat', transitions });
    }
  }
}

/** @type {Search | undefined} */
let search;

port.on('message', (/** @type {import('./messages.js').Order} */ order) => {
  if (order.kind === 'prepare') {
    search = new Search(order);
    search.say({ kind: 'ready' });
  } else if (order.kind === 'forget') search = undefined;
  else if (search) {
    search.set(order.registers);
    if (order.kind === 'search') search.run();
    else {
      const { ranges, oldSlots, members } = order;
      for (const [round, { from, to }] of ranges.entries())
        search.exports.spreadInStep(from, to, oldSlots, members * (round + 1), search.task.shift);
    }
  }
});
