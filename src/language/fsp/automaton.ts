/**
 * A process as an explicit automaton over labels, and what FSP does to the labels of one: prefix, share,
 * rename, hide. State 0 is the first. The labels are the alphabet: some may have no transition.
 */
import type { Located } from './problems.js';

/**
 * `hiding` 0 is a visible action. Another number tells by which hiding it became silent: two silent
 * actions are the same only if name and hiding agree, so processes that were hidden together still meet.
 */
export interface ActionLabel {
  name: string;
  hiding: number;
}

export interface AutomatonState {
  name?: string;
  kind: 'normal' | 'end' | 'error';
  place?: Located;
}

export interface Automaton {
  name: string;
  /** The labels put before the process, outermost first. */
  path: string[];
  /** Set for a property: it watches. */
  property: boolean;
  place: Located;
  labels: ActionLabel[];
  states: AutomatonState[];
  /** Transition t goes from `from[t]` by `label[t]` to `to[t]`, as written at `places[t]`. */
  from: number[];
  label: number[];
  to: number[];
  places: Located[];
}

export function labelKey(label: ActionLabel): string {
  return label.hiding === 0 ? label.name : `${label.hiding}#${label.name}`;
}

/** Gives every label its new labels; a transition is repeated for each. */
function mapLabels(automaton: Automaton, map: (label: ActionLabel) => ActionLabel[]): Automaton {
  const labels: ActionLabel[] = [];
  const numbers = new Map<string, number>();
  const targets = automaton.labels.map((label) =>
    map(label).map((target) => {
      const key = labelKey(target);
      if (!numbers.has(key)) numbers.set(key, labels.push(target) - 1);
      return numbers.get(key)!;
    }),
  );
  const oneToOne =
    labels.length === targets.length && targets.every((list, i) => list.length === 1 && list[0] === i);
  if (oneToOne) return { ...automaton, labels };
  const result: Automaton = { ...automaton, labels, from: [], label: [], to: [], places: [] };
  for (let t = 0; t < automaton.from.length; t++) {
    for (const label of targets[automaton.label[t]]) {
      addTransition(result, automaton.from[t], label, automaton.to[t], automaton.places[t]);
    }
  }
  return withoutRepeats(result);
}

export function addTransition(
  automaton: Automaton,
  from: number,
  label: number,
  to: number,
  place: Located,
): void {
  automaton.from.push(from);
  automaton.label.push(label);
  automaton.to.push(to);
  automaton.places.push(place);
}

/** The same step written twice is one step. */
export function withoutRepeats(automaton: Automaton): Automaton {
  const seen = new Set<number>();
  const result: Automaton = { ...automaton, from: [], label: [], to: [], places: [] };
  for (let t = 0; t < automaton.from.length; t++) {
    const { from, label, to } = { from: automaton.from[t], label: automaton.label[t], to: automaton.to[t] };
    const key = (from * automaton.labels.length + label) * automaton.states.length + to;
    if (seen.has(key)) continue;
    seen.add(key);
    addTransition(result, from, label, to, automaton.places[t]);
  }
  return seen.size === automaton.from.length ? automaton : result;
}

/** `a:P` */
export function prefixed(automaton: Automaton, prefix: string): Automaton {
  const named = mapLabels(automaton, (label) =>
    label.hiding === 0 ? [{ name: `${prefix}.${label.name}`, hiding: 0 }] : [label],
  );
  return { ...named, path: [prefix, ...automaton.path] };
}

/** `{a,b}::P` */
export function shared(automaton: Automaton, prefixes: string[]): Automaton {
  return mapLabels(automaton, (label) =>
    label.hiding === 0 ? prefixes.map((prefix) => ({ name: `${prefix}.${label.name}`, hiding: 0 })) : [label],
  );
}

/** `P/{new/old}`: a label without an entry of its own goes by its longest prefix that has one. */
export function relabelled(automaton: Automaton, names: Map<string, string[]>): Automaton {
  return mapLabels(automaton, (label) =>
    label.hiding === 0 ? newNames(label.name, names).map((name) => ({ name, hiding: 0 })) : [label],
  );
}

/** Would two different labels of these become one? */
export function merges(labels: Iterable<ActionLabel>, names: Map<string, string[]>): boolean {
  const old = new Set<string>();
  for (const label of labels) if (label.hiding === 0) old.add(label.name);
  const taken = new Set<string>();
  for (const label of old) {
    for (const name of newNames(label, names)) {
      if (taken.has(name)) return true;
      taken.add(name);
    }
  }
  return false;
}

function newNames(name: string, names: Map<string, string[]>): string[] {
  for (let end = name.length; end > 0; end = name.lastIndexOf('.', end - 1)) {
    const found = names.get(name.slice(0, end));
    if (found !== undefined) return found.map((to) => to + name.slice(end));
  }
  return [name];
}

/** Does the set name this label, or a prefix of it? */
export function covers(set: ReadonlySet<string>, name: string): boolean {
  for (let end = name.length; end > 0; end = name.lastIndexOf('.', end - 1)) {
    if (set.has(name.slice(0, end))) return true;
  }
  return false;
}

/** `P\{…}` and `P@{…}` */
export function concealed(
  automaton: Automaton,
  kind: 'hide' | 'show',
  set: ReadonlySet<string>,
  hiding: number,
): Automaton {
  return mapLabels(automaton, (label) =>
    label.hiding === 0 && covers(set, label.name) === (kind === 'hide')
      ? [{ name: label.name, hiding }]
      : [label],
  );
}

/** A copy whose silent actions are its own. */
export function refreshed(automaton: Automaton, nextHiding: () => number): Automaton {
  const fresh = new Map<number, number>();
  return mapLabels(automaton, (label) => {
    if (label.hiding === 0) return [label];
    if (!fresh.has(label.hiding)) fresh.set(label.hiding, nextHiding());
    return [{ name: label.name, hiding: fresh.get(label.hiding)! }];
  });
}

/** The parts that act, with one more for what is an action of watching ones alone: that is possible at any time. */
export function withFreeActions(parts: Automaton[]): Automaton[] {
  const acting = parts.filter((part) => !part.property);
  const known = new Set(acting.flatMap((part) => part.labels.map(labelKey)));
  const free = parts.flatMap((part) => part.labels).filter((label) => !known.has(labelKey(label)));
  if (free.length === 0) return acting;
  const { name, place } = parts.find((part) => part.property)!;
  const loop: Automaton = {
    name,
    path: [],
    property: false,
    place,
    labels: [],
    states: [{ kind: 'normal' }],
    from: [],
    label: [],
    to: [],
    places: [],
  };
  for (const label of new Map(free.map((one) => [labelKey(one), one])).values())
    addTransition(loop, 0, loop.labels.push(label) - 1, 0, place);
  return [...acting, loop];
}

/** Only what can be reached, from `initial`, in the order it is found. */
export function reachable(automaton: Automaton, initial: number): Automaton {
  const outgoing = transitionsByState(automaton);
  const numbers = new Map([[initial, 0]]);
  const order = [initial];
  const result: Automaton = { ...automaton, states: [], from: [], label: [], to: [], places: [] };
  for (let i = 0; i < order.length; i++) {
    result.states.push(automaton.states[order[i]]);
    for (const t of outgoing[order[i]] ?? []) {
      const target = automaton.to[t];
      if (!numbers.has(target)) numbers.set(target, order.push(target) - 1);
      addTransition(result, i, automaton.label[t], numbers.get(target)!, automaton.places[t]);
    }
  }
  return result;
}

/** The transitions of each state. */
export function transitionsByState(automaton: Automaton): number[][] {
  const lists: number[][] = Array.from({ length: automaton.states.length }, () => []);
  for (const [t, state] of automaton.from.entries()) lists[state].push(t);
  return lists;
}
