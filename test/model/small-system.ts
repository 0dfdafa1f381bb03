/** A short way to write small systems in tests. */
import { constant, type Expression } from '../../src/model/expression.js';
import { Interpreter } from '../../src/model/interpreter.js';
import { type Action, internal, type ProcessType, type Step, type System } from '../../src/model/system.js';

export const byte = { kind: 'range', low: 0, high: 255, overflow: 'wrap' } as const;
export const digit = { kind: 'range', low: 0, high: 9, overflow: 'fault' } as const;

/** A step from one location to another that does nothing else unless told to. */
export function step(from: number, to: number, rest: Partial<Step> = {}): Step {
  return { from, to, action: internal, effects: [], ...rest };
}

export const send = (channel: number, ...values: Expression[]): Action => ({
  kind: 'send',
  channel: constant(channel),
  values,
  order: 'fifo',
});

/** A process type with as many locations as its steps need; the last one is an end unless told otherwise. */
export function process(name: string, steps: Step[], rest: Partial<ProcessType> = {}): ProcessType {
  const count = 1 + Math.max(0, ...steps.flatMap((s) => [s.from, s.to]));
  const used = steps.flatMap((s) => (s.action.kind === 'synchronise' ? [s.action.symbol] : []));
  return {
    name,
    parameters: 0,
    variables: [],
    channels: [],
    initial: 0,
    locations: Array.from({ length: count }, (_, i) => ({ marks: i === count - 1 ? ['end' as const] : [] })),
    steps,
    alphabet: [...new Set(used)],
    ...rest,
  };
}

/** One process of each type. */
export function system(types: ProcessType[], rest: Partial<System> = {}): System {
  return {
    name: 'test',
    sources: [],
    variables: [],
    channels: [],
    symbols: [],
    types,
    instances: types.map((type, i) => ({ name: type.name, type: i, arguments: [] })),
    processBound: types.length,
    arithmetic: 'fault',
    ...rest,
  };
}

/** Who can move: the names of the processes of each enabled transition. */
export function moves(interpreter: Interpreter, state: Int32Array): string[] {
  return interpreter
    .transitions(state)
    .map((t) =>
      t.participants.map((p) => interpreter.system.instances[p.process]?.name ?? `#${p.process}`).join('+'),
    );
}

/** Takes the only transition there is, so many times. */
export function walk(interpreter: Interpreter, state: Int32Array, steps: number): Int32Array {
  let at = state;
  for (let i = 0; i < steps; i++) {
    const enabled = interpreter.transitions(at);
    if (enabled.length !== 1) throw new Error(`${enabled.length} transitions after ${i} steps`);
    const { state: next, fault } = interpreter.successor(at, enabled[0]);
    if (fault) throw new Error(fault.message);
    at = next;
  }
  return at;
}

export function started(s: System): { interpreter: Interpreter; state: Int32Array } {
  const interpreter = new Interpreter(s);
  return { interpreter, state: interpreter.initialStates()[0] };
}

/** The states that can be reached, by a search that shares nothing with the engines. */
export function reachable(interpreter: Interpreter): Map<string, Int32Array> {
  const found = new Map(interpreter.initialStates().map((state) => [state.join(), state]));
  for (const state of found.values()) {
    for (const transition of interpreter.transitions(state)) {
      const { state: next, fault } = interpreter.successor(state, transition);
      if (fault && fault.code !== 'assertion') continue;
      if (!found.has(next.join())) found.set(next.join(), next);
    }
  }
  return found;
}
