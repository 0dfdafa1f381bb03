/** The walks of all automata of a case through all its segments: the rows they obey, and the graphs they follow. */
import type { Interval, LinearSum } from '../../property/interval/query.js';
import type { Term } from './automaton.js';
import type { Graph, IntervalColumn, IntervalPart } from './certificate.js';
import { Forever, fairRows, foreverRows, keyOf, sumsOf } from './forever.js';
import type { RowBook } from './rows.js';
import { type Expected, matching, type Segment } from './segments.js';
import { type Label, Misfit, type Whole } from './whole.js';

interface Flow {
  column: IntervalColumn;
  from: string;
  to: string;
}

export class Walks {
  private readonly last: number;
  private readonly segments: Segment[];
  private readonly members = new Map<string, number[]>();

  constructor(
    private readonly labels: ReadonlyMap<string, Label>,
    private readonly automata: Whole[],
    segments: Segment[],
    private readonly intervals: Interval[],
    private readonly part: IntervalPart,
  ) {
    this.last = segments.length;
    // A segment cannot end with what nobody ever does.
    const done = new Set(automata.flatMap(({ edges }) => edges.map(({ label }) => label)));
    this.segments = segments.map((segment) =>
      segment.ending
        ? { ...segment, ending: new Set([...segment.ending].filter((label) => done.has(label))) }
        : segment,
    );
  }

  /** All columns by which an automaton moves, with where it is before and after. */
  private *flows(automaton: number): Generator<Flow> {
    const { edges, states } = this.automata[automaton];
    for (const [segment, { inside, ending }] of this.segments.entries()) {
      const at = (layer: number, state: number) => `${layer} ${state}`;
      for (const { from, to, label } of edges) {
        const place = { segment, automaton, from, to, label };
        const [here, there] = [at(segment, from), at(segment + 1, to)];
        if (inside.has(label))
          yield { column: { kind: 'inside', ...place }, from: here, to: at(segment, to) };
        if (ending?.has(label)) yield { column: { kind: 'ending', ...place }, from: here, to: there };
      }
      // Who takes part in every possible ending does not stay where it is.
      if (ending && [...ending].every((label) => this.participants(label).includes(automaton))) continue;
      for (let state = 0; state < states; state++) {
        const column = { kind: 'staying', segment, automaton, from: state, to: state, label: '' } as const;
        yield { column, from: at(segment, state), to: at(segment + 1, state) };
      }
    }
    if (this.part.tail !== 'endless') return;
    for (const column of this.forever().columns(automaton, 'for ever'))
      yield { column, from: `${this.last} ${column.from}`, to: `${this.last} ${column.to}` };
  }

  /** The automata that take part in a label, that of its first process first. */
  private participants(label: string): number[] {
    const known = this.members.get(label);
    if (known) return known;
    const found = this.labels
      .get(label)!
      .processes.map((process) => this.automata.findIndex(({ processes }) => processes.has(process)));
    this.members.set(label, [...new Set(found)]);
    return this.participants(label);
  }

  private forever(): Forever {
    const { forbid } = this.intervals[this.intervals.length - 1];
    const forbidden = forbid ? matching(forbid, this.labels) : new Set<string>();
    return new Forever(this.automata, this.last, (label) => !forbidden.has(label));
  }

  write(book: RowBook, { fair, unfinished }: Expected): void {
    const all = this.automata.map((_, automaton) => [...this.flows(automaton)]);
    all.forEach((flows, automaton) => {
      this.balance(book, flows, automaton);
    });
    const moves = all.flat().map(({ column }) => column);
    const labelled = (kind: IntervalColumn['kind'], segment: number) =>
      moves.filter((column) => column.kind === kind && column.segment === segment);
    this.segments.forEach(({ ending }, segment) => {
      for (const kind of ['inside', 'ending'] as const) this.agree(book, labelled(kind, segment));
      if (ending) {
        const crossing = labelled('ending', segment).filter((column) => this.isFirst(column));
        book.add(sumsOf(crossing), { lower: 1, upper: 1 });
      }
      for (const trap of this.part.traps) this.neverEmpty(book, trap, moves, segment);
    });
    this.intervals.forEach((interval, number) => {
      this.demands(book, interval, number, moves);
    });
    const ends = labelled('staying', this.last - 1);
    if (this.part.tail === 'dead') this.nothingOffered(book, ends);
    if (unfinished)
      book.add(sumsOf(ends.filter(({ automaton, from }) => this.automata[automaton].unfinished[from])), {
        lower: 1,
      });
    if (this.part.tail !== 'endless') return;
    const forever = this.forever();
    const agree = (columns: IntervalColumn[]) => this.agree(book, columns);
    foreverRows(book, forever, agree);
    if (fair) fairRows(book, forever, this.labels, (label) => this.participants(label), agree);
  }

  /** Is this the column by which a label is counted: that of the automaton of its first process? */
  private isFirst({ label, automaton }: IntervalColumn): boolean {
    return this.participants(label)[0] === automaton;
  }

  private balance(book: RowBook, flows: Flow[], automaton: number): void {
    const { states, initial } = this.automata[automaton];
    const terms = new Map<string, Term[]>();
    const add = (place: string, key: string, a: number) => {
      const there = terms.get(place) ?? [];
      terms.set(place, there);
      there.push([key, a]);
    };
    for (const { column, from, to } of flows) {
      if (column.kind === 'for ever') continue;
      add(from, keyOf(column), -1);
      add(to, keyOf(column), 1);
    }
    for (let layer = 0; layer < this.last; layer++)
      for (let state = 0; state < states; state++) {
        const start = layer === 0 && state === initial ? -1 : 0;
        book.add(terms.get(`${layer} ${state}`) ?? [], { lower: start, upper: start });
      }
    const arriving = flows.filter(
      ({ column, to }) => column.kind !== 'for ever' && to.startsWith(`${this.last} `),
    );
    book.add(sumsOf(arriving.map(({ column }) => column)), { lower: 1, upper: 1 });
  }

  /** All who take part in a label count it equally often. */
  private agree(book: RowBook, columns: IntervalColumn[]): void {
    const sides = new Map<string, Map<number, IntervalColumn[]>>();
    for (const column of columns) {
      const side = sides.get(column.label) ?? new Map<number, IntervalColumn[]>();
      sides.set(column.label, side);
      side.set(column.automaton, [...(side.get(column.automaton) ?? []), column]);
    }
    for (const [label, side] of sides) {
      const [first, ...others] = this.participants(label);
      const count = (automaton: number, factor = 1) => sumsOf(side.get(automaton) ?? [], factor);
      for (const other of others) book.add([...count(first), ...count(other, -1)], { lower: 0, upper: 0 });
    }
  }

  private demands(
    book: RowBook,
    { require, constraints }: Interval,
    number: number,
    moves: IntervalColumn[],
  ): void {
    const counted = moves.filter(
      (column) =>
        column.kind !== 'staying' &&
        this.segments[column.segment]?.interval === number &&
        this.isFirst(column),
    );
    const counts = (patterns: LinearSum['events'], sign = 1) =>
      patterns.flatMap((pattern) => {
        const meant = matching(pattern, this.labels);
        return sumsOf(
          counted.filter(({ label }) => meant.has(label)),
          sign,
        );
      });
    for (const pattern of require) book.add(counts([pattern]), { lower: 1 });
    for (const { left, relation, right } of constraints) {
      const terms = [...counts(left.events), ...counts(right.events, -1)];
      const constant = right.constant - left.constant;
      if (relation === '=') book.add(terms, { lower: constant, upper: constant });
      else if (relation === '<' || relation === '<=')
        book.add(terms, { upper: relation === '<' ? constant - 1 : constant });
      else book.add(terms, { lower: relation === '>' ? constant + 1 : constant });
    }
  }

  /** In the end no label is offered by all who take part in it. */
  private nothingOffered(book: RowBook, ends: IntervalColumn[]): void {
    const offering = new Map<string, IntervalColumn[]>();
    for (const column of ends)
      for (const label of this.automata[column.automaton].offers[column.from])
        offering.set(label, [...(offering.get(label) ?? []), column]);
    for (const [label, columns] of offering)
      book.add(sumsOf(columns), { upper: this.participants(label).length - 1 });
  }

  /** Somebody is in a trap wherever a segment ends, if somebody was at the start and whoever leaves takes another in. */
  private neverEmpty(book: RowBook, trap: number[][], moves: IntervalColumn[], segment: number): void {
    const inside = trap.map((states) => new Set(states));
    const entering = (label: string) =>
      this.participants(label).some((automaton) => {
        const mine = this.automata[automaton].edges.filter((edge) => edge.label === label);
        return mine.length > 0 && mine.every(({ to }) => inside[automaton].has(to));
      });
    const isTrap = this.automata.every(({ edges }, a) =>
      edges.every(({ from, to, label }) => !inside[a].has(from) || inside[a].has(to) || entering(label)),
    );
    if (!isTrap || !this.automata.some(({ initial }, a) => inside[a].has(initial)))
      throw new Misfit('a trap that may be empty');
    const within = moves.filter(
      (column) =>
        column.segment === segment && column.kind !== 'inside' && inside[column.automaton].has(column.to),
    );
    book.add(sumsOf(within), { lower: 1 });
  }

  /** All that an automaton can do and nothing else, each vertex one place, beginning where it begins. */
  isWalk({ edges, sources }: Graph, columns: ReadonlyMap<string, number>): boolean {
    if (edges.length === 0) return true;
    const { automaton } = this.part.columns[edges[0].column];
    const missing = new Map(
      [...this.flows(automaton)].map((flow) => [columns.get(keyOf(flow.column)), flow]),
    );
    const places = new Map([[sources[0], `0 ${this.automata[automaton].initial}`]]);
    const stands = (vertex: number, place: string): boolean => {
      if (!places.has(vertex)) places.set(vertex, place);
      return places.get(vertex) === place;
    };
    const sound = edges.every(({ column, from, to }) => {
      const flow = missing.get(column);
      return missing.delete(column) && stands(from, flow!.from) && stands(to, flow!.to);
    });
    return (
      sound && sources.length === 1 && missing.size === 0 && new Set(places.values()).size === places.size
    );
  }
}
