/** The automata of a comparison, read from the systems alone, and the rows that flows through them satisfy. */
import type { ProcessType, System } from '../../model/system.js';
import type { Graph } from './certificate.js';

export type Side = 'spec' | 'impl';

/** What a column of a comparison stands for. */
export type PairColumn =
  | EdgeColumn
  | { kind: 'end'; side: Side; process: number; location: number }
  | { kind: 'next'; name: string };

export interface EdgeColumn extends PlainEdge {
  kind: 'edge';
  side: Side;
  process: number;
}

export interface PlainEdge {
  from: number;
  to: number;
  symbol?: number;
}

export function isPlain(system: System): boolean {
  return (
    system.variables.length === 0 &&
    system.types.every(
      (type) =>
        type.variables.length === 0 &&
        type.channels.length === 0 &&
        !type.provided &&
        type.locations.every(({ region }) => region === undefined) &&
        type.steps.every(
          ({ guard, effects, action, event, priority }) =>
            !guard &&
            effects.length === 0 &&
            event === undefined &&
            (priority ?? 0) === 0 &&
            (action.kind === 'internal' || action.kind === 'synchronise'),
        ),
    )
  );
}

/** A system as its processes, and who takes part in what. */
export class Half {
  readonly types: ProcessType[];
  /** By process; those that differ in nothing counted once, and only from where the process can get. */
  readonly edges: PlainEdge[][];
  readonly members: number[][];
  /** The symbol of each visible name that can happen. */
  readonly names = new Map<string, number>();
  private readonly offering: Map<number, Set<number>>[];
  private readonly offered: Map<number, number[]>[];

  constructor(
    readonly system: System,
    visible: (name: string) => boolean,
  ) {
    this.types = system.instances.map(({ type }) => system.types[type]);
    this.edges = this.types.map(edgesOf);
    this.members = system.symbols.map(() => []);
    this.types.forEach(({ alphabet }, process) => {
      for (const symbol of new Set(alphabet)) this.members[symbol].push(process);
    });
    this.offering = this.edges.map(() => new Map());
    this.offered = this.edges.map(() => new Map());
    this.edges.forEach((edges, process) => {
      for (const { from, symbol } of edges) {
        if (symbol === undefined) continue;
        const where = this.offering[process].get(symbol) ?? new Set();
        this.offering[process].set(symbol, where.add(from));
        const what = this.offered[process].get(from) ?? [];
        this.offered[process].set(from, what);
        what.push(symbol);
      }
    });
    system.symbols.forEach(({ name, hidden }, s) => {
      if (!hidden && visible(name) && this.canHappen(s)) this.names.set(name, s);
    });
  }

  canHappen(symbol: number): boolean {
    const members = this.members[symbol];
    return members.length > 0 && members.every((process) => this.offering[process].has(symbol));
  }

  /** Where the process can take part in the symbol. */
  offers(symbol: number, process: number): ReadonlySet<number> {
    return this.offering[process].get(symbol) ?? new Set();
  }

  /** The symbols that the process can take part in here. */
  offeredAt(process: number, location: number): readonly number[] {
    return this.offered[process].get(location) ?? [];
  }

  visibleName(symbol: number | undefined): string | undefined {
    if (symbol === undefined) return undefined;
    const { name } = this.system.symbols[symbol];
    return this.names.get(name) === symbol ? name : undefined;
  }
}

function edgesOf(type: ProcessType): PlainEdge[] {
  const found = new Map<string, PlainEdge>();
  const reached = new Set([type.initial]);
  const leaving = new Map<number, PlainEdge[]>();
  for (const { from, to, action } of type.steps) {
    const edge = { from, to, ...(action.kind === 'synchronise' ? { symbol: action.symbol } : {}) };
    leaving.set(from, [...(leaving.get(from) ?? []), edge]);
  }
  for (const location of reached) {
    for (const edge of leaving.get(location) ?? []) {
      reached.add(edge.to);
      found.set(edgeKey(edge), edge);
    }
  }
  return [...found.values()];
}

/** What tells a column from every other. */
export function columnKey(column: PairColumn): string {
  if (column.kind === 'next') return `next ${column.name}`;
  const { side, process } = column;
  if (column.kind === 'end') return `end ${side} ${process} ${column.location}`;
  return `edge ${side} ${process} ${edgeKey(column)}`;
}

export const edgeKey = ({ from, to, symbol }: PlainEdge): string => `${from} ${to} ${symbol ?? 'alone'}`;

const stateKey = (side: Side, process: number, location: number) => `${side} ${process} ${location}`;

/** The columns of steps, by where they lead and what they take part in. */
export class Steps {
  private readonly around = new Map<string, EdgeColumn[]>();
  private readonly counts = new Map<string, number>();
  private readonly sizes = new Map<string, number>();

  constructor(
    edges: readonly EdgeColumn[],
    private readonly actionOf: (edge: EdgeColumn) => string,
    /** Everybody who takes part in the action of a step, as `side process`. */
    private readonly participants: (edge: EdgeColumn) => readonly string[],
  ) {
    for (const edge of edges) {
      const { side, process, from, to } = edge;
      for (const location of new Set([from, to])) {
        const key = stateKey(side, process, location);
        const known = this.around.get(key) ?? [];
        this.around.set(key, known);
        known.push(edge);
      }
      const owner = `${side} ${process}`;
      this.sizes.set(owner, (this.sizes.get(owner) ?? 0) + 1);
      const key = `${owner} ${actionOf(edge)}`;
      this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    }
  }

  /** Flow into a state less flow out of it, complete. */
  isBalance(
    terms: readonly { edge: EdgeColumn; a: number }[],
    { side, process, location }: { side: Side; process: number; location: number },
  ): boolean {
    const given = new Map(terms.map(({ edge, a }) => [edge, a]));
    for (const edge of this.around.get(stateKey(side, process, location)) ?? []) {
      const wanted = (edge.to === location ? 1 : 0) - (edge.from === location ? 1 : 0);
      if ((given.get(edge) ?? 0) !== wanted) return false;
      given.delete(edge);
    }
    return given.size === 0;
  }

  /**
   * All steps of one process by an action, less all those of another process by the same. Of one process
   * alone where another participant has no such step: then it does not happen.
   */
  isMeeting(terms: readonly { edge: EdgeColumn; a: number }[]): boolean {
    const [first] = terms;
    if (!first) return true;
    const action = this.actionOf(first.edge);
    const groups = new Map<string, { sign: number; count: number }>();
    for (const { edge, a } of terms) {
      if (edge.symbol === undefined || this.actionOf(edge) !== action) return false;
      const key = `${edge.side} ${edge.process}`;
      const group = groups.get(key) ?? { sign: a, count: 0 };
      groups.set(key, group);
      if (Math.abs(a) !== 1 || group.sign !== a) return false;
      group.count++;
    }
    const count = (owner: string) => this.counts.get(`${owner} ${action}`) ?? 0;
    const everybody = this.participants(first.edge);
    for (const [owner, group] of groups)
      if (count(owner) !== group.count || !everybody.includes(owner)) return false;
    const signs = [...groups.values()].map(({ sign }) => sign);
    if (signs.length === 1) return everybody.some((owner) => count(owner) === 0);
    return signs.length === 2 && signs[0] + signs[1] === 0;
  }

  /** The graph is the automaton of one process: all its steps, each vertex one location, from its start. */
  isAutomaton(
    { sources, edges }: Graph,
    columns: readonly PairColumn[],
    initial: (edge: EdgeColumn) => number,
  ): boolean {
    const [first] = edges;
    if (!first) return true;
    const owner = columns[first.column];
    if (owner.kind !== 'edge' || sources.length !== 1) return false;
    const { side, process } = owner;
    const locations = new Map([[sources[0], initial(owner)]]);
    const vertices = new Map([[initial(owner), sources[0]]]);
    const stands = (vertex: number, location: number): boolean => {
      if (!locations.has(vertex) && !vertices.has(location)) {
        locations.set(vertex, location);
        vertices.set(location, vertex);
      }
      return locations.get(vertex) === location && vertices.get(location) === vertex;
    };
    const seen = new Set<PairColumn>();
    for (const { column, from, to } of edges) {
      const edge = columns[column];
      if (edge.kind !== 'edge' || edge.side !== side || edge.process !== process) return false;
      if (!stands(from, edge.from) || !stands(to, edge.to)) return false;
      seen.add(edge);
    }
    return seen.size === edges.length && seen.size === (this.sizes.get(`${side} ${process}`) ?? 0);
  }
}
