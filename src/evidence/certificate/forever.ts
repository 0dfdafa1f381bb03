/**
 * What goes on for ever, as rows: each automaton walks a cycle from where it stands at the end, or
 * stands still; all who take part in a label count it equally often. For fair executions the same cycle
 * is written a second time as shares of all that happens in it.
 */
import type { Term } from './automaton.js';
import type { IntervalColumn } from './certificate.js';
import type { RowBook } from './rows.js';
import type { Label, Whole } from './whole.js';

export const keyOf = ({ kind, segment, automaton, from, to, label }: IntervalColumn): string =>
  `${kind} ${segment} ${automaton} ${from} ${to} ${label}`;

export const sumsOf = (columns: readonly IntervalColumn[], factor = 1): Term[] =>
  columns.map((column) => [keyOf(column), factor]);

export class Forever {
  /** For each automaton, the edges that can be taken again and again. */
  private readonly cyclic: Whole['edges'][];

  constructor(
    readonly automata: Whole[],
    /** The number of segments before. */
    readonly after: number,
    admits: (label: string) => boolean,
  ) {
    this.cyclic = automata.map(({ edges, states }) => {
      const open = edges.filter(({ label }) => admits(label));
      const next: number[][] = Array.from({ length: states }, () => []);
      for (const { from, to } of open) next[from].push(to);
      const reached = next.map((_, start) => reachedFrom(next, start));
      return open.filter(({ from, to }) => reached[to].has(from));
    });
  }

  columns(automaton: number, kind: 'for ever' | 'share'): IntervalColumn[] {
    return this.cyclic[automaton].map((edge) => ({ kind, segment: this.after, automaton, ...edge }));
  }

  all(kind: 'for ever' | 'share'): IntervalColumn[] {
    return this.automata.flatMap((_, automaton) => this.columns(automaton, kind));
  }
}

function reachedFrom(next: number[][], start: number): Set<number> {
  const reached = new Set([start]);
  for (const state of reached) for (const to of next[state]) reached.add(to);
  return reached;
}

type Agree = (columns: IntervalColumn[]) => void;

export function foreverRows(book: RowBook, forever: Forever, agree: Agree): void {
  closed(book, forever, 'for ever', agree);
  book.add(sumsOf(forever.all('for ever')), { lower: 1 });
}

function closed(book: RowBook, forever: Forever, kind: 'for ever' | 'share', agree: Agree): void {
  forever.automata.forEach(({ states }, automaton) => {
    const columns = forever.columns(automaton, kind);
    for (let state = 0; state < states; state++) {
      const arriving = sumsOf(columns.filter(({ to }) => to === state));
      const leaving = sumsOf(
        columns.filter(({ from }) => from === state),
        -1,
      );
      book.add([...arriving, ...leaving], { lower: 0, upper: 0 });
    }
  });
  agree(forever.all(kind));
}

/** Nobody stands still for ever who is passed by again and again, or could move all the time. */
export function fairRows(
  book: RowBook,
  forever: Forever,
  labels: ReadonlyMap<string, Label>,
  participants: (label: string) => number[],
  agree: Agree,
): void {
  const { automata, after } = forever;
  closed(book, forever, 'share', agree);
  book.add(sumsOf(forever.all('share')), { lower: 1, upper: 1 });
  const at = (kind: 'waiting' | 'staying', automaton: number, state: number): IntervalColumn => ({
    kind,
    segment: kind === 'waiting' ? after : after - 1,
    automaton,
    from: state,
    to: state,
    label: '',
  });
  const offering = (automaton: number, label: string) =>
    automata[automaton].offers.flatMap((offered, state) => (offered.has(label) ? [state] : []));
  const waiting = (automaton: number, states: number[]) =>
    sumsOf(states.map((state) => at('waiting', automaton, state)));
  automata.forEach(({ states }, automaton) => {
    const numbers = Array.from({ length: states }, (_, state) => state);
    for (const state of numbers) {
      const [end, wait] = [keyOf(at('staying', automaton, state)), keyOf(at('waiting', automaton, state))];
      const leaving = forever.columns(automaton, 'for ever').filter(({ from }) => from === state);
      book.add([...sumsOf(leaving), [end, -1], [wait, 1]], { lower: 0 });
      book.add(
        [
          [end, 1],
          [wait, -1],
        ],
        { lower: 0 },
      );
    }
    const moving = sumsOf(forever.columns(automaton, 'share'));
    book.add([...moving, ...waiting(automaton, numbers)], { upper: 1 });
  });
  for (const [label, { processes }] of labels) {
    const members = participants(label);
    const waits = members.flatMap((member) => waiting(member, offering(member, label)));
    if (members.length > 0) book.add(waits, { upper: members.length - 1 });
    if (processes.length !== 2 || members.length !== 2) continue;
    for (const [one, other] of [members, [...members].reverse()]) {
      const passing = forever
        .columns(other, 'share')
        .filter(({ from }) => automata[other].offers[from].has(label));
      book.add([...sumsOf(passing), ...waiting(one, offering(one, label))], { upper: 1 });
    }
  }
}
