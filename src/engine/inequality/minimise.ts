/**
 * Automata without the states that a question cannot tell apart: the quotient by bisimulation. Two
 * states are one if both may be the end of a process, or neither, and whatever one offers the other
 * offers too, to a state that is again the same. What an automaton does alone and the question does
 * not mention counts as one action, whatever it is called. Dead values of local variables go this way.
 *
 * Nothing is lost: every step of the smaller automaton is one that each state behind it can take.
 */
import type { EventPattern } from '../../property/event.js';
import type { IntervalQuery } from '../../property/interval/query.js';
import type { Ask } from '../../property/question.js';
import type { Arrangement } from './arrangement.js';
import { isMeant } from './meant.js';
import type { Component, Edge, Network } from './network.js';

/** Beyond so many looks at an edge an automaton stays as it is. */
const MOST_WORK = 1_000_000;

export interface Sizes {
  states: number;
  edges: number;
}

export function sizesOf({ components }: Network): Sizes {
  return {
    states: components.reduce((sum, { states }) => sum + states.length, 0),
    edges: components.reduce((sum, { edges }) => sum + edges.length, 0),
  };
}

export function minimised(arrangement: Arrangement, ask: Ask): Arrangement {
  const { network, base, members, states, edges } = arrangement;
  const patterns = patternsOf(ask);
  const isSeen = (action: number) => patterns.some((pattern) => isMeant(network, pattern, action));
  const quotients = network.components.map((component, c) => quotientOf(network, component, c, isSeen));
  return {
    base,
    members,
    network: {
      actions: network.actions,
      components: network.components.map((component, c) => quotients[c]?.component ?? component),
    },
    states: states.map((all, c) => quotients[c]?.states.map((list) => list.flatMap((s) => all[s])) ?? all),
    edges: edges.map((all, c) => quotients[c]?.edges.map((list) => list.flatMap((e) => all[e])) ?? all),
    quiet: arrangement.quiet.map((groups, c) => quotients[c]?.quiet ?? groups),
  };
}

/** All that the question speaks of. */
function patternsOf(ask: Ask): EventPattern[] {
  if (ask.kind !== 'order') return [];
  return (ask.queries ?? []).flatMap(({ sequences }: IntervalQuery) =>
    sequences
      .flat()
      .flatMap(({ endsWith, forbid, require, constraints }) => [
        ...(endsWith ? [endsWith] : []),
        ...(forbid ? [forbid] : []),
        ...require,
        ...constraints.flatMap(({ left, right }) => [...left.events, ...right.events]),
      ]),
  );
}

interface Quotient {
  component: Component;
  /** For each state and edge of the quotient, those that it stands for. */
  states: number[][];
  edges: number[][];
  quiet: number[][];
}

/** Undefined where nothing becomes smaller, or it would take too long. */
function quotientOf(
  { actions }: Network,
  component: Component,
  number: number,
  isSeen: (action: number) => boolean,
): Quotient | undefined {
  if (component.initial.length > 1) return undefined;
  const quiet = [...new Set(component.edges.map(({ action }) => action))].filter(
    (action) =>
      actions[action].participants.every((c) => c === number) &&
      actions[action].fault === undefined &&
      !isSeen(action),
  );
  const isQuiet = new Set(quiet);
  const counted = (action: number) => (isQuiet.has(action) ? quiet[0] : action);
  const classOf = classesOf(component, counted);
  if (!classOf) return undefined;
  const [initial] = component.initial;
  const states: number[][] = Array.from({ length: Math.max(...classOf) + 1 }, () => []);
  // The initial state comes first among those it is like.
  states[classOf[initial]].push(initial);
  for (const state of component.states.keys()) if (state !== initial) states[classOf[state]].push(state);
  if (states.length === component.states.length && quiet.length < 2) return undefined;
  const numbers = new Map<string, number>();
  const edges: Edge[] = [];
  const behind: number[][] = [];
  component.edges.forEach(({ from, to, action }, e) => {
    const edge = { from: classOf[from], to: classOf[to], action: counted(action) };
    const key = `${edge.from} ${edge.to} ${edge.action}`;
    const known = numbers.get(key) ?? edges.length;
    if (known === edges.length) {
      numbers.set(key, known);
      edges.push({ ...component.edges[e], ...edge });
      behind.push([]);
    }
    behind[known].push(e);
  });
  return {
    component: {
      ...component,
      states: states.map(([first]) => component.states[first]),
      initial: [classOf[initial]],
      edges,
      ends: states.map(([first]) => component.ends[first]),
      errors: states.flatMap(([first], state) => (component.errors.includes(first) ? [state] : [])),
    },
    states,
    edges: behind,
    quiet: quiet.length > 1 ? [quiet] : [],
  };
}

/** Splits what offers different things until all in a class offer the same. */
function classesOf(
  { states, edges, ends, errors }: Component,
  counted: (action: number) => number,
): Int32Array | undefined {
  const leaving: Edge[][] = states.map(() => []);
  for (const edge of edges) leaving[edge.from].push(edge);
  const wrong = new Set(errors);
  let classOf = Int32Array.from(states, (_, state) => (ends[state] ? 1 : 0) + (wrong.has(state) ? 2 : 0));
  let count = 0;
  const round = edges.length + states.length;
  for (let work = round; work <= MOST_WORK; work += round) {
    const numbers = new Map<string, number>();
    const next = Int32Array.from(states, (_, state) => {
      const offers = leaving[state].map(({ action, to }) => `${counted(action)}:${classOf[to]}`);
      const key = `${classOf[state]} ${[...new Set(offers)].sort().join()}`;
      const known = numbers.get(key) ?? numbers.size;
      numbers.set(key, known);
      return known;
    });
    classOf = next;
    if (numbers.size === count) return classOf;
    count = numbers.size;
  }
  return undefined;
}
