import { describe, expect, it } from 'vitest';
import { readPromela } from '../../src/language/promela/index.js';
import { evaluate, FaultSignal } from '../../src/model/evaluate.js';
import { Interpreter } from '../../src/model/interpreter.js';
import { PROCESS_TYPE } from '../../src/model/layout.js';
import { References } from '../../src/model/references.js';
import type { Action, System } from '../../src/model/system.js';
import { randomModel } from '../language/promela/random/model.js';
import { tinyModel } from '../language/promela/random/tiny-model.js';
import { wanderingReferences } from '../language/promela/random/wandering-model.js';

function read(text: string): System | undefined {
  const reading = readPromela({ file: 'model.pml', text });
  return reading.ok ? reading.value.system : undefined;
}

type Communication = Extract<Action, { kind: 'send' | 'receive' }>;
const communicates = (action: Action): action is Communication =>
  action.kind === 'send' || action.kind === 'receive';

/** The channel that every send and receive means, wherever a process stands before one: is it foreseen? */
function lookedUp(system: System, states: number): { foreseen: number; missed: number; ruledOut: number } {
  const interpreter = new Interpreter(system);
  const references = new References(system);
  const { processes, firstOwnChannel } = interpreter.layout;
  const queue = interpreter.initialStates();
  const seen = new Set(queue.map(String));
  const count = { foreseen: 0, missed: 0, ruledOut: 0 };
  for (const state of queue) {
    for (const process of processes.keys()) {
      const type = state[processes[process] + PROCESS_TYPE] - 1;
      if (type < 0) continue;
      for (const { from, action } of system.types[type].steps) {
        if (from !== interpreter.locationOf(state, process) || !communicates(action)) continue;
        const reference = referenceIn(interpreter, state, process, action);
        if (reference === undefined || reference === 0) continue;
        const owner = firstOwnChannel.findLastIndex((first) => first <= reference);
        const own = reference - (firstOwnChannel[owner] ?? 0);
        const isPossible = references.possible(action.channel, type);
        const channel = reference <= system.channels.length ? { reference } : { reference, own };
        count[isPossible(channel) ? 'foreseen' : 'missed']++;
        for (let other = 1; other <= system.channels.length; other++)
          if (!isPossible({ reference: other })) count.ruledOut++;
      }
    }
    if (queue.length > states) break;
    for (const transition of interpreter.transitions(state)) {
      const { state: next, fault } = interpreter.successor(state, transition);
      if (fault || seen.has(String(next))) continue;
      seen.add(String(next));
      queue.push(next);
    }
  }
  return count;
}

function referenceIn(
  interpreter: Interpreter,
  state: Int32Array,
  process: number,
  { channel }: Communication,
): number | undefined {
  try {
    return evaluate(channel, interpreter.context(state, process, false));
  } catch (error) {
    if (error instanceof FaultSignal) return undefined;
    throw error;
  }
}

describe('which channels a reference can be of', () => {
  /** Whether the sends and receives of the processes with these names can be on one channel. */
  const mayMeet = (text: string): boolean => {
    const system = read(text)!;
    const [sender, receiver] = ['S', 'R'].map((name) => system.types.findIndex((type) => type.name === name));
    const channelOf = (type: number, kind: 'send' | 'receive') =>
      system.types[type].steps
        .map(({ action }) => action)
        .filter(communicates)
        .find((a) => a.kind === kind)!.channel;
    const [sent, received] = [channelOf(sender, 'send'), channelOf(receiver, 'receive')];
    return new References(system).mayBeSame(sent, sender, received, receiver);
  };

  it('follows parameters, and tells the fields of a record apart', () => {
    const model = (field: string) => `
      typedef Pair { chan up = [0] of { byte }; chan down = [0] of { byte } }
      proctype S(Pair p) { p.up ! 1 }
      proctype R(Pair p) { p.${field} ? _ }
      init { Pair p; run S(p); run R(p) }`;
    expect(mayMeet(model('up'))).toBe(true);
    expect(mayMeet(model('down'))).toBe(false);
  });

  it('follows assignments and messages', () => {
    const model = (received: string) => `
      chan a = [0] of { byte }; chan b = [0] of { byte }; chan post = [1] of { byte, chan };
      active proctype P() { chan c; c = a; post ! 1, c }
      active proctype S() { chan d; post ? _, d; d ! 1 }
      active proctype R() { ${received} ? _ }`;
    expect(mayMeet(model('a'))).toBe(true);
    expect(mayMeet(model('b'))).toBe(false);
  });

  it('does not tell elements of an array apart', () => {
    const model = (received: string) => `
      chan q[2] = [0] of { byte }; chan other = [0] of { byte };
      active proctype S() { byte i; q[i] ! 1 }
      active proctype R() { ${received} ? _ }`;
    expect(mayMeet(model('q[1]'))).toBe(true);
    expect(mayMeet(model('other'))).toBe(false);
  });

  it('knows that a number which is left behind may be of who comes next', () => {
    // The first channel of the process that has ended is the first channel of the one that takes its place.
    const model = `
      chan post = [1] of { chan };
      proctype Old() { chan mine = [0] of { byte }; post ! mine }
      proctype R() { chan mine = [0] of { byte }; mine ? _ }
      active proctype S() { chan c; run Old(); post ? c; (_nr_pr == 1); run R(); c ! 1 }`;
    expect(mayMeet(model)).toBe(true);
    expect(lookedUp(read(model)!, 100)).toMatchObject({ missed: 0 });
  });

  it('foresees every channel that is met in executions of random models', () => {
    const total = { foreseen: 0, ruledOut: 0 };
    for (let seed = 1; seed <= 150; seed++) {
      for (const text of [randomModel(seed).text, tinyModel(seed), wanderingReferences(seed)]) {
        const system = read(text);
        if (!system) continue;
        const { foreseen, missed, ruledOut } = lookedUp(system, 100);
        expect({ seed, missed, text }).toEqual({ seed, missed: 0, text });
        total.foreseen += foreseen;
        total.ruledOut += ruledOut;
      }
    }
    // It is no use if it says of every channel that it may be meant.
    expect(total.foreseen).toBeGreaterThan(1000);
    expect(total.ruledOut).toBeGreaterThan(1000);
  });
});
