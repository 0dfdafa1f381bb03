/**
 * Automata written by hand.
 *
 *     automaton {
 *       events { lock, unlock }
 *       show all executions
 *       start free
 *       accepting free
 *       free -lock-> held -unlock-> free
 *     }
 *
 * On an arrow stands a set of events as in a regular expression: `-lock->`, `-[a, b]->`, `-~[a]->`,
 * `-.->`. Without `events` the alphabet is what the arrows name; without `show` the quantifier is
 * `all`; `states a, b` may list states that no arrow mentions. Several arrows of one state may carry
 * the same event. An event without an arrow leads to a trap where nothing is accepted.
 */
import { nearestNames, type Reading } from '../../model/diagnostic.js';
import type { SourceText, Span } from '../../model/source.js';
import { withoutComments } from '../comment.js';
import { Cursor, reading, type TextRange } from '../cursor.js';
import { determinise } from './determinise.js';
import { type Dfa, MOST_STATES } from './dfa.js';
import { type Alphabet, alphabetOf, type EventName, LetterTable, readName, readNames } from './letters.js';
import { FINAL, type Nondeterministic, SPLIT } from './nondeterministic.js';
import { type Quantifier, readQuantifier } from './parse.js';

export interface WrittenAutomaton {
  alphabet: string[];
  /** Where each event of the alphabet is first named. */
  spans: Span[];
  quantifier: Quantifier;
  states: string[];
  starts: number[];
  accepting: number[];
  arrows: { from: number; letters: number[]; to: number }[];
  span: Span;
}

const STATE = /[A-Za-z0-9_]+/y;

export function parseAutomaton(source: SourceText, range?: TextRange): Reading<WrittenAutomaton> {
  const plain = withoutComments(source);
  if (!plain.ok) return plain;
  const cursor = new Cursor(plain.value, range);
  return reading(cursor, () => readAutomaton(cursor));
}

/** Reads from where the cursor stands. */
export function readAutomaton(cursor: Cursor): WrittenAutomaton {
  cursor.blank();
  const start = cursor.position;
  cursor.expectWord('automaton', 'at the start');
  cursor.expect('{', 'after "automaton"');
  const draft = new Draft(cursor);
  while (!cursor.take('}')) draft.clause();
  return draft.finish(start);
}

interface StateName {
  name: string;
  start: number;
  end: number;
}

class Draft {
  private events: EventName[] | undefined;
  private quantifier: Quantifier | undefined;
  private readonly declared: StateName[] = [];
  private readonly starts: StateName[] = [];
  private readonly accepting: StateName[] = [];
  private readonly arrows: { from: StateName; at: number; to: StateName }[] = [];

  constructor(private readonly cursor: Cursor) {}

  clause(): void {
    const { cursor } = this;
    while (cursor.take(';'));
    if (cursor.sees('}')) return;
    const name = this.state('"}", a clause or an arrow', 'in the automaton');
    if (cursor.sees('-')) this.chain(name);
    else if (name.name === 'events') {
      if (this.events !== undefined) cursor.note('duplicate-name', 'the alphabet is given twice', name);
      this.events = this.eventList();
    } else if (name.name === 'show') {
      if (this.quantifier !== undefined) cursor.note('duplicate-name', '"show" is given twice', name);
      cursor.position = name.start;
      this.quantifier = readQuantifier(cursor);
    } else if (name.name === 'states') this.stateList(this.declared, 'states');
    else if (name.name === 'start') this.stateList(this.starts, 'start');
    else if (name.name === 'accepting') this.stateList(this.accepting, 'accepting');
    else cursor.expected('an arrow', `after the state "${name.name}"`, 'an arrow is written -event->');
  }

  private state(what: string, where: string): StateName {
    this.cursor.blank();
    const start = this.cursor.position;
    const name = this.cursor.match(STATE) ?? this.cursor.expected(what, where);
    return { name, start, end: this.cursor.position };
  }

  private stateList(into: StateName[], after: string): void {
    do into.push(this.state('a state', `after "${after}"`));
    while (this.cursor.take(','));
  }

  private eventList(): EventName[] {
    if (!this.cursor.take('{')) return readNames(this.cursor, 'in the alphabet');
    const names = readNames(this.cursor, 'in the alphabet');
    this.cursor.expect('}', 'after the alphabet');
    return names;
  }

  /** Labels are read again when the alphabet is known; here they are only passed over. */
  private chain(first: StateName): void {
    const { cursor } = this;
    let from = first;
    while (cursor.take('-')) {
      const at = cursor.position;
      this.passLabel();
      cursor.expect('->', 'at the end of the arrow');
      const to = this.state('a state', 'after the arrow');
      this.arrows.push({ from, at, to });
      from = to;
    }
  }

  private readonly named: EventName[] = [];

  private passLabel(): void {
    const { cursor } = this;
    if (cursor.take('.')) return;
    cursor.take('~');
    if (cursor.take('[')) {
      cursor.take('-');
      for (const name of readNames(cursor, 'in the list')) this.named.push(name);
      cursor.expect(']', 'after the list of events');
    } else this.named.push(readName(cursor) ?? cursor.expected('an event', 'on the arrow'));
  }

  private alphabet(): Alphabet {
    if (this.events !== undefined) return alphabetOf(this.cursor, this.events);
    const seen = new Set<string>();
    return alphabetOf(
      this.cursor,
      this.named.filter(({ name }) => !seen.has(name) && seen.add(name)),
    );
  }

  finish(start: number): WrittenAutomaton {
    const { cursor } = this;
    const end = cursor.position;
    if (this.starts.length === 0) {
      cursor.note('bad-structure', 'the automaton has no start state', {
        start,
        end: start + 9,
        hint: 'add "start" and a state',
      });
    }
    const numbers = new Map<string, number>();
    const known = [...this.declared, ...this.arrows.flatMap(({ from, to }) => [from, to])];
    for (const { name } of known) if (!numbers.has(name)) numbers.set(name, numbers.size);
    if (numbers.size === 0) for (const { name } of this.starts) numbers.set(name, numbers.size);
    const alphabet = this.alphabet();
    if (alphabet.names.length === 0) {
      cursor.note('bad-structure', 'the automaton has no events', {
        start,
        end: start + 9,
        hint: 'add "events { … }"',
      });
    }
    const letters = new LetterTable(cursor, alphabet.names);
    const arrows = this.arrows.map(({ from, at, to }) => {
      cursor.position = at;
      return { from: numbers.get(from.name)!, letters: letters.read() ?? [], to: numbers.get(to.name)! };
    });
    cursor.position = end;
    return {
      alphabet: alphabet.names,
      spans: alphabet.spans,
      quantifier: this.quantifier ?? 'all',
      states: [...numbers.keys()],
      starts: this.resolve(this.starts, numbers),
      accepting: this.resolve(this.accepting, numbers),
      arrows,
      span: cursor.span(start, end),
    };
  }

  private resolve(names: readonly StateName[], numbers: ReadonlyMap<string, number>): number[] {
    return names.flatMap(({ name, start, end }) => {
      const number = numbers.get(name);
      if (number !== undefined) return [number];
      const near = nearestNames(name, numbers.keys());
      const hint =
        near.length > 0
          ? `did you mean ${near.map((n) => `"${n}"`).join(' or ')}?`
          : 'list it after "states"';
      this.cursor.note('unknown-name', `no arrow leads to or from the state "${name}"`, { start, end, hint });
      return [];
    });
  }
}

/** The minimal total automaton of the same language. */
export function compileAutomaton(written: WrittenAutomaton): Reading<Dfa> {
  const dfa = determinise(asNondeterministic(written), written.alphabet);
  if (dfa !== undefined) return { ok: true, value: dfa, diagnostics: [] };
  const message = `made deterministic, this automaton has more than ${MOST_STATES.toLocaleString('en')} states, or takes too long to build`;
  return {
    ok: false,
    diagnostics: [{ code: 'too-large', severity: 'error', message, span: written.span }],
  };
}

/**
 * A state with several arrows becomes a chain of silent splits over one reading state for each arrow;
 * split s of state number n is what arrows into n lead to.
 */
function asNondeterministic(written: WrittenAutomaton): Nondeterministic {
  const kind: number[] = [FINAL];
  const target: number[] = [-1];
  const other: number[] = [-1];
  const add = (itsKind: number, first: number, second: number) => {
    target.push(first);
    other.push(second);
    return kind.push(itsKind) - 1;
  };
  const letterSets = [[], ...written.arrows.map((arrow) => arrow.letters)];
  const nowhere = add(0, 0, -1);
  const entry = written.states.map(() => add(SPLIT, nowhere, nowhere));
  for (const state of written.accepting) other[entry[state]] = 0;
  written.arrows.forEach((arrow, i) => {
    const reader = add(i + 1, entry[arrow.to], -1);
    target[entry[arrow.from]] = add(SPLIT, reader, target[entry[arrow.from]]);
  });
  return {
    kind: Int32Array.from(kind),
    target: Int32Array.from(target),
    other: Int32Array.from(other),
    letterSets,
    starts: written.starts.map((state) => entry[state]),
  };
}
