/**
 * A second opinion on what a composition of automata can do, independent of the interpreter and of the
 * engines: the synchronous product over alphabets, written out.
 */
import type { System } from '../../../src/model/system.js';

export interface Exploration {
  states: number;
  transitions: number;
  /** A state without transitions where some process is not at an end. */
  deadlock: boolean;
  /** The watching processes that can be in error, and `''` for any other process. */
  violated: Set<string>;
  /** Visible names, or `tau`. */
  edges: { from: number; label: string; to: number }[];
}

export function explore(system: System): Exploration {
  const types = system.instances.map((instance) => system.types[instance.type]);
  const leaving = types.map((type) => {
    const lists: Map<number, number[]>[] = type.locations.map(() => new Map());
    for (const step of type.steps) {
      if (step.action.kind !== 'synchronise') throw new Error(`unexpected ${step.action.kind}`);
      const targets = lists[step.from].get(step.action.symbol) ?? [];
      lists[step.from].set(step.action.symbol, [...targets, step.to]);
    }
    return lists;
  });
  const members = system.symbols.map((_, symbol) =>
    types.flatMap((type, i) => (type.alphabet.includes(symbol) ? [i] : [])),
  );
  const numbers = new Map<string, number>();
  const found: number[][] = [];
  const numberOf = (state: number[]): number => {
    const key = state.join();
    if (!numbers.has(key)) numbers.set(key, found.push(state) - 1);
    return numbers.get(key)!;
  };
  const result: Exploration = { states: 0, transitions: 0, deadlock: false, violated: new Set(), edges: [] };
  numberOf(types.map((type) => type.initial));
  for (let i = 0; i < found.length; i++) {
    const state = found[i];
    const before = result.edges.length;
    members.forEach((processes, symbol) => {
      let targets = processes.length === 0 ? [] : [state];
      for (const process of processes) {
        const next = leaving[process][state[process]].get(symbol) ?? [];
        targets = targets.flatMap((target) => next.map((to) => target.with(process, to)));
      }
      const { name, hidden } = system.symbols[symbol];
      for (const target of targets)
        result.edges.push({ from: i, label: hidden ? 'tau' : name, to: numberOf(target) });
    });
    const marks = types.map((type, process) => type.locations[state[process]].marks ?? []);
    marks.forEach((list, process) => {
      if (list.includes('error')) result.violated.add(types[process].observes ?? '');
    });
    if (result.edges.length === before && marks.some((list) => !list.includes('end'))) result.deadlock = true;
  }
  result.states = found.length;
  result.transitions = result.edges.length;
  return result;
}

/** Sets of states that are never left again: sets of labels of their own transitions. */
export function terminalSets(exploration: Exploration): Set<string>[] {
  const component = components(exploration);
  const leaves = new Set<number>();
  const labels = new Map<number, Set<string>>(component.map((number) => [number, new Set()]));
  for (const { from, label, to } of exploration.edges) {
    if (component[from] === component[to]) labels.get(component[from])!.add(label);
    else leaves.add(component[from]);
  }
  return [...labels].filter(([number]) => !leaves.has(number)).map(([, set]) => set);
}

/** Strongly connected components by Kosaraju's two passes. */
function components({ states, edges }: Exploration): number[] {
  const forward: number[][] = Array.from({ length: states }, () => []);
  const backward: number[][] = Array.from({ length: states }, () => []);
  for (const { from, to } of edges) {
    forward[from].push(to);
    backward[to].push(from);
  }
  const order: number[] = [];
  const visited = new Set<number>();
  for (let root = 0; root < states; root++) {
    const stack: [number, number][] = visited.has(root) ? [] : [[root, 0]];
    visited.add(root);
    while (stack.length > 0) {
      const top = stack[stack.length - 1];
      const next = forward[top[0]][top[1]++];
      if (next === undefined) {
        order.push(top[0]);
        stack.pop();
      } else if (!visited.has(next)) {
        visited.add(next);
        stack.push([next, 0]);
      }
    }
  }
  const component: number[] = new Array(states).fill(-1);
  for (const root of order.reverse()) {
    const stack = component[root] < 0 ? [root] : [];
    for (let state = stack.pop(); state !== undefined; state = stack.pop()) {
      if (component[state] >= 0) continue;
      component[state] = root;
      stack.push(...backward[state]);
    }
  }
  return component;
}
