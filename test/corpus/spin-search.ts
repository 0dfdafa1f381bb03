/**
 * A search that counts as SPIN counts: a state inside an atomic sequence is stored only where its process
 * blocks, and then it does not matter who was in an atomic sequence. Shares nothing with the engines.
 */
import { Interpreter } from '../../src/model/interpreter.js';
import type { System } from '../../src/model/system.js';

export interface Found {
  stored: number;
  /** Stored states that some transition reached again, and the transitions that did, plus one for the start. */
  transitions: number;
  /** Transitions as pan counts them: as many as there are ways through the atomic sequences that they begin. */
  ways: number;
  invalidEndStates: number;
  assertions: number;
  faults: Map<string, number>;
}

/** Undefined where there are more stored states than `most`. */
export function spinSearch(system: System, most: number): Found | undefined {
  const interpreter = new Interpreter(system);
  const { exclusive } = interpreter.layout;
  const seen = new Set<string>();
  const passed = new Set<string>();
  const stored: Int32Array[] = [];
  const found: Found = {
    stored: 0,
    transitions: 0,
    ways: 0,
    invalidEndStates: 0,
    assertions: 0,
    faults: new Map(),
  };
  const key = (state: Int32Array): string =>
    Buffer.from(state.buffer, state.byteOffset, state.byteLength).toString('latin1');

  const movesInside = (at: Int32Array) => {
    const alone = at[exclusive] - 1;
    if (alone < 0) return [];
    return interpreter.possible(at, false).filter((t) => t.participants[0].process === alone);
  };
  const arrive = (state: Int32Array): void => {
    const waiting = [state];
    for (let at = waiting.pop(); at; at = waiting.pop()) {
      const alone = at[exclusive] - 1;
      if (alone >= 0) {
        const moves = movesInside(at);
        if (moves.length > 0) {
          const name = key(at);
          if (passed.has(name)) continue;
          passed.add(name);
          for (const transition of moves) {
            const next = after(at, transition);
            if (next) waiting.push(next);
          }
          continue;
        }
        at = at.slice();
        at[exclusive] = 0;
      }
      found.transitions++;
      const name = key(at);
      if (seen.has(name)) continue;
      seen.add(name);
      stored.push(at);
    }
  };
  const known = new Map<string, number>();
  /** In how many ways the sequence that somebody is in the middle of can be left; no number where it has a loop. */
  const waysOn = (at: Int32Array): number => {
    const moves = movesInside(at);
    if (moves.length === 0) return 1;
    const name = key(at);
    const before = known.get(name);
    if (before !== undefined) return before;
    known.set(name, Number.NaN);
    let ways = 0;
    for (const transition of moves) {
      const { state: next, fault } = interpreter.successor(at, transition);
      if (!fault || fault.code === 'assertion') ways += waysOn(next);
    }
    known.set(name, ways);
    return ways;
  };
  const after = (state: Int32Array, transition: Parameters<Interpreter['successor']>[1]) => {
    const { state: next, fault } = interpreter.successor(state, transition);
    if (fault?.code === 'assertion') found.assertions++;
    else if (fault) {
      found.faults.set(fault.message, (found.faults.get(fault.message) ?? 0) + 1);
      return undefined;
    }
    return next;
  };

  for (const start of interpreter.initialStates()) arrive(start);
  for (let state = stored.pop(); state; state = stored.pop()) {
    if (seen.size > most) return undefined;
    const transitions = interpreter.transitions(state);
    for (const transition of transitions) {
      const next = after(state, transition);
      if (!next) continue;
      arrive(next);
      found.ways += waysOn(next);
    }
    if (transitions.length === 0 && interpreter.unfinished(state).length > 0) found.invalidEndStates++;
  }
  found.stored = seen.size;
  return found;
}
