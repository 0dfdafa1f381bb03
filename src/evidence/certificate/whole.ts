/**
 * The automaton of several processes taken as one, worked out from the system: every step that they
 * can take when nobody else stands in the way. A certificate says which states it counts as one; that
 * only adds executions, and what a state offers is what each of the states behind it offers.
 */
import type { System } from '../../model/system.js';
import type { Occurrence } from '../../model/transition.js';
import type { GivenAutomaton } from './certificate.js';

/** Something that happens in one moment: the processes that take part, and what is seen of it. */
export interface Label {
  processes: number[];
  events: Occurrence[];
}

export interface Whole {
  processes: ReadonlySet<number>;
  initial: number;
  states: number;
  edges: { from: number; to: number; label: string }[];
  offers: ReadonlySet<string>[];
  /** For each state: may some process not be at an end there? */
  unfinished: boolean[];
}

export class Misfit extends Error {}

const MOST_STATES = 100_000;

/** What each process of a plain system may do, by label. */
export function labelsOf(system: System): Map<string, Label> {
  const labels = new Map<string, Label>();
  const seen = (name: string): Occurrence[] => [{ name, arguments: [], text: name }];
  system.symbols.forEach(({ name, hidden }, symbol) => {
    labels.set(`s${symbol}`, { processes: [], events: hidden ? [] : seen(name) });
  });
  system.instances.forEach(({ type }, process) => {
    const { alphabet, steps } = system.types[type];
    for (const symbol of new Set(alphabet)) labels.get(`s${symbol}`)!.processes.push(process);
    for (const { action, event } of steps)
      if (action.kind === 'internal')
        labels.set(`p${process} ${event?.name ?? ''}`, {
          processes: [process],
          events: event ? seen(event.name) : [],
        });
  });
  return labels;
}

export function wholeOf(
  system: System,
  labels: ReadonlyMap<string, Label>,
  { processes, states, quiet = [] }: GivenAutomaton,
): Whole {
  const types = processes.map((process) => system.types[system.instances[process]?.type]);
  if (types.includes(undefined as never)) throw new Misfit('there is no such process');
  const stateOf = new Map<string, number>();
  states.forEach((behind, state) => {
    for (const locations of behind) {
      if (stateOf.has(locations.join())) throw new Misfit('a state is listed twice');
      stateOf.set(locations.join(), state);
    }
  });
  const counted = (label: string) => quiet.find((group) => group.includes(label))?.[0] ?? label;
  const place = (locations: number[]): number => {
    const state = stateOf.get(locations.join());
    if (state === undefined) throw new Misfit('a state is left out');
    return state;
  };
  const targets = processes.map((process) => targetsOf(system, process));
  const start = types.map(({ initial }) => initial);
  const edges = new Map<string, Whole['edges'][number]>();
  const offers: (Set<string> | undefined)[] = states.map(() => undefined);
  const unfinished = states.map(() => false);
  const queue = [start];
  const known = new Set([start.join()]);
  for (const locations of queue) {
    const from = place(locations);
    const offered = new Set<string>();
    for (const [label, target] of stepsFrom(labels, processes, targets, locations)) {
      const edge = { from, to: place(target), label: counted(label) };
      edges.set(`${edge.from} ${edge.to} ${edge.label}`, edge);
      offered.add(edge.label);
      if (!known.has(target.join())) queue.push(target);
      known.add(target.join());
    }
    if (queue.length > MOST_STATES) throw new Misfit('the processes have too many states together');
    offers[from] = new Set([...(offers[from] ?? offered)].filter((label) => offered.has(label)));
    unfinished[from] ||= locations.some((location, i) => {
      const { observes, locations: all } = types[i];
      return observes === undefined && !all[location].marks?.includes('end');
    });
  }
  return {
    processes: new Set(processes),
    initial: place(start),
    states: states.length,
    edges: [...edges.values()],
    offers: offers.map((labelled) => labelled ?? new Set()),
    unfinished,
  };
}

/** For each location of a process, the locations that it can go to by label. */
function targetsOf(system: System, process: number): Map<string, number[]>[] {
  const { locations, steps } = system.types[system.instances[process].type];
  const found = locations.map(() => new Map<string, number[]>());
  for (const { from, to, action, event } of steps) {
    const label = action.kind === 'synchronise' ? `s${action.symbol}` : `p${process} ${event?.name ?? ''}`;
    const there = found[from].get(label) ?? [];
    found[from].set(label, there);
    there.push(to);
  }
  return found;
}

function* stepsFrom(
  labels: ReadonlyMap<string, Label>,
  processes: number[],
  targets: Map<string, number[]>[][],
  locations: number[],
): Generator<[label: string, target: number[]]> {
  const offered = new Set(locations.flatMap((location, i) => [...targets[i][location].keys()]));
  for (const label of offered) {
    let choices: number[][] = [[]];
    processes.forEach((process, i) => {
      const moves = labels.get(label)!.processes.includes(process)
        ? (targets[i][locations[i]].get(label) ?? [])
        : [locations[i]];
      choices = choices.flatMap((chosen) => moves.map((to) => [...chosen, to]));
    });
    for (const target of choices) yield [label, target];
  }
}
