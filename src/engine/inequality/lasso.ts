/**
 * From the end of a finite part to something that goes on for ever: a bounded search among the actions
 * that may. Under fairness the cycle is one in which everybody who could move again and again does.
 */
import type { Interpreter } from '../../model/interpreter.js';
import type { Run, Transition } from '../../model/transition.js';
import { stronglyConnected } from './connected.js';
import type { Network } from './network.js';
import { transitionOf } from './realise.js';

const MOST_STATES = 10_000;

interface Arc {
  from: number;
  to: number;
  transition: Transition;
}

interface Graph {
  arcs: Arc[];
  leaving: Arc[][];
  /** For each state the processes that could move there. */
  able: Set<number>[];
  complete: boolean;
}

export interface Closed {
  run?: Run;
  /** Was everything looked at? Then without a run there is none from the end of the finite part. */
  complete: boolean;
  end: Int32Array;
}

/** `flows[component][edge]`: may this edge be used for ever? */
export function closeCycle(
  interpreter: Interpreter,
  network: Network,
  stem: Run,
  flows: boolean[][],
  fair: boolean,
): Closed {
  let state = interpreter.initialStates()[stem.initial];
  for (const transition of stem.steps) state = interpreter.successor(state, transition).state;
  const { found, complete } = allowedTransitions(network, flows);
  const graph = explore(interpreter, state, found, complete);
  const all = new Set(graph.able.keys());
  const part = recurring(graph, all, fair);
  if (!part) return { complete: graph.complete, end: state };
  const path = walk(graph, 0, (vertex) => part.has(vertex), all)!;
  const start = path.at(-1)?.to ?? 0;
  const cycle = tour(graph, start, part, fair);
  const steps = [...stem.steps, ...[...path, ...cycle].map(({ transition }) => transition)];
  const run = { ...stem, steps, cycleFrom: stem.steps.length + path.length };
  return { run, complete: graph.complete, end: state };
}

function explore(
  interpreter: Interpreter,
  start: Int32Array,
  allowed: ReadonlySet<string>,
  complete: boolean,
): Graph {
  const graph: Graph = { arcs: [], leaving: [], able: [], complete };
  const numbers = new Map([[start.join(), 0]]);
  const states = [start];
  for (let from = 0; from < states.length; from++) {
    graph.leaving.push([]);
    const transitions = interpreter.transitions(states[from]);
    graph.able.push(new Set(transitions.flatMap(({ participants }) => participants.map((p) => p.process))));
    for (const transition of transitions) {
      if (!allowed.has(keyOf(transition))) continue;
      const outcome = interpreter.successor(states[from], transition);
      // After a failed assertion the execution goes on.
      if (outcome.fault && outcome.fault.code !== 'assertion') continue;
      const key = outcome.state.join();
      let to = numbers.get(key);
      if (to === undefined) {
        if (states.length >= MOST_STATES) {
          graph.complete = false;
          continue;
        }
        to = states.push(outcome.state) - 1;
        numbers.set(key, to);
      }
      const arc = { from, to, transition };
      graph.arcs.push(arc);
      graph.leaving[from].push(arc);
    }
  }
  return graph;
}

/** States among these that can all be visited again and again, fairly if that is asked for. */
function recurring(graph: Graph, among: Set<number>, fair: boolean): Set<number> | undefined {
  const inside = graph.arcs.filter(({ from, to }) => among.has(from) && among.has(to));
  const part = stronglyConnected(graph.able.length, inside);
  const byPart = new Map<number, Arc[]>();
  for (const arc of inside) {
    if (part[arc.from] !== part[arc.to]) continue;
    const arcs = byPart.get(part[arc.from]) ?? [];
    byPart.set(part[arc.from], arcs);
    arcs.push(arc);
  }
  for (const arcs of byPart.values()) {
    const states = new Set(arcs.map(({ from }) => from));
    if (!fair) return states;
    const moving = movers(arcs);
    const isWronged = (state: number) => [...graph.able[state]].some((process) => !moving.has(process));
    const peaceful = new Set([...states].filter((state) => !isWronged(state)));
    if (peaceful.size === states.size) return states;
    // Somebody who never moves here could: the cycle must avoid where that is so.
    const within = recurring(graph, peaceful, true);
    if (within) return within;
  }
  return undefined;
}

const movers = (arcs: Arc[]): Set<number> =>
  new Set(arcs.flatMap(({ transition }) => transition.participants.map(({ process }) => process)));

/** A shortest walk to a vertex that is wanted. */
function walk(
  graph: Graph,
  from: number,
  wanted: (vertex: number) => boolean,
  among: Set<number>,
): Arc[] | undefined {
  const before = new Map<number, Arc | undefined>([[from, undefined]]);
  for (const vertex of before.keys()) {
    if (wanted(vertex)) {
      const path: Arc[] = [];
      for (let arc = before.get(vertex); arc; arc = before.get(arc.from)) path.push(arc);
      return path.reverse();
    }
    for (const arc of graph.leaving[vertex])
      if (among.has(arc.to) && !before.has(arc.to)) before.set(arc.to, arc);
  }
  return undefined;
}

/** Back to the start; under fairness, with a step of everybody who moves at all. */
function tour(graph: Graph, start: number, part: Set<number>, fair: boolean): Arc[] {
  const inside = (arc: Arc) => part.has(arc.from) && part.has(arc.to);
  const [first] = graph.leaving[start].filter(inside);
  const cycle = [first];
  const waiting = fair ? movers(graph.arcs.filter(inside)) : new Set<number>();
  for (;;) {
    for (const process of movers(cycle)) waiting.delete(process);
    const [process] = waiting;
    if (process === undefined) break;
    const moves = (arc: Arc) => inside(arc) && movers([arc]).has(process);
    const path = walk(graph, cycle.at(-1)!.to, (vertex) => graph.leaving[vertex].some(moves), part)!;
    const at = path.at(-1)?.to ?? cycle.at(-1)!.to;
    cycle.push(...path, graph.leaving[at].find(moves)!);
  }
  return [...cycle, ...walk(graph, cycle.at(-1)!.to, (vertex) => vertex === start, part)!];
}

const keyOf = ({ participants, choice }: Transition): string =>
  `${participants.map(({ process, step }) => `${process}.${step}`).join()} ${choice ?? ''}`;

const MOST_TRANSITIONS = 100_000;

/** `complete`: unless an action can be taken in too many ways. */
function allowedTransitions(
  network: Network,
  flows: boolean[][],
): { found: ReadonlySet<string>; complete: boolean } {
  const byAction = network.actions.map(() => new Map<number, number[]>());
  network.components.forEach(({ edges }, c) => {
    edges.forEach(({ action }, e) => {
      if (flows[c][e]) byAction[action].set(c, [...(byAction[action].get(c) ?? []), e]);
    });
  });
  const found = new Set<string>();
  let complete = true;
  network.actions.forEach(({ participants }, action) => {
    let choices: number[][] = [[]];
    for (const c of participants) {
      choices = choices.flatMap((chosen) => (byAction[action].get(c) ?? []).map((e) => [...chosen, e]));
      if (choices.length > MOST_TRANSITIONS) {
        complete = false;
        return;
      }
    }
    for (const edges of choices) found.add(keyOf(transitionOf(network, action, edges)));
  });
  return { found, complete };
}
