/**
 * Several automata as one, explicitly. Most compositions are left to the engines; this is for what must
 * see the whole: priorities, renaming that merges labels of a finished composition, determinising, and
 * a composite process as one step of a sequential one.
 */
import {
  type Automaton,
  type AutomatonState,
  addTransition,
  covers,
  labelKey,
  transitionsByState,
} from './automaton.js';
import type { Located } from './problems.js';
import { canTerminate, terminates } from './termination.js';

export interface Priority {
  kind: 'high' | 'low';
  set: ReadonlySet<string>;
}

interface Move {
  label: number;
  target: number[];
  place: Located;
}

/** What it must not have more of. */
interface Bounds {
  states: number;
  transitions: number;
}

/** Nothing when it is larger than `most`. */
export function product(
  parts: Automaton[],
  name: string,
  place: Located,
  most: Bounds,
  priority?: Priority,
): Automaton | undefined {
  const result: Automaton = {
    name,
    path: [],
    property: false,
    place,
    labels: [],
    states: [],
    from: [],
    label: [],
    to: [],
    places: [],
  };
  const sharedNumbers = new Map<string, number>();
  const participants: number[][] = [];
  const labels = parts.map((part, i) =>
    part.labels.map((label) => {
      const key = labelKey(label);
      if (!sharedNumbers.has(key)) {
        sharedNumbers.set(key, result.labels.push(label) - 1);
        participants.push([]);
      }
      const number = sharedNumbers.get(key)!;
      participants[number].push(i);
      return number;
    }),
  );
  const outgoing = parts.map((part, i) =>
    transitionsByState(part).map((list) => {
      const byLabel = new Map<number, number[]>();
      for (const t of list) {
        const label = labels[i][part.label[t]];
        byLabel.set(label, [...(byLabel.get(label) ?? []), t]);
      }
      return byLabel;
    }),
  );
  const preferred = result.labels.map(({ name: action, hiding }): boolean => {
    const named = hiding === 0 && priority !== undefined && covers(priority.set, action);
    return priority?.kind === 'low' ? !named : named;
  });
  const movesOf = (state: number[]): Move[] => {
    const moves: Move[] = [];
    const considered = new Set<number>();
    parts.forEach((_, i) => {
      for (const label of outgoing[i][state[i]].keys()) {
        if (considered.has(label)) continue;
        considered.add(label);
        moves.push(...jointMoves(parts, participants[label], outgoing, state, label));
      }
    });
    if (priority === undefined || !moves.some((move) => preferred[move.label])) return moves;
    return moves.filter((move) => preferred[move.label]);
  };

  const ends = canTerminate(parts);
  const keyOf = keysOf(parts);
  const numbers = new Map<number | string, number>();
  const found: number[][] = [];
  const numberOf = (state: number[]): number => {
    const broken = parts.some((part, i) => part.states[state[i]].kind === 'error');
    const key = broken ? 'ERROR' : keyOf(state);
    let number = numbers.get(key);
    if (number === undefined) {
      number = found.push(state) - 1;
      numbers.set(key, number);
      result.states.push(describe(parts, state, broken));
    }
    return number;
  };
  numberOf(parts.map(() => 0));
  for (let i = 0; i < found.length; i++) {
    if (found.length > most.states || result.from.length > most.transitions) return undefined;
    if (result.states[i].kind === 'error') continue;
    const moves = movesOf(found[i]);
    if (
      moves.length === 0 &&
      ends &&
      parts.every((part, p) => !terminates(part) || part.states[found[i][p]].kind === 'end')
    ) {
      result.states[i].kind = 'end';
    }
    for (const move of moves) addTransition(result, i, move.label, numberOf(move.target), move.place);
  }
  return result;
}

/** A state as one number, where that has room for it. */
function keysOf(parts: Automaton[]): (state: number[]) => number | string {
  const sizes = parts.map((part) => part.states.length);
  if (sizes.reduce((all, size) => all * size, 1) > Number.MAX_SAFE_INTEGER) return (state) => state.join();
  return (state) => state.reduce((key, at, i) => key * sizes[i] + at, 0);
}

function describe(parts: Automaton[], state: number[], broken: boolean): AutomatonState {
  if (broken) return { name: 'ERROR', kind: 'error' };
  return { name: parts.map((part, i) => part.states[state[i]].name ?? state[i]).join(', '), kind: 'normal' };
}

/** All ways in which the participants can do this action together. */
function jointMoves(
  parts: Automaton[],
  participants: number[],
  outgoing: Map<number, number[]>[][],
  state: number[],
  label: number,
): Move[] {
  if (participants.length === 1) {
    const [i] = participants;
    const { to, places } = parts[i];
    return outgoing[i][state[i]].get(label)!.map((t) => ({
      label,
      target: state.with(i, to[t]),
      place: places[t],
    }));
  }
  let targets: { target: number[]; place?: Located }[] = [{ target: state }];
  for (const i of participants) {
    const steps = outgoing[i][state[i]].get(label);
    if (steps === undefined) return [];
    targets = targets.flatMap(({ target, place }) =>
      steps.map((t) => ({ target: target.with(i, parts[i].to[t]), place: place ?? parts[i].places[t] })),
    );
  }
  return targets.map(({ target, place }) => ({ label, target, place: place! }));
}
