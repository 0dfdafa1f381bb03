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
import type { Case, ColumnMeaning, Graph, Row } from './certificate.js';

export type Justified =
  | { justified: true }
  | { justified: false; reason: string }
  | { justified: 'not covered' };

export function justifyDeadlockRows(system: System, { inequalities, meaning }: Case): Justified {
  const types = system.instances.map(({ type }) => system.types[type]);
  if (!meaning || !types.every(isPlain)) return { justified: 'not covered' };
  const columns = new Map(meaning.map((m, column) => [keyOf(m), column]));
  if (columns.size !== inequalities.columns.length)
    return { justified: false, reason: 'columns without meaning' };
  const known = justifiedRows(system, types, columns);
  for (const row of inequalities.rows)
    if (!known.has(textOf(row.columns, row.coefficients, row.lower, row.upper)))
      return { justified: false, reason: `row '${row.name}' does not follow from the system` };
  for (const graph of inequalities.graphs)
    if (!isAutomaton(graph, types, meaning, columns))
      return { justified: false, reason: `graph '${graph.name}' is not the automaton of a process` };
  return { justified: true };
}

/** All steps of one process and no others, each vertex one location, beginning where the process begins. */
function isAutomaton(
  { edges, sources }: Graph,
  types: ProcessType[],
  meaning: ColumnMeaning[],
  columns: Map<string, number>,
): boolean {
  if (edges.length === 0) return true;
  const { process } = meaning[edges[0].column];
  const type = types[process];
  const missing = new Set<number>();
  for (const { key } of edgesOf(type, process)) {
    const column = columns.get(key);
    if (column !== undefined) missing.add(column);
  }
  const locations = new Map<number, number>([[sources[0], type.initial]]);
  const stands = (vertex: number, location: number): boolean => {
    if (!locations.has(vertex)) locations.set(vertex, location);
    return locations.get(vertex) === location;
  };
  const sound = edges.every(({ column, from, to }) => {
    const known = meaning[column];
    if (known.kind !== 'edge' || known.process !== process || !missing.delete(column)) return false;
    return stands(from, known.from) && stands(to, known.to);
  });
  return sound && missing.size === 0 && sources.length === 1;
}

function isPlain(type: ProcessType): boolean {
  return (
    type.variables.length === 0 &&
    type.channels.length === 0 &&
    !type.provided &&
    type.locations.every(({ region }) => region !== 'indivisible') &&
    type.steps.every(
      ({ guard, effects, action, priority }) =>
        !guard &&
        effects.length === 0 &&
        (priority ?? 0) === 0 &&
        (action.kind === 'internal' || action.kind === 'synchronise'),
    )
  );
}

function keyOf(meaning: ColumnMeaning): string {
  if (meaning.kind === 'end') return `end ${meaning.process} ${meaning.location}`;
  return `edge ${meaning.process} ${meaning.from} ${meaning.to} ${meaning.symbol ?? 'alone'}`;
}

/** The steps of a process, those that differ in nothing counted once. */
function edgesOf(
  type: ProcessType,
  process: number,
): { from: number; to: number; symbol?: number; key: string }[] {
  const found = new Map<string, { from: number; to: number; symbol?: number; key: string }>();
  for (const { from, to, action } of type.steps) {
    const symbol = action.kind === 'synchronise' ? action.symbol : undefined;
    const key = keyOf({ kind: 'edge', process, from, to, symbol });
    found.set(key, { from, to, symbol, key });
  }
  return [...found.values()];
}

/** Locations that the process could reach if the others let it do everything. */
function reachable(type: ProcessType): Set<number> {
  const found = new Set([type.initial]);
  for (const location of found) for (const { from, to } of type.steps) if (from === location) found.add(to);
  return found;
}

function textOf(columns: number[], coefficients: number[], lower?: number, upper?: number): string {
  const terms = columns.map((column, i) => [column, coefficients[i]]).sort((a, b) => a[0] - b[0]);
  return `${lower ?? ''}..${upper ?? ''} ${terms.map(([column, a]) => `${a}*${column}`).join(' ')}`;
}

function justifiedRows(system: System, types: ProcessType[], columns: Map<string, number>): Set<string> {
  const rows = new Set<string>();
  const add = (terms: [string, number][], bounds: Pick<Row, 'lower' | 'upper'>): void => {
    const sums = new Map<number, number>();
    for (const [key, a] of terms) {
      const column = columns.get(key);
      if (column !== undefined) sums.set(column, (sums.get(column) ?? 0) + a);
    }
    const used = [...sums].filter(([, a]) => a !== 0);
    const [names, factors] = [used.map(([column]) => column), used.map(([, a]) => a)];
    rows.add(textOf(names, factors, bounds.lower, bounds.upper));
  };
  const end = (process: number, location: number) => keyOf({ kind: 'end', process, location });
  const unfinished: [string, number][] = [];
  const offers = system.symbols.map(() => new Map<number, [string, number][]>());
  const counts = system.symbols.map(() => new Map<number, [string, number][]>());
  types.forEach((type, process) => {
    const alive = reachable(type);
    const edges = edgesOf(type, process).filter(({ from }) => alive.has(from));
    for (const location of alive) {
      const terms: [string, number][] = [[end(process, location), -1]];
      for (const { from, to, key } of edges) {
        if (from === location) terms.push([key, -1]);
        if (to === location) terms.push([key, 1]);
      }
      const start = location === type.initial ? -1 : 0;
      add(terms, { lower: start, upper: start });
      if (type.observes === undefined && !type.locations[location].marks?.includes('end'))
        unfinished.push([end(process, location), 1]);
    }
    add(
      [...alive].map((location) => [end(process, location), 1]),
      { lower: 1, upper: 1 },
    );
    const alone = new Set(edges.flatMap(({ from, symbol }) => (symbol === undefined ? [from] : [])));
    if (alone.size > 0)
      add(
        [...alone].map((location) => [end(process, location), 1]),
        { upper: 0 },
      );
    for (const symbol of type.alphabet) {
      const mine = edges.filter((edge) => edge.symbol === symbol);
      counts[symbol].set(
        process,
        mine.map(({ key }) => [key, 1]),
      );
      offers[symbol].set(
        process,
        [...new Set(mine.map(({ from }) => from))].map((location) => [end(process, location), 1]),
      );
    }
  });
  system.symbols.forEach((_, symbol) => {
    const members = [...counts[symbol].keys()];
    for (const one of members) {
      for (const other of members) {
        if (one === other) continue;
        const terms = counts[symbol].get(other)!.map(([key]): [string, number] => [key, -1]);
        add([...counts[symbol].get(one)!, ...terms], { lower: 0, upper: 0 });
      }
    }
    add(
      members.flatMap((member) => offers[symbol].get(member)!),
      { upper: members.length - 1 },
    );
  });
  add(unfinished, { lower: 1 });
  return rows;
}
