/**
 * Two things that decide what an answer is worth: can the system go on internally for ever, and is what it
 * can do determined by what it has visibly done? Where both are as one wishes, all the equivalences here
 * are the same.
 */
import { contract } from './contract.js';
import { type Lts, TAU } from './lts.js';

type Condition = { holds: true } | { holds: false; word: string[]; because: string };

export interface Conditions {
  divergenceFree: Condition;
  deterministic: Condition;
}

/** `small` is the system minimised modulo branching bisimulation. */
export function conditionsOf(lts: Lts, small: Lts): Conditions {
  return { divergenceFree: divergenceFreedom(lts), deterministic: determinism(small) };
}

function divergenceFreedom(lts: Lts): Condition {
  const { of, divergent } = contract(lts);
  const found = nearest(lts, (s) => divergent[of[s]] === 1);
  if (!found) return { holds: true };
  return { holds: false, word: found.word, because: 'internal steps can go on for ever' };
}

/**
 * A system is determined by what it has done if and only if it is branching bisimilar to one without
 * internal steps in which no label leads to two states; the smallest one shows that directly.
 */
function determinism(small: Lts): Condition {
  const found = nearest(small, (s) => forkOf(small, s) !== undefined);
  if (!found) return { holds: true };
  const label = forkOf(small, found.state)!;
  const because =
    label === TAU
      ? 'an internal step changes what is possible'
      : `${small.labels[label]} can lead to states that differ`;
  return { holds: false, word: found.word, because };
}

/** A label by which the state leaves what comes next open. */
function forkOf(lts: Lts, state: number): number | undefined {
  const seen = new Set<number>();
  for (let e = lts.first[state]; e < lts.first[state + 1]; e++) {
    const label = lts.label[e];
    if (label === TAU || seen.has(label)) return label;
    seen.add(label);
  }
  return undefined;
}

/** A state that is reached with fewest visible actions, and these actions. */
function nearest(lts: Lts, goal: (state: number) => boolean): { state: number; word: string[] } | undefined {
  const parent = new Int32Array(lts.states).fill(-2);
  const via = new Int32Array(lts.states);
  parent[lts.initial] = -1;
  let level = [lts.initial];
  while (level.length > 0) {
    const following: { from: number; label: number; to: number }[] = [];
    for (const state of level) {
      if (goal(state)) return { state, word: wordTo(lts, state, parent, via) };
      for (let e = lts.first[state]; e < lts.first[state + 1]; e++) {
        const [label, to] = [lts.label[e], lts.target[e]];
        if (parent[to] !== -2) continue;
        if (label === TAU) {
          parent[to] = state;
          via[to] = TAU;
          level.push(to);
        } else following.push({ from: state, label, to });
      }
    }
    level = [];
    for (const { from, label, to } of following) {
      if (parent[to] !== -2) continue;
      parent[to] = from;
      via[to] = label;
      level.push(to);
    }
  }
  return undefined;
}

function wordTo(lts: Lts, state: number, parent: Int32Array, via: Int32Array): string[] {
  const word: string[] = [];
  for (let at = state; parent[at] >= 0; at = parent[at]) if (via[at] !== TAU) word.push(lts.labels[via[at]]);
  return word.reverse();
}
