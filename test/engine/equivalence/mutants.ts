/** Implementations with a mistake in them, and a plain simulation that says who can do what. */
import type { EquivalenceOptions } from '../../../src/index.js';
import { Interpreter } from '../../../src/model/interpreter.js';
import type { System } from '../../../src/model/system.js';

/** Plain simulation: all states the system may be in after the word; `refusing`: only those at rest that refuse. */
export function canDo(system: System, visible: Set<string>, word: string[], refusing?: string[]): boolean {
  const interpreter = new Interpreter(system);
  const moves = (state: Int32Array) =>
    interpreter.transitions(state).map((transition) => {
      const { state: next, events } = interpreter.successor(state, transition);
      return {
        next,
        label: events
          .map((event) => event.text)
          .filter((name) => visible.has(name))
          .join(', '),
      };
    });
  const closed = (states: Int32Array[]) => {
    const found = new Map(states.map((state) => [state.join(), state]));
    for (const state of found.values()) {
      for (const { next, label } of moves(state)) if (label === '') found.set(next.join(), next);
    }
    return [...found.values()];
  };
  let now = closed(interpreter.initialStates());
  for (const action of word) {
    now = closed(
      now.flatMap((state) =>
        moves(state)
          .filter((m) => m.label === action)
          .map((m) => m.next),
      ),
    );
  }
  if (refusing === undefined) return now.length > 0;
  return now.some((state) => {
    const labels = moves(state).map((move) => move.label);
    return !labels.includes('') && !refusing.some((name) => labels.includes(name));
  });
}

export interface Mutant {
  name: string;
  spec: string;
  impl: string;
  change: [string, string];
  relation?: EquivalenceOptions['relation'];
  visible?: string[];
}

// biome-ignore format: a table
export const MUTANTS: Mutant[] = [
  { name: 'one cell too few', spec: 'buffer-spec', impl: 'buffer-chain', change: ['Places = 4', 'Places = 3'] },
  { name: 'one cell too many', spec: 'buffer-spec', impl: 'buffer-chain', change: ['Places = 4', 'Places = 5'] },
  { name: 'a cell that keeps everything', spec: 'buffer-spec', impl: 'buffer-chain', change: ['in -> out -> CELL', 'in -> (out -> STOP)'] },
  { name: 'a cell that may lose its message', spec: 'buffer-spec', impl: 'buffer-chain', change: ['in -> out -> CELL', 'in -> (out -> CELL | lose -> CELL)'] },
  { name: 'a cell that gives its message twice', spec: 'buffer-spec', impl: 'buffer-chain', change: ['in -> out -> CELL', 'in -> out -> (out -> CELL | forget -> CELL)'] },
  { name: 'a cell that is full at the start', spec: 'buffer-spec', impl: 'buffer-chain', change: ['(in -> out -> CELL)', '(out -> in -> CELL)'] },
  { name: 'a value that may be turned round', spec: 'buffer-values-spec', impl: 'buffer-values', change: ['-> out[v] -> CELL', '-> (out[v] -> CELL | out[1-v] -> CELL)'] },
  { name: 'a value that becomes any', spec: 'buffer-values-spec', impl: 'buffer-values', change: ['out[v] ->', 'out[w:Value] ->'] },
  { name: 'a value that becomes 0', spec: 'buffer-values-spec', impl: 'buffer-values', change: ['out[v] ->', 'out[0] ->'] },
  { name: 'swapped order', spec: 'buffer-values-spec', impl: 'buffer-values-stack', change: ['// Last', '// First'] },
  { name: 'a bit that does not alternate', spec: 'one-slot', impl: 'alternating-bit', change: ['IDLE[1-b]', 'IDLE[b]'] },
  { name: 'a receiver that expects the same bit again', spec: 'one-slot', impl: 'alternating-bit', change: ['reply[b] -> EXPECT[1-b]', 'reply[b] -> EXPECT[b]'] },
  { name: 'old messages delivered', spec: 'one-slot', impl: 'alternating-bit', change: ['receive[1-b] -> reply', 'receive[1-b] -> deliver -> reply'] },
  { name: 'a sender that never repeats', spec: 'one-slot', impl: 'alternating-bit', change: ['timeout -> SEND[b]', 'timeout -> STOP'], relation: 'failures' },
  { name: 'the wrong acknowledgement taken for the right one', spec: 'one-slot', impl: 'alternating-bit', change: ['ack[1-b] -> WAIT[b]', 'ack[1-b] -> IDLE[1-b]'] },
  { name: 'delivery left out', spec: 'one-slot', impl: 'alternating-bit', change: ['receive[b] -> deliver -> reply', 'receive[b] -> reply'], visible: ['accept', 'deliver'] },
  { name: 'missing acknowledgement', spec: 'one-slot', impl: 'stop-and-wait', change: ['deliver -> reply -> RECEIVER', 'deliver -> RECEIVER'] },
  { name: 'not waiting for the acknowledgement', spec: 'one-slot', impl: 'stop-and-wait', change: ['accept -> send -> ack -> SENDER', 'accept -> send -> SENDER'] },
  { name: 'acknowledged before delivery', spec: 'one-slot', impl: 'stop-and-wait', change: ['deliver -> reply', 'reply -> deliver'] },
  { name: 'losing channel', spec: 'one-slot', impl: 'stop-and-wait', change: ['in -> out -> CHANNEL', 'in -> (out -> CHANNEL | lose -> CHANNEL)'], relation: 'failures' },
  { name: 'a row that turns one column early', spec: 'router-spec', impl: 'router', change: ['if (r == C)', 'if (C == 1)'] },
  { name: 'a router that delivers twice', spec: 'router-spec', impl: 'router', change: ['deliver[s][R] ->', 'deliver[s][R] -> deliver[s][R] ->'] },
  { name: 'a cell that must be filled twice', spec: 'buffer-spec', impl: 'buffer-chain', change: ['in -> out -> CELL', 'in -> in -> out -> CELL'] },
  { name: 'cells that take a second message while one is in', spec: 'buffer-spec', impl: 'buffer-chain', change: ['(in -> out -> CELL)', '(in -> FULL), FULL = (out -> CELL | in -> FULL)'] },
  { name: 'a passage between two cells that is blocked', spec: 'buffer-spec', impl: 'buffer-chain', change: ['||CHAIN = (forall', 'STUCK = STOP + {pass[2]}.\n||CHAIN = (STUCK || forall'] },
  { name: 'only one message at a time in the whole chain', spec: 'buffer-spec', impl: 'buffer-chain', change: ['||CHAIN = (forall', 'ONE = (in -> out -> ONE).\n||CHAIN = (ONE || forall'] },
  { name: 'messages that go in twice at a time', spec: 'buffer-spec', impl: 'buffer-chain', change: ['||CHAIN = (forall', 'PAIRS = (in -> in -> out -> out -> PAIRS).\n||CHAIN = (PAIRS || forall'] },
  { name: 'a value that is lost', spec: 'buffer-values-spec', impl: 'buffer-values', change: ['-> out[v] -> CELL', '-> (out[v] -> CELL | lose -> CELL)'] },
  { name: 'a value that is given twice', spec: 'buffer-values-spec', impl: 'buffer-values', change: ['-> out[v] -> CELL', '-> out[v] -> (out[v] -> CELL | forget -> CELL)'] },
  { name: 'a first value that is made up', spec: 'buffer-values-spec', impl: 'buffer-values', change: ['CELL = (in', 'CELL = (out[0] -> REST), REST = (in'] },
  { name: 'one cell for values where there should be two', spec: 'buffer-values-spec', impl: 'buffer-values', change: ['(first:CELL || second:CELL)\n    /{in/first.in, pass/{first.out, second.in}, out/second.out}', '(first:CELL)/{in/first.in, out/first.out}'] },
  { name: 'the value 1 kept back for ever', spec: 'buffer-values-spec', impl: 'buffer-values', change: ['in[v:Value] -> out[v] -> CELL', 'in[v:Value] -> if (v == 1) then (in[w:Value] -> out[w] -> CELL) else (out[v] -> CELL)'] },
  { name: 'a sender that is deaf after the first acknowledgement', spec: 'one-slot', impl: 'stop-and-wait', change: ['send -> ack -> SENDER', 'send -> ack -> STOP'] },
  { name: 'a channel for messages that breaks', spec: 'one-slot', impl: 'stop-and-wait', change: ['CHANNEL = (in -> out -> CHANNEL)', 'CHANNEL = (in -> out -> STOP)'] },
  { name: 'a receiver that delivers twice', spec: 'one-slot', impl: 'stop-and-wait', change: ['deliver -> reply', 'deliver -> deliver -> reply'] },
  { name: 'a receiver that delivers every other message', spec: 'one-slot', impl: 'stop-and-wait', change: ['receive -> deliver -> reply -> RECEIVER', 'receive -> deliver -> reply -> receive -> reply -> RECEIVER'] },
  { name: 'two messages accepted before one is sent', spec: 'one-slot', impl: 'stop-and-wait', change: ['accept -> send', 'accept -> accept -> send'] },
  { name: 'the sequence number that does not advance', spec: 'value-slot', impl: 'stop-and-wait-values', change: ['ack[b] -> IDLE[1-b]', 'ack[b] -> IDLE[b]'] },
  { name: 'the value of the message turned round on the way', spec: 'value-slot', impl: 'stop-and-wait-values', change: ['-> receive[b][v] -> DATA', '-> receive[b][1-v] -> DATA'] },
  { name: 'an acknowledgement with the wrong number', spec: 'value-slot', impl: 'stop-and-wait-values', change: ['-> ack[b] -> ACKS', '-> ack[1-b] -> ACKS'] },
  { name: 'a router that mixes up receivers', spec: 'router-spec', impl: 'router', change: ['deliver[s][R] ->', 'deliver[s][3-R] ->'] },
  { name: 'a router that forgets the acknowledgement', spec: 'router-spec', impl: 'router', change: ['deliver[s][R] -> acknowledged[s][N+1][R] -> OUTPUT', 'deliver[s][R] -> OUTPUT'] },
];
