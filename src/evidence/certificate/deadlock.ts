/**
 * Do the inequalities of a deadlock certificate really follow from the system? Written down a second
 * time, from the system alone, for systems of automata that only synchronise: processes without data,
 * steps without conditions. Every row of the certificate must be one that such a system justifies, and
 * every graph the whole automaton of one process.
 *
 * For other systems the certificate still proves that its inequalities have no solution; that they
 * describe the system is then the engine's word.
 */
import type { ProcessType, System } from '../../model/system.js';
import { type Automaton, automatonOf, keyOf, type Term } from './automaton.js';
import type { Case, ColumnMeaning, Graph, Row } from './certificate.js';
import { isPlain, type Justified, RowBook } from './rows.js';
import { isMeaning } from './shape.js';

export function justifyDeadlockRows(system: System, { inequalities, meaning }: Case): Justified {
  const types = system.instances.map(({ type }) => system.types[type]);
  if (!meaning || !types.every(isPlain)) return { justified: 'not covered' };
  if (!meaning.every(isMeaning)) return { justified: false, reason: 'a column that means nothing' };
  const columns = new Map(meaning.map((m, column) => [keyOf(m), column]));
  if (columns.size !== inequalities.columns.length)
    return { justified: false, reason: 'columns without meaning' };
  const bundled = new Map<number, Set<number>>();
  for (const { kind, process, ...rest } of meaning)
    if (kind === 'passage' && 'symbol' in rest && rest.symbol !== undefined)
      bundled.set(process, (bundled.get(process) ?? new Set()).add(rest.symbol));
  const automata = types.map((type, process) =>
    automatonOf(type, process, bundled.get(process) ?? new Set()),
  );
  const known = justifiedRows(system, types, automata, columns);
  if (typeof known === 'string') return { justified: false, reason: known };
  for (const row of inequalities.rows)
    if (!known.has(row))
      return { justified: false, reason: `row '${row.name}' does not follow from the system` };
  for (const graph of inequalities.graphs)
    if (!isAutomaton(graph, types, automata, meaning, columns))
      return { justified: false, reason: `graph '${graph.name}' is not the automaton of a process` };
  const bounded = inequalities.columns.every(
    ({ upper }, column) =>
      upper === undefined || (upper === 1 && ['end', 'offer'].includes(meaning[column].kind)),
  );
  return bounded ? { justified: true } : { justified: false, reason: 'a count is bounded' };
}

/** All that a process can do and nothing else, each vertex one location, beginning where it begins. */
function isAutomaton(
  { edges, sources }: Graph,
  types: ProcessType[],
  automata: Automaton[],
  meaning: ColumnMeaning[],
  columns: Map<string, number>,
): boolean {
  if (edges.length === 0) return true;
  const { process } = meaning[edges[0].column];
  const missing = new Set(automata[process].flows.map(({ key }) => columns.get(key)));
  const locations = new Map<number, number>([[sources[0], types[process].initial]]);
  const stands = (vertex: number, location: number): boolean => {
    if (!locations.has(vertex)) locations.set(vertex, location);
    return locations.get(vertex) === location;
  };
  const sound = edges.every(({ column, from, to }) => {
    const step = meaning[column];
    if (step.kind !== 'edge' && step.kind !== 'passage') return false;
    return missing.delete(column) && stands(from, step.from) && stands(to, step.to);
  });
  return (
    sound && sources.length === 1 && missing.size === 0 && new Set(locations.values()).size === locations.size
  );
}

/** Every row that the system justifies; or what the certificate has no column for. */
function justifiedRows(
  system: System,
  types: ProcessType[],
  automata: Automaton[],
  columns: Map<string, number>,
): RowBook | string {
  const book = new RowBook(columns);
  const add = (terms: Term[], bounds: Pick<Row, 'lower' | 'upper'>) => book.add(terms, bounds);
  const unfinished: Term[] = [];
  automata.forEach(({ balance, ends, alone, rules }, process) => {
    const type = types[process];
    for (const [location, terms] of balance) {
      const start = location === type.initial ? -1 : 0;
      add(terms, { lower: start, upper: start });
      if (type.observes === undefined && !type.locations[location].marks?.includes('end'))
        unfinished.push(ends.get(location)!);
    }
    add([...ends.values()], { lower: 1, upper: 1 });
    if (alone.length > 0) add(alone, { upper: 0 });
    for (const rule of rules) add(rule, { lower: 0, upper: 0 });
  });
  const knowing: number[][] = system.symbols.map(() => []);
  types.forEach(({ alphabet }, process) => {
    for (const symbol of new Set(alphabet)) knowing[symbol].push(process);
  });
  knowing.forEach((members, symbol) => {
    const counts = members.map((process) => automata[process].counts.get(symbol) ?? []);
    for (const one of counts)
      for (const other of counts)
        if (one !== other) add([...one, ...other.map(([key]): Term => [key, -1])], { lower: 0, upper: 0 });
    const offers = members.flatMap((process) => automata[process].offers.get(symbol) ?? []);
    add(offers, { upper: members.length - 1 });
  });
  add(unfinished, { lower: 1 });
  return book.missing ?? book;
}
