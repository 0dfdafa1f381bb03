/** What the columns of a deadlock question count, in terms of the system alone: for the independent check of the rows. */
import type { ColumnMeaning } from '../../evidence/certificate/certificate.js';
import { PROCESS_LOCATION } from '../../model/layout.js';
import type { DeadlockInequalities } from './deadlock.js';
import type { Network } from './network.js';

/** Where the network is made of processes whose state is their location. */
export function meaningOf(
  network: Network,
  { inequalities, edges, ends, bundles }: DeadlockInequalities,
): ColumnMeaning[] | undefined {
  const meaning: ColumnMeaning[] = [];
  for (const [c, { kind, process, states, edges: all }] of network.components.entries()) {
    if (kind !== 'process' || process === undefined || states.some((state) => state.length > 2))
      return undefined;
    const location = (state: number) => states[state][PROCESS_LOCATION];
    all.forEach(({ from, to, action }, e) => {
      const { symbol } = network.actions[action];
      if (edges[c][e] < 0) return;
      meaning[edges[c][e]] = {
        kind: 'edge',
        process,
        from: location(from),
        to: location(to),
        ...(symbol === undefined ? {} : { symbol }),
      };
    });
    states.forEach((_, state) => {
      meaning[ends[c][state]] = { kind: 'end', process, location: location(state) };
    });
    for (const { bundle, passages, counts, offer } of bundles[c]) {
      const symbols = bundle.actions.map((action) => network.actions[action].symbol);
      if (symbols.includes(undefined)) return undefined;
      const symbol = symbols[0]!;
      bundle.pairs.forEach(({ from, to }, i) => {
        meaning[passages[i]] = { kind: 'passage', process, from: location(from), to: location(to), symbol };
      });
      counts.forEach((column, i) => {
        meaning[column] = { kind: 'symbol', process, symbol: symbols[i]! };
      });
      meaning[offer] = { kind: 'offer', process, symbol };
    }
  }
  return meaning.length === inequalities.columns.length ? meaning : undefined;
}
