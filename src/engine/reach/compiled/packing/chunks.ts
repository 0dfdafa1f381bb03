/**
 * How a state becomes one 64-bit key. Each cell takes as many bits as its values need; the bits fill
 * 32-bit chunks, what belongs together side by side; the chunks are the leaves of binary trees. Their
 * inner nodes are interned: equal pairs get equal numbers. The key is made of two trees, or of three where a
 * state has many bits: three have far fewer nodes, and each number has a third of the key. A state of at most 64
 * bits needs no interning.
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

/** Cells of two chunks that stand as one number of a dictionary. What the number is, and both chunks, are held. */
export interface Joint {
  number: number;
  left: Leaf;
  right: Leaf;
  bits: number;
  shift: number;
}

/** A node is a leaf (a chunk) or an inner node; each has a number, to hold its 32 bits. */
export interface Leaf {
  kind: 'leaf';
  number: number;
  fields: Field[];
  codes: Coded[];
  joints: Joint[];
}

export type TreeNode = Leaf | { kind: 'pair'; number: number; left: TreeNode; right: TreeNode };

export const fieldsOf = (node: TreeNode): Field[] =>
  node.kind === 'leaf'
    ? [
        ...node.fields,
        ...node.codes.flatMap(({ fields }) => fields),
        ...node.joints.flatMap(({ left, right }) => [...left.fields, ...right.fields]),
      ]
    : [...fieldsOf(node.left), ...fieldsOf(node.right)];

/** Where a tree stands in the key. What has more bits than there are is a pair, and its number must not have more. */
export interface Division {
  shift: number;
  bits: number;
  /** Where a chunk is to have fewer bits than a number may have. */
  chunk?: number;
}

interface Branch extends Division {
  node: TreeNode;
}

export interface Packing {
  /** The trees that the key is made of. */
  branches: Branch[];
  /** How many tree nodes there are. */
  nodes: number;
  bits: number;
}

/** The nodes just below the key. */
export const nodesOf = ({ branches }: Packing): TreeNode[] => branches.map(({ node }) => node);

/** Numbers of pairs must be smaller. */
export const mostPairsOf = ({ branches }: Packing): number =>
  Math.min(2 ** CHUNK, ...branches.flatMap(({ node, bits }) => (node.kind === 'pair' ? [2 ** bits] : [])));

const CHUNK = 32;
export const HALVES: readonly Division[] = [
  { shift: 0, bits: CHUNK },
  { shift: CHUNK, bits: CHUNK },
];
const LEAST_WEIGHT = 0.01;
const MOST_UNEVEN = 0.2;

/**
 * Groups are lists of cells that change together; neighbours in the list are neighbours in the tree.
 * Parts of a tree are made to weigh the same: by their bits, or by what the cells were seen to hold.
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
  divisions: readonly Division[] = HALVES,
): Packing {
  /** A dictionary goes by its first cell. */
  const coded = new Map(dictionaries.map((dictionary) => [dictionary.cells[0], dictionary]));
  const inside = new Set(dictionaries.flatMap((dictionary) => dictionary.cells.slice(1)));
  const raw = (cell: number): number => bitsFor(cells[cell]);
  const width = (cell: number): number => coded.get(cell)?.bits ?? raw(cell);
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
    const joints: Joint[] = [];
    const fields = fieldsFrom(list, 0, width).filter(({ cell, bits, shift }) => {
      const dictionary = coded.get(cell);
      if (!dictionary) return true;
      if (dictionary.wide) {
        const [left, right] = halvesOf(dictionary.cells);
        joints.push({ number: nodes++, left: chunk(left), right: chunk(right), bits, shift });
        return false;
      }
      const own = fieldsFrom(dictionary.cells, 0, raw);
      const all = own.reduce((sum, field) => sum + field.bits, 0);
      codes.push({ number: nodes++, fields: own, raw: all, bits, shift });
      return false;
    });
    return { kind: 'leaf', number, fields, codes, joints };
  };
  const chunk = (list: readonly number[]): Leaf => {
    const number = nodes++;
    return { kind: 'leaf', number, fields: fieldsFrom(list, 0, raw), codes: [], joints: [] };
  };
  const halvesOf = (list: readonly number[]): [number[], number[]] => {
    const halves = inTwo(stretches(list, raw), (part) => part.reduce((sum, cell) => sum + raw(cell), 0));
    return halves ?? inTwoChunks(list, cells)!;
  };
  const pair = (left: readonly number[][], right: readonly number[][]): TreeNode => {
    const number = nodes++;
    return { kind: 'pair', number, left: build(left, CHUNK), right: build(right, CHUNK) };
  };
  const stretches = (list: readonly number[], width: (cell: number) => number): number[][] => {
    const total = (of: readonly number[]): number => of.reduce((sum, cell) => sum + width(cell), 0);
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
  const weightOf = (cell: number, by: readonly number[]): number => {
    const sum = (coded.get(cell)?.cells ?? [cell]).reduce((sum, one) => sum + by[one], 0);
    return Math.min(sum, width(cell));
  };
  /** So many parts of about the same weight, between groups unless one of these outweighs the others. */
  const shares = (list: readonly number[][], many: number): number[][][] => {
    if (many === 1) return [[...list]];
    const apart = stretches(list.flat(), width);
    const [first, rest] = list.length < many ? split(apart, many) : split(list, many);
    const share = weigh(first.flat()) / weigh(list.flat());
    const [one, others] = Math.abs(share - 1 / many) > MOST_UNEVEN ? split(apart, many) : [first, rest];
    return [one, ...shares(others, many - 1)];
  };
  /** A part that weighs as much as one of so many, and the rest. */
  const split = (parts: readonly number[][], many: number): [number[][], number[][]] => {
    const sizes = parts.map(weigh);
    const all = sizes.reduce((a, b) => a + b, 0);
    let [sum, best, at] = [0, Number.POSITIVE_INFINITY, 1];
    for (let i = 0; i < parts.length - 1; i++) {
      sum += sizes[i];
      const difference = Math.abs(all - many * sum);
      if (difference < best) [best, at] = [difference, i + 1];
    }
    return [parts.slice(0, at), parts.slice(at)];
  };
  const build = (list: readonly number[][], most: number): TreeNode => {
    if (total(list.flat()) <= most) return leaf(list.flat());
    const [left, right] = shares(list, 2);
    return pair(left, right);
  };

  const bits = total(used.flat());
  const all = used.flat();
  const single = all.map((cell) => [cell]);
  const room = divisions.map(({ bits, chunk = bits }) => chunk);
  const whole = room[0] === CHUNK && bits <= room[0] + room[1];
  const two = whole ? (inTwo(stretches(all, width), total, room) ?? inTwo(single, total, room)) : undefined;
  const parts = two ? two.map((part) => [part]) : shares(used, divisions.length);
  const branches = divisions.map((division, i) => ({ ...division, node: build(parts[i], room[i]) }));
  return { branches, nodes, bits };
}

/** The cells shared out between two chunks, if they go in. */
export function inTwoChunks(
  list: readonly number[],
  cells: readonly Bounds[],
): [number[], number[]] | undefined {
  return inTwo(
    list.map((cell) => [cell]),
    ([cell]) => bitsFor(cells[cell]),
  );
}

/** The parts shared out between two chunks, if they go in. */
function inTwo(
  parts: number[][],
  width: (part: readonly number[]) => number,
  most: readonly number[] = [CHUNK, CHUNK],
): [number[], number[]] | undefined {
  const two: [number[], number[]] = [[], []];
  const room = [...most];
  for (const part of [...parts].sort((a, b) => width(b) - width(a))) {
    const chunk = room[0] >= width(part) ? 0 : 1;
    if (room[chunk] < width(part)) return undefined;
    two[chunk].push(...part);
    room[chunk] -= width(part);
  }
  return two;
}
