/**
 * Do the inequalities of a comparison really follow from the two systems? Read a second time, from the
 * systems alone, for systems of automata that only synchronise. Every row must be one that every trace of
 * the asked kind satisfies, by one of the reasons below, and every edge without a column must be one that
 * carries no flow. Traces that were cut into segments are not covered.
 */
import type { System } from '../../model/system.js';
import type { Case, Row } from './certificate.js';
import {
  columnKey,
  type EdgeColumn,
  edgeKey,
  Half,
  isPlain,
  type PairColumn,
  type PlainEdge,
  type Side,
  Steps,
} from './comparison.js';

export type { PairColumn } from './comparison.js';

/** `rest`: these invisible steps of a side (symbols, and steps alone by process) do not go on for ever. */
export type PairCase =
  | { kind: 'rest'; side: Side; symbols: number[]; alone: number[]; columns: PairColumn[] }
  | { kind: 'direction'; can: Side; columns: PairColumn[] };

export type JustifiedPair =
  | { justified: true }
  | { justified: false; reason: string }
  | { justified: 'not covered' };

class Unjustified extends Error {}

/** `meanings` by case; cases without one are not covered. */
export function justifyComparison(
  systems: Record<Side, System>,
  visible: (name: string) => boolean,
  cases: readonly Case[],
  meanings: readonly (PairCase | undefined)[],
): JustifiedPair {
  if (!isPlain(systems.spec) || !isPlain(systems.impl)) return { justified: 'not covered' };
  if (cases.some((_, i) => !meanings[i])) return { justified: 'not covered' };
  const halves = { spec: new Half(systems.spec, visible), impl: new Half(systems.impl, visible) };
  const resting: Partial<Record<Side, Extract<PairCase, { kind: 'rest' }>>> = {};
  try {
    cases.forEach((one, i) => {
      const meaning = meanings[i]!;
      justifyColumns(meaning, one);
      if (meaning.kind === 'rest') {
        justifyRest(halves[meaning.side], meaning, one);
        resting[meaning.side] = meaning;
        return;
      }
      const rest = resting[meaning.can === 'spec' ? 'impl' : 'spec'];
      if (!rest) throw new Unjustified('nothing says that the other side comes to rest');
      new DirectionRows(halves, meaning, rest, one).justify();
    });
  } catch (error) {
    if (error instanceof Unjustified) return { justified: false, reason: error.message };
    throw error;
  }
  return { justified: true };
}

/** Each stands for something of its own, and is bounded only by what it stands for. */
function justifyColumns({ columns }: PairCase, { inequalities }: Case): void {
  if (new Set(columns.map(columnKey)).size !== inequalities.columns.length)
    throw new Unjustified('columns without meaning of their own');
  inequalities.columns.forEach(({ upper }, i) => {
    if (upper !== undefined && (columns[i].kind === 'edge' || upper < 1))
      throw new Unjustified('a bound that does not follow');
  });
}

/** Closed flow: balanced in every state, equal counts in every meeting, and not nothing. */
function justifyRest(half: Half, meaning: Extract<PairCase, { kind: 'rest' }>, { inequalities }: Case): void {
  const { columns, side } = meaning;
  const [symbols, alone] = [new Set(meaning.symbols), new Set(meaning.alone)];
  for (const symbol of symbols)
    if (half.visibleName(symbol) !== undefined)
      throw new Unjustified('a visible step is no step towards rest');
  const edges = columns.map((column) => {
    if (column.kind !== 'edge' || column.side !== side) throw new Unjustified('a column that is no step');
    return column;
  });
  const own = new Set(edges.map((edge) => `${edge.process} ${edgeKey(edge)}`));
  half.edges.forEach((all, process) => {
    const progress = all.filter(({ symbol }) =>
      symbol === undefined ? alone.has(process) : symbols.has(symbol),
    );
    const leftOut = progress.filter((edge) => !own.has(`${process} ${edgeKey(edge)}`));
    for (const edge of leftOut)
      if (leadsBack(progress, edge)) throw new Unjustified('a step that may go round is left out');
  });
  if (inequalities.graphs.length > 0) throw new Unjustified('a closed flow begins nowhere');
  const members = ({ symbol }: EdgeColumn) => half.members[symbol!].map((process) => `${side} ${process}`);
  const steps = new Steps(edges, ({ symbol }) => `${symbol}`, members);
  for (const row of inequalities.rows) {
    const terms = row.columns.map((column, i) => ({ edge: edges[column], a: row.coefficients[i] }));
    const isAll =
      row.upper === undefined &&
      row.lower === 1 &&
      terms.every(({ a }) => a === 1) &&
      new Set(row.columns).size === columns.length;
    const isZero = row.lower === 0 && row.upper === 0;
    if (!isAll && !(isZero && (isBalanced(steps, terms) || steps.isMeeting(terms))))
      throw new Unjustified(`row '${row.name}' does not follow`);
  }
}

function isBalanced(steps: Steps, terms: readonly { edge: EdgeColumn; a: number }[]): boolean {
  const [first] = terms;
  if (!first) return true;
  const { side, process, from, to } = first.edge;
  return steps.isBalance(terms, { side, process, location: first.a > 0 ? to : from });
}

/** Is there a way from the end of the edge to its start? */
function leadsBack(edges: readonly PlainEdge[], edge: PlainEdge): boolean {
  const reached = new Set([edge.to]);
  for (const location of reached) for (const { from, to } of edges) if (from === location) reached.add(to);
  return reached.has(edge.from);
}

/** The rows of one direction. */
class DirectionRows {
  private readonly edges: EdgeColumn[] = [];
  private readonly all: Set<string>;
  private readonly steps: Steps;
  private readonly symbols: ReadonlySet<number>;
  private readonly alone: ReadonlySet<number>;

  constructor(
    private readonly halves: Record<Side, Half>,
    private readonly meaning: Extract<PairCase, { kind: 'direction' }>,
    rest: Extract<PairCase, { kind: 'rest' }>,
    private readonly one: Case,
  ) {
    for (const column of meaning.columns) if (column.kind === 'edge') this.edges.push(column);
    this.all = new Set(this.edges.map((edge) => `${edge.side} ${edge.process} ${edgeKey(edge)}`));
    this.steps = new Steps(
      this.edges,
      (edge) => this.actionOf(edge),
      (edge) => this.participants(edge),
    );
    this.symbols = new Set(rest.symbols);
    this.alone = new Set(rest.alone);
  }

  justify(): void {
    this.everyStepHasAColumn();
    for (const row of this.one.inequalities.rows)
      if (!this.follows(row)) throw new Unjustified(`row '${row.name}' does not follow`);
    const initial = ({ side, process }: EdgeColumn) => this.halves[side].types[process].initial;
    for (const graph of this.one.inequalities.graphs)
      if (!this.steps.isAutomaton(graph, this.meaning.columns, initial))
        throw new Unjustified(`graph '${graph.name}' is not the automaton of a process`);
  }

  /** Only what cannot happen, or not on both sides, may be left out. */
  private everyStepHasAColumn(): void {
    for (const side of ['spec', 'impl'] as const) {
      const half = this.halves[side];
      const other = this.halves[side === 'spec' ? 'impl' : 'spec'];
      half.edges.forEach((edges, process) => {
        for (const edge of edges) {
          const { symbol } = edge;
          const name = half.visibleName(symbol);
          const happens = symbol === undefined || half.canHappen(symbol);
          if (!happens || (name !== undefined && !other.names.has(name))) continue;
          if (!this.all.has(`${side} ${process} ${edgeKey(edge)}`))
            throw new Unjustified('a step without a column');
        }
      });
    }
  }

  private follows(row: Row): boolean {
    const { columns } = this.meaning;
    const terms = row.columns.map((column, i) => ({ what: columns[column], a: row.coefficients[i] }));
    const kinds = new Set(terms.map(({ what }) => what.kind));
    if (row.upper === undefined) return false;
    // One of no actions is next: there is nothing that this side could go on with.
    if (terms.length === 0) return this.isChoice(row, terms) || ((row.lower ?? 0) <= 0 && row.upper >= 0);
    // A state that nothing leads to or from has no step in its equation.
    const isLonely = terms.length === 1 && terms[0].what.kind === 'end' && terms[0].a === -1;
    if (kinds.has('edge') || isLonely) return !kinds.has('next') && this.isFlow(row, terms);
    if (row.lower !== undefined && row.lower !== row.upper) return false;
    if (kinds.size === 1 && kinds.has('next')) return this.isChoice(row, terms);
    if (row.lower === 1) return this.isOneEnd(terms);
    return kinds.has('next') && terms.some(({ a }) => a < 0)
      ? row.lower === undefined && row.upper >= 0 && this.isEnabling(terms)
      : this.isRefusal(row, terms);
  }

  private isFlow({ lower, upper }: Row, terms: Term[]): boolean {
    if (lower !== upper) return false;
    const edges = terms.flatMap(({ what, a }) => (what.kind === 'edge' ? [{ edge: what, a }] : []));
    const ends = terms.flatMap(({ what, a }) => (what.kind === 'end' ? [{ what, a }] : []));
    if (ends.length === 0) return upper === 0 && this.steps.isMeeting(edges);
    const [{ what: end, a }] = ends;
    if (ends.length > 1 || a !== -1) return false;
    const { initial } = this.halves[end.side].types[end.process];
    return upper === (end.location === initial ? -1 : 0) && this.steps.isBalance(edges, end);
  }

  /** Visible actions are the same on both sides. */
  private actionOf({ side, symbol }: EdgeColumn): string {
    const name = this.halves[side].visibleName(symbol);
    return name === undefined ? `${side} ${symbol}` : `visible ${name}`;
  }

  private participants({ side, symbol }: EdgeColumn): string[] {
    const name = this.halves[side].visibleName(symbol);
    const sides: Side[] = name === undefined ? [side] : ['spec', 'impl'];
    return sides.flatMap((one) => {
      const own = name === undefined ? symbol : this.halves[one].names.get(name);
      return own === undefined ? [] : this.halves[one].members[own].map((process) => `${one} ${process}`);
    });
  }

  private isChoice({ lower, upper }: Row, terms: Term[]): boolean {
    const chosen = new Set(terms.map(({ what }) => (what.kind === 'next' ? what.name : '')));
    const possible = this.halves[this.meaning.can].names;
    const all = terms.every(({ a }) => a === 1) && [...possible.keys()].every((name) => chosen.has(name));
    return all && lower === 1 && upper === 1;
  }

  private isOneEnd(terms: Term[]): boolean {
    const owners = new Set(
      terms.map(({ what }) => (what.kind === 'end' ? `${what.side} ${what.process}` : '')),
    );
    const [{ what: first }] = terms;
    if (owners.size !== 1 || first.kind !== 'end' || terms.some(({ a }) => a !== 1)) return false;
    const locations = new Set(terms.map(({ what }) => (what.kind === 'end' ? what.location : -1)));
    const half = this.halves[first.side];
    const reached = [half.types[first.process].initial, ...half.edges[first.process].map(({ to }) => to)];
    return reached.every((location) => locations.has(location));
  }

  /** If one of these is next, the process stands where it can take part. */
  private isEnabling(terms: Term[]): boolean {
    const { can } = this.meaning;
    const ends = terms.flatMap(({ what, a }) => (what.kind === 'end' && a === -1 ? [what] : []));
    const nexts = terms.flatMap(({ what, a }) => (what.kind === 'next' && a === 1 ? [what.name] : []));
    if (ends.length + nexts.length !== terms.length || ends.length === 0) return false;
    const [{ process }] = ends;
    if (ends.some((end) => end.side !== can || end.process !== process)) return false;
    const locations = new Set(ends.map(({ location }) => location));
    const half = this.halves[can];
    return nexts.every((name) => {
      const symbol = half.names.get(name);
      if (symbol === undefined || !half.members[symbol].includes(process)) return false;
      return [...half.offers(symbol, process)].every((location) => locations.has(location));
    });
  }

  /** Not all participants stand where they can take part: of what is next, or of a step towards rest. */
  private isRefusal({ lower, upper }: Row, terms: Term[]): boolean {
    const ends = terms.flatMap(({ what, a }) => (what.kind === 'end' && a === 1 ? [what] : []));
    const nexts = terms.flatMap(({ what, a }) => (what.kind === 'next' && a === 1 ? [what.name] : []));
    if (ends.length + nexts.length !== terms.length || ends.length === 0) return false;
    if (lower !== undefined && (lower !== 0 || upper !== 0)) return false;
    const side = this.meaning.can === 'spec' ? 'impl' : 'spec';
    const half = this.halves[side];
    if (ends.some((end) => end.side !== side)) return nexts.length === 0 && ends.length === 1 && upper! >= 1;
    const [first] = ends;
    const stands = (symbol: number) =>
      ends.every(
        ({ process, location }) =>
          half.members[symbol].includes(process) && half.offers(symbol, process).has(location),
      );
    if (nexts.length > 0) {
      return nexts.every((name) => {
        const symbol = half.names.get(name);
        return symbol !== undefined && stands(symbol) && upper! >= half.members[symbol].length;
      });
    }
    if (ends.length === 1 && upper! >= 1) return true;
    const leaves = (edge: PlainEdge) => edge.symbol === undefined && edge.from === first.location;
    if (ends.length === 1 && this.alone.has(first.process) && half.edges[first.process].some(leaves))
      return true;
    return half
      .offeredAt(first.process, first.location)
      .some(
        (symbol) =>
          this.symbols.has(symbol) &&
          half.canHappen(symbol) &&
          stands(symbol) &&
          upper! >= half.members[symbol].length - 1,
      );
  }
}

type Term = { what: PairColumn; a: number };
