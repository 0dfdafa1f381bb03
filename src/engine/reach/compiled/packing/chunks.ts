/**
 * How a state becomes one 64-bit key. Each cell takes as many bits as its values need; the bits fill
 * 32-bit chunks, what belongs together side by side; the chunks are the leaves of a binary tree. The
 * inner nodes below the root are interned: equal pairs get equal numbers, so two children always fit
 * in 64 bits and the pair at the root is the key. A state of at most 64 bits needs no interning.
 */
import { type Bounds, bitsFor } from './cells.js';
import type { Dictionary } from './dictionary.js';

/** A cell inside a chunk: its value less `low`, shifted left. */
export interface Field {
  cell: number;
  low: number;
  bits: number;
  shift: number;
}

/** Cells that stand as one number of a dictionary. Its own bits, before they become a number, are held too. */
export interface Coded {
  number: number;
  /** Within the bits of the group. */
  fields: Field[];
  /** Of the group, and of the number that stands for it. */
  raw: number;
  bits: number;
  shift: number;
}

/** A node is a leaf (a chunk) or an inner node; all but the root have a number to hold their 32 bits. */
export interface Leaf {
  kind: 'leaf';
  number: number;
  fields: Field[];
  codes: Coded[];
}

export type TreeNode = Leaf | { kind: 'pair'; number: number; left: TreeNode; right: TreeNode };

export const fieldsOf = (node: TreeNode): Field[] =>
  node.kind === 'leaf'
    ? [...node.fields, ...node.codes.flatMap(({ fields }) => fields)]
    : [...fieldsOf(node.left), ...fieldsOf(node.right)];

export interface Packing {
  root: Extract<TreeNode, { kind: 'pair' }>;
  /** How many tree nodes there are, the root included. */
  nodes: number;
  bits: number;
}

const CHUNK = 32;
const LEAST_WEIGHT = 0.01;
const MOST_UNEVEN = 0.2;

/**
 * Groups are lists of cells that change together; neighbours in the list are neighbours in the tree.
 * Halves of the tree are made to weigh the same: by their bits, or by what the cells were seen to hold.
 */
export function packingOf(
  groups: readonly number[][],
  cells: readonly Bounds[],
  weights?: readonly number[],
  /** Cells that never change have no place. One that was only seen with one value has a place of no bits. */
  changes: (cell: number) => boolean = (cell) => cells[cell].low !== cells[cell].high,
  /** Cells of the same stretch, where they have one, stay side by side in one chunk if they go in. */
  stretchOf: (cell: number) => number | undefined = () => undefined,
  dictionaries: readonly Dictionary[] = [],
  /** A half of the key with more bits is a number: it is then the number of a pair, and has few bits. */
  mostInHalf = CHUNK,
): Packing {
  /** A dictionary goes by its first cell. */
  const coded = new Map(dictionaries.map((dictionary) => [dictionary.cells[0], dictionary]));
  const inside = new Set(dictionaries.flatMap((dictionary) => dictionary.cells.slice(1)));
  const width = (cell: number): number => coded.get(cell)?.bits ?? bitsFor(cells[cell]);
  const total = (of: readonly number[]): number => of.reduce((sum, cell) => sum + width(cell), 0);
  const used = groups
    .map((group) => group.filter((cell) => changes(cell) && !inside.has(cell)))
    .filter((group) => group.length > 0);
  let nodes = 0;

  const fieldsFrom = (list: readonly number[], start: number, bits: (cell: number) => number): Field[] => {
    let shift = start;
    return list.map((cell) => {
      shift += bits(cell);
      return { cell, low: cells[cell].low, bits: bits(cell), shift: shift - bits(cell) };
    });
  };
  const leaf = (list: readonly number[]): TreeNode => {
    const number = nodes++;
    const codes: Coded[] = [];
    const fields = fieldsFrom(list, 0, width).filter(({ cell, bits, shift }) => {
      const dictionary = coded.get(cell);
      if (!dictionary) return true;
      const own = fieldsFrom(dictionary.cells, 0, (one) => bitsFor(cells[one]));
      const raw = own.reduce((sum, field) => sum + field.bits, 0);
      codes.push({ number: nodes++, fields: own, raw, bits, shift });
      return false;
    });
    return { kind: 'leaf', number, fields, codes };
  };
  const pair = (left: readonly number[][], right: readonly number[][]): Packing['root'] => {
    const number = nodes++;
    const isRoot = number === 0;
    return { kind: 'pair', number, left: build(left, isRoot), right: build(right, isRoot) };
  };
  const stretches = (list: readonly number[]): number[][] => {
    const found: number[][] = [];
    for (const cell of list) {
      const last = found.at(-1);
      const stretch = stretchOf(cell);
      const joins = last && stretch !== undefined && stretchOf(last[0]) === stretch;
      if (joins && total(last) + width(cell) < CHUNK) last.push(cell);
      else found.push([cell]);
    }
    return found;
  };
  const weigh = (of: readonly number[]): number =>
    weights
      ? of.reduce((sum, cell) => sum + weightOf(cell, weights) + LEAST_WEIGHT * width(cell), 0)
      : total(of);
  const weightOf = (cell: number, by: readonly number[]): number =>
    (coded.get(cell)?.cells ?? [cell]).reduce((sum, one) => sum + by[one], 0);
  /** Halves of about the same weight, between groups unless one of these outweighs the others. */
  const halves = (list: readonly number[][]): [number[][], number[][]] => {
    const apart = stretches(list.flat());
    if (list.length === 1) return split(apart);
    const [left, right] = split(list);
    const share = weigh(left.flat()) / weigh(list.flat());
    return Math.abs(share - 0.5) > MOST_UNEVEN ? split(apart) : [left, right];
  };
  const split = (parts: readonly number[][]): [number[][], number[][]] => {
    const sizes = parts.map(weigh);
    const all = sizes.reduce((a, b) => a + b, 0);
    let [sum, best, at] = [0, Number.POSITIVE_INFINITY, 1];
    for (let i = 0; i < parts.length - 1; i++) {
      sum += sizes[i];
      const difference = Math.abs(all - 2 * sum);
      if (difference < best) [best, at] = [difference, i + 1];
    }
    return [parts.slice(0, at), parts.slice(at)];
  };
  const build = (list: readonly number[][], isHalf: boolean): TreeNode =>
    total(list.flat()) <= (isHalf ? mostInHalf : CHUNK) ? leaf(list.flat()) : pair(...halves(list));

  const bits = total(used.flat());
  const all = used.flat();
  const single = all.map((cell) => [cell]);
  const whole = bits <= 2 * CHUNK && mostInHalf === CHUNK;
  const two = whole ? (inTwo(stretches(all), total) ?? inTwo(single, total)) : undefined;
  const root = two ? pair([two[0]], [two[1]]) : pair(...halves(used));
  return { root, nodes, bits };
}

/** The parts shared out between two chunks, if they go in. */
function inTwo(
  parts: number[][],
  width: (part: readonly number[]) => number,
): [number[], number[]] | undefined {
  const two: [number[], number[]] = [[], []];
  const room = [CHUNK, CHUNK];
  for (const part of [...parts].sort((a, b) => width(b) - width(a))) {
    const chunk = room[0] >= width(part) ? 0 : 1;
    if (room[chunk] < width(part)) return undefined;
    two[chunk].push(...part);
    room[chunk] -= width(part);
  }
  return two;
}
