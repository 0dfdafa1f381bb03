/**
 * The automaton of a process that only synchronises, in the terms of a certificate: which columns flow
 * through each location, which count a symbol, and which say that the process ends where it offers it.
 */
import type { ProcessType } from '../../model/system.js';
import type { ColumnMeaning } from './certificate.js';

/** A column, by what it means, and its coefficient. */
export type Term = [key: string, coefficient: number];

export interface Automaton {
  flows: { from: number; to: number; key: string }[];
  /** For each location: what comes in, less what goes out, less ending there. */
  balance: Map<number, Term[]>;
  ends: Map<number, Term>;
  /** Ending where it could go on alone. */
  alone: Term[];
  counts: Map<number, Term[]>;
  offers: Map<number, Term[]>;
  /** Sums that are 0 by what the columns mean. */
  rules: Term[][];
}

export function keyOf(meaning: ColumnMeaning): string {
  const { kind, process } = meaning;
  switch (kind) {
    case 'end':
      return `end ${process} ${meaning.location}`;
    case 'edge':
      return `edge ${process} ${meaning.from} ${meaning.to} ${meaning.symbol ?? 'alone'}`;
    case 'passage':
      return `passage ${process} ${meaning.from} ${meaning.to} ${meaning.symbol}`;
    case 'symbol':
    case 'offer':
      return `${kind} ${process} ${meaning.symbol}`;
  }
}

/** `bundled`: symbols that stand, with all symbols like them, for columns of their own. */
export function automatonOf(type: ProcessType, process: number, bundled: ReadonlySet<number>): Automaton {
  const alive = reachable(type);
  const ends = new Map(
    [...alive].map((location): [number, Term] => [location, [keyOf({ kind: 'end', process, location }), 1]]),
  );
  const flows: Automaton['flows'] = [];
  const counts = new Map<number, Term[]>();
  const offers = new Map<number, Term[]>();
  const rules: Term[][] = [];
  const { symbols, local } = pairsOf(type, alive);
  const like = alikeTo(bundled, symbols);
  const endsAt = (locations: Iterable<number>) => [...new Set(locations)].map((l) => ends.get(l)!);
  for (const [from, to] of local) {
    flows.push({ from, to, key: keyOf({ kind: 'edge', process, from, to }) });
  }
  for (const [symbol, pairs] of symbols) {
    if (like.has(symbol)) {
      counts.set(symbol, [[keyOf({ kind: 'symbol', process, symbol }), 1]]);
      offers.set(symbol, [[keyOf({ kind: 'offer', process, symbol: like.get(symbol)! }), 1]]);
      continue;
    }
    const mine = [...pairs.values()].map(([from, to]) => ({
      from,
      to,
      key: keyOf({ kind: 'edge', process, from, to, symbol }),
    }));
    flows.push(...mine);
    counts.set(
      symbol,
      mine.map(({ key }) => [key, 1]),
    );
    offers.set(symbol, endsAt(mine.map(({ from }) => from)));
  }
  for (const symbol of new Set(like.values())) {
    const passages = [...symbols.get(symbol)!.values()].map(([from, to]) => ({
      from,
      to,
      key: keyOf({ kind: 'passage', process, from, to, symbol }),
    }));
    flows.push(...passages);
    const members = [...like].flatMap(([member, first]) => (first === symbol ? [member] : []));
    rules.push([
      ...passages.map(({ key }): Term => [key, 1]),
      ...members.map((member): Term => [keyOf({ kind: 'symbol', process, symbol: member }), -1]),
    ]);
    rules.push([
      ...endsAt(passages.map(({ from }) => from)),
      [keyOf({ kind: 'offer', process, symbol }), -1],
    ]);
  }
  const balance = new Map([...ends].map(([location, [key]]): [number, Term[]] => [location, [[key, -1]]]));
  for (const { from, to, key } of flows) {
    balance.get(from)!.push([key, -1]);
    balance.get(to)!.push([key, 1]);
  }
  return { flows, balance, ends, alone: endsAt(local.map(([from]) => from)), counts, offers, rules };
}

type Pair = [from: number, to: number];

/** The pairs of locations that each symbol connects, and those that the process connects alone. */
function pairsOf(
  type: ProcessType,
  alive: ReadonlySet<number>,
): { symbols: Map<number, Map<number, Pair>>; local: Pair[] } {
  const symbols = new Map<number, Map<number, Pair>>();
  const local = new Map<number, Pair>();
  const width = type.locations.length;
  for (const { from, to, action } of type.steps) {
    if (!alive.has(from)) continue;
    let pairs = local;
    if (action.kind === 'synchronise') {
      pairs = symbols.get(action.symbol) ?? new Map();
      symbols.set(action.symbol, pairs);
    }
    pairs.set(from * width + to, [from, to]);
  }
  return { symbols, local: [...local.values()] };
}

/** For each symbol that connects the same pairs as one of these, that one. */
function alikeTo(bundled: ReadonlySet<number>, symbols: Map<number, Map<number, Pair>>): Map<number, number> {
  const text = (pairs: Map<number, Pair>) => [...pairs.keys()].sort((a, b) => a - b).join();
  const like = new Map<number, number>();
  if (bundled.size === 0) return like;
  const first = new Map<string, number>();
  for (const symbol of bundled) {
    const pairs = symbols.get(symbol);
    if (pairs) first.set(text(pairs), symbol);
  }
  for (const [symbol, pairs] of symbols) {
    const representative = first.get(text(pairs));
    if (representative !== undefined) like.set(symbol, representative);
  }
  return like;
}

/** Locations that the process could reach if the others let it do everything. */
function reachable(type: ProcessType): Set<number> {
  const next = new Map<number, Set<number>>();
  for (const { from, to } of type.steps) next.set(from, (next.get(from) ?? new Set()).add(to));
  const found = new Set([type.initial]);
  for (const location of found) for (const to of next.get(location) ?? []) found.add(to);
  return found;
}
