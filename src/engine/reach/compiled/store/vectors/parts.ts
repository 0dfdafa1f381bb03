/**
 * How the cells of a state become the numbers that a string of bytes is made of. Each part is a number of
 * at most 32 bits: cells side by side, or, for `collapse`, a whole component whose pairs of chunks are
 * numbered as in the tree.
 */
import type { Bounds } from '../../packing/cells.js';
import { HALVES, nodesOf, type Packing, packingOf, type TreeNode } from '../../packing/chunks.js';
import type { Compression } from '../settings.js';

/** In whole bytes: cells of 1, 2 and 4 bytes. */
function inBytes({ low, high }: Bounds): Bounds {
  if (low === high) return { low, high };
  const size = high - low;
  return { low, high: low + (size < 0x100 ? 0xff : size < 0x10000 ? 0xffff : 0xffffffff) };
}

/** The packing, and the parts in the order they are written. */
export function vectorPacking(
  groups: readonly number[][],
  cells: readonly Bounds[],
  compression: Compression,
): Packing & { parts: TreeNode[] } {
  const bytes = compression === 'runlength' || compression === 'huffman';
  const kept = bytes ? cells.map(inBytes) : cells;
  if (compression !== 'collapse') {
    const packing = packingOf(groups, kept);
    return { ...packing, parts: nodesOf(packing).flatMap(leavesOf) };
  }
  // A component at a time, so that no node of the tree spans two; the numbers go on.
  let nodes = 0;
  const parts: TreeNode[] = [];
  for (const group of groups) {
    const packing = packingOf([group], kept);
    if (packing.bits === 0) continue;
    const [left, right] = nodesOf(packing).map((node) => numbered(node, nodes));
    nodes += packing.nodes;
    // At most 32 bits need no number of their own.
    if (right.kind === 'leaf' && right.fields.length === 0) parts.push(left);
    else parts.push({ kind: 'pair', number: nodes++, left, right });
  }
  const empty = (): TreeNode => ({ kind: 'leaf', number: nodes++, fields: [], codes: [], joints: [] });
  const halves = [parts.slice(0, parts.length >> 1), parts.slice(parts.length >> 1)];
  const join = (list: TreeNode[]): TreeNode =>
    list.length === 0
      ? empty()
      : list.length === 1
        ? list[0]
        : {
            kind: 'pair',
            number: nodes++,
            left: join(list.slice(0, list.length >> 1)),
            right: join(list.slice(list.length >> 1)),
          };
  const branches = HALVES.map((division, i) => ({ ...division, node: join(halves[i]) }));
  const { bits } = packingOf(groups, kept);
  return { branches, nodes, bits, parts };
}

const numbered = (node: TreeNode, first: number): TreeNode =>
  node.kind === 'leaf'
    ? { ...node, number: node.number + first }
    : {
        ...node,
        number: node.number + first,
        left: numbered(node.left, first),
        right: numbered(node.right, first),
      };

const leavesOf = (node: TreeNode): TreeNode[] => {
  if (node.kind === 'pair') return [...leavesOf(node.left), ...leavesOf(node.right)];
  return node.fields.length > 0 ? [node] : [];
};
