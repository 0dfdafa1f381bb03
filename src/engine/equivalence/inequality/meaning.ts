/** What the columns stand for in terms of the systems, for the independent check of the rows. */
import type { PairCase, PairColumn } from '../../../evidence/certificate/equivalence.js';
import { PROCESS_LOCATION } from '../../../model/layout.js';
import type { Component } from '../../inequality/network.js';
import type { Side } from '../enumerative/index.js';
import type { BadPair } from './bad-pair.js';
import type { Half, Pair } from './pair.js';

/** A process whose state is its location. */
const isPlain = ({ kind, process, initial, states }: Component): boolean =>
  kind === 'process' &&
  process !== undefined &&
  initial.length === 1 &&
  states.every(({ length }) => length <= 2);

/** Undefined where the automata are more than processes with their locations. */
export function meaningOfDirection(pair: Pair, can: Side, bad: BadPair): PairCase | undefined {
  const columns: PairColumn[] = [];
  for (const half of [pair.halves.spec, pair.halves.impl]) {
    for (const [c, component] of half.network.components.entries()) {
      if (!isPlain(component)) return undefined;
      const at = half.offset + c;
      pair.network.components[at].edges.forEach((edge, e) => {
        columns[bad.edges[at][e]] = edgeColumn(half, c, edge, pair.origins[at][e]);
      });
      component.states.forEach((state, s) => {
        columns[bad.ends[at][s]] = {
          kind: 'end',
          side: half.side,
          process: component.process!,
          location: state[PROCESS_LOCATION],
        };
      });
    }
  }
  for (const [name, [column, ...more]] of bad.extensions) {
    if (more.length > 0) return undefined;
    columns[column] = { kind: 'next', name };
  }
  return { kind: 'direction', can, columns };
}

/** `columns[component][edge]` of a closed flow of the progress actions; -1: none. */
export function meaningOfRest(
  half: Half,
  progress: ReadonlySet<number>,
  columns: number[][],
): PairCase | undefined {
  const { components, actions } = half.network;
  const meaning: PairColumn[] = [];
  for (const [c, component] of components.entries()) {
    if (!isPlain(component)) return undefined;
    component.edges.forEach((edge, e) => {
      if (columns[c][e] >= 0) meaning[columns[c][e]] = edgeColumn(half, c, edge, edge.action);
    });
  }
  const symbols: number[] = [];
  const alone: number[] = [];
  for (const action of progress) {
    const { symbol, participants } = actions[action];
    if (symbol !== undefined) symbols.push(symbol);
    else alone.push(components[participants[0]].process!);
  }
  return { kind: 'rest', side: half.side, symbols, alone, columns: meaning };
}

function edgeColumn(
  { side, network }: Half,
  component: number,
  { from, to }: { from: number; to: number },
  action: number,
): PairColumn {
  const { process, states } = network.components[component];
  const { symbol } = network.actions[action];
  const location = (state: number) => states[state][PROCESS_LOCATION];
  return {
    kind: 'edge',
    side,
    process: process!,
    from: location(from),
    to: location(to),
    ...(symbol === undefined ? {} : { symbol }),
  };
}
