/**
 * The interleaving edges: from m to n where n may be the next step of all after m although the two have no
 * process in common. Then the places before both were occupied together when m was made (silent moves of the
 * processes of n commute with m), and with n made first they were too: an edge each way exactly where all
 * these places may be occupied together. Nothing else may be dropped, not what seems to come too late.
 */
import type { Parallel } from './parallel.js';
import type { Interleaving } from './trace-flow-graph.js';

/** What a node stands on: the places before it. */
export interface Standing {
  readonly node: number;
  readonly places: readonly number[];
}

/** Nodes that `standing` does not have are in a class without edges. */
export function interleavingOf(
  nodes: number,
  standing: readonly Standing[],
  { rows, words }: Parallel,
): Interleaving {
  const classOf = new Int32Array(nodes);
  const representatives: Standing[] = [];
  // Class 0 is of those without edges.
  let room = new Uint32Array(Math.max(64, Math.min(standing.length + 1, 1024)) * words);
  let classes = 1;
  const known = new Map<number, number[]>();
  const common = new Uint32Array(words);
  for (const item of standing) {
    const [first, ...others] = item.places;
    common.set(rows.subarray(first * words, first * words + words));
    for (const place of others) {
      for (let w = 0; w < words; w++) common[w] &= rows[place * words + w];
    }
    const hash = hashOf(common);
    const candidates = known.get(hash) ?? [];
    known.set(hash, candidates);
    let found = candidates.find((c) => sameRow(room, c * words, common));
    if (found === undefined) {
      found = classes++;
      candidates.push(found);
      representatives.push(item);
      if (classes * words > room.length) {
        const larger = new Uint32Array(room.length * 2);
        larger.set(room);
        room = larger;
      }
      room.set(common, found * words);
    }
    classOf[item.node] = found;
  }
  const offsets = new Int32Array(classes + 1);
  let targets = new Int32Array(1024);
  let count = 0;
  for (let c = 1; c < classes; c++) {
    offsets[c] = count;
    const row = c * words;
    for (let d = 1; d < classes; d++) {
      const { places } = representatives[d - 1];
      let all = true;
      for (let i = 0; all && i < places.length; i++) {
        all = ((room[row + (places[i] >>> 5)] >>> (places[i] & 31)) & 1) === 1;
      }
      if (!all) continue;
      if (count === targets.length) {
        const larger = new Int32Array(count * 2);
        larger.set(targets);
        targets = larger;
      }
      targets[count++] = d;
    }
  }
  offsets[classes] = count;
  const { memberOffsets, members } = membersOf(classOf, classes);
  let edges = 0;
  for (let c = 1; c < classes; c++) {
    const size = memberOffsets[c + 1] - memberOffsets[c];
    for (let t = offsets[c]; t < offsets[c + 1]; t++) {
      edges += size * (memberOffsets[targets[t] + 1] - memberOffsets[targets[t]]);
    }
  }
  return {
    classes,
    classOf,
    memberOffsets,
    members,
    offsets,
    targets: targets.slice(0, count),
    edges,
  };
}

function hashOf(row: Uint32Array): number {
  let hash = 0x811c9dc5;
  for (let w = 0; w < row.length; w++) hash = Math.imul(hash ^ row[w], 0x01000193) ^ (row[w] >>> 15);
  return hash;
}

function sameRow(room: Uint32Array, start: number, row: Uint32Array): boolean {
  for (let w = 0; w < row.length; w++) if (room[start + w] !== row[w]) return false;
  return true;
}

function membersOf(classOf: Int32Array, classes: number): { memberOffsets: Int32Array; members: Int32Array } {
  const memberOffsets = new Int32Array(classes + 1);
  for (const c of classOf) memberOffsets[c + 1]++;
  for (let c = 0; c < classes; c++) memberOffsets[c + 1] += memberOffsets[c];
  const next = memberOffsets.slice();
  const members = new Int32Array(classOf.length);
  classOf.forEach((c, node) => {
    members[next[c]++] = node;
  });
  return { memberOffsets, members };
}
