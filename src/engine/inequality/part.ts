/**
 * What the columns of a question about intervals count, in terms of the system alone: for the independent
 * check of the rows. Said where every automaton is made of processes whose state is their location.
 */
import type { GivenAutomaton, IntervalColumn, IntervalPart } from '../../evidence/certificate/certificate.js';
import { PROCESS_LOCATION } from '../../model/layout.js';
import type { Arrangement } from './arrangement.js';
import type { Flowgraph } from './flowgraph.js';
import type { Sought } from './intervals.js';

export function partOf(sought: Sought, graph: Flowgraph): IntervalPart | undefined {
  const { arrangement, options, cuts = [], origin } = sought;
  const { network } = arrangement;
  const labels = network.actions.map((_, action) => labelOf(arrangement, action));
  const named = labels.flatMap((label) => label ?? []);
  const automata = automataOf(arrangement, named);
  if (!origin || !automata || named.length < labels.length || cuts.some(({ how }) => how === 'last'))
    return undefined;
  const columns = columnsOf(sought, graph, named);
  if (columns.length !== graph.inequalities.columns.length || columns.includes(undefined)) return undefined;
  return {
    ...origin,
    tail: options.tail,
    cuts: cuts.flatMap(({ segment, action, how }) =>
      how === 'last' ? [] : [{ segment, label: named[action], how }],
    ),
    automata,
    traps: (options.traps ?? []).map((trap) =>
      trap.map((states) => [...states.keys()].filter((state) => states[state] === 1)),
    ),
    ...(options.barren?.length ? { searched: true } : {}),
    columns: columns as IntervalColumn[],
  };
}

function automataOf(
  { base, members, states, quiet }: Arrangement,
  labels: string[],
): GivenAutomaton[] | undefined {
  if (!base.components.every(({ kind, states: all }) => kind === 'process' && all[0].length <= 2))
    return undefined;
  return members.map((parts, automaton) => ({
    processes: parts.map((c) => base.components[c].process!),
    states: states[automaton].map((ways) =>
      ways.map((way) => way.map((state, m) => base.components[parts[m]].states[state][PROCESS_LOCATION])),
    ),
    ...(quiet[automaton].length > 0
      ? { quiet: quiet[automaton].map((group) => group.map((action) => labels[action])) }
      : {}),
  }));
}

/** The action as a certificate names it: a symbol, or what a process does alone. */
function labelOf({ base }: Arrangement, action: number): string | undefined {
  const { symbol, participants, events, fault } = base.actions[action];
  if (fault !== undefined) return undefined;
  if (symbol !== undefined) return `s${symbol}`;
  return participants.length === 1
    ? `p${base.components[participants[0]].process} ${events[0]?.name ?? ''}`
    : undefined;
}

function columnsOf(
  { arrangement: { network } }: Sought,
  { inner, crossing, staying, endless, shares, idle, segments }: Flowgraph,
  labels: string[],
): (IntervalColumn | undefined)[] {
  const found: (IntervalColumn | undefined)[] = [];
  const edges = (kind: IntervalColumn['kind'], segment: number, columns: number[][]) => {
    columns.forEach((list, automaton) => {
      list.forEach((column, e) => {
        const { from, to, action } = network.components[automaton].edges[e];
        if (column >= 0) found[column] = { kind, segment, automaton, from, to, label: labels[action] };
      });
    });
  };
  const places = (kind: IntervalColumn['kind'], segment: number, columns: number[][]) => {
    columns.forEach((list, automaton) => {
      list.forEach((column, state) => {
        if (column >= 0) found[column] = { kind, segment, automaton, from: state, to: state, label: '' };
      });
    });
  };
  for (let segment = 0; segment < segments; segment++) {
    edges('inside', segment, inner[segment]);
    edges('ending', segment, crossing[segment]);
    places('staying', segment, staying[segment]);
  }
  edges('for ever', segments, endless);
  edges('share', segments, shares);
  places('waiting', segments, idle);
  return found;
}
