/**
 * Boolean operations on languages. Operands may have different alphabets: an event that only one of
 * them knows leaves the other where it is.
 */
import type { Reading } from '../../model/diagnostic.js';
import { type Dfa, MOST_STATES } from './dfa.js';
import { minimise } from './minimise.js';

export function complement(dfa: Dfa): Dfa {
  return { ...dfa, accepting: dfa.accepting.map((one) => 1 - one) };
}

/** Over the union of both alphabets, minimal. */
export function intersection(left: Dfa, right: Dfa): Reading<Dfa> {
  const product = explore(left, right, (a, b) => a && b);
  return product.ok ? { ...product, value: minimise(product.value.dfa) } : product;
}

export function union(left: Dfa, right: Dfa): Reading<Dfa> {
  const product = explore(left, right, (a, b) => a || b);
  return product.ok ? { ...product, value: minimise(product.value.dfa) } : product;
}

export type Comparison = { holds: true } | { holds: false; witness: string[] };

/** Is every word of the left language in the right one? If not, a shortest one that is not. */
export function inclusion(left: Dfa, right: Dfa): Reading<Comparison> {
  return search(left, right, (a, b) => a && !b);
}

/** Are the languages the same? If not, a shortest word that is in one of them only. */
export function equivalence(left: Dfa, right: Dfa): Reading<Comparison> {
  return search(left, right, (a, b) => a !== b);
}

type Combine = (left: boolean, right: boolean) => boolean;

function search(left: Dfa, right: Dfa, wanted: Combine): Reading<Comparison> {
  const product = explore(left, right, wanted);
  if (!product.ok) return product;
  const { dfa, parent, via } = product.value;
  // States are numbered in breadth-first order, so the first accepting one has a shortest way to it.
  const found = dfa.accepting.indexOf(1);
  if (found < 0) return { ok: true, value: { holds: true }, diagnostics: [] };
  const witness: string[] = [];
  for (let state = found; state !== 0; state = parent[state]) witness.push(dfa.alphabet[via[state]]);
  return { ok: true, value: { holds: false, witness: witness.reverse() }, diagnostics: [] };
}

interface Product {
  dfa: Dfa;
  /** How each state was first reached. */
  parent: number[];
  via: number[];
}

function explore(left: Dfa, right: Dfa, combine: Combine): Reading<Product> {
  const alphabet = [...new Set([...left.alphabet, ...right.alphabet])];
  const inLeft = alphabet.map((name) => left.alphabet.indexOf(name));
  const inRight = alphabet.map((name) => right.alphabet.indexOf(name));
  const numbers = new Map<number, number>();
  const pairs: number[] = [];
  const parent: number[] = [];
  const via: number[] = [];
  const next: number[] = [];
  const visit = (a: number, b: number, from: number, letter: number): number => {
    const pair = a * right.states + b;
    let number = numbers.get(pair);
    if (number === undefined) {
      number = pairs.push(pair) - 1;
      numbers.set(pair, number);
      parent.push(from);
      via.push(letter);
    }
    return number;
  };
  visit(left.start, right.start, 0, -1);
  for (let state = 0; state < pairs.length; state++) {
    if (pairs.length > MOST_STATES) return tooLarge();
    const a = Math.floor(pairs[state] / right.states);
    const b = pairs[state] % right.states;
    for (let letter = 0; letter < alphabet.length; letter++) {
      next.push(visit(step(left, a, inLeft[letter]), step(right, b, inRight[letter]), state, letter));
    }
  }
  const accepting = Uint8Array.from(pairs, (pair) => {
    const a = left.accepting[Math.floor(pair / right.states)] === 1;
    return combine(a, right.accepting[pair % right.states] === 1) ? 1 : 0;
  });
  const dfa = { alphabet, states: pairs.length, start: 0, accepting, next: Int32Array.from(next) };
  return { ok: true, value: { dfa, parent, via }, diagnostics: [] };
}

function step(dfa: Dfa, state: number, letter: number): number {
  return letter < 0 ? state : dfa.next[state * dfa.alphabet.length + letter];
}

function tooLarge(): Reading<never> {
  const message = `the product of the two automata has more than ${MOST_STATES.toLocaleString('en')} states`;
  return { ok: false, diagnostics: [{ code: 'too-large', severity: 'error', message }] };
}
