/**
 * Partition refinement by signatures: the coarsest partition in which states of one block can do the
 * same, up to blocks.
 *
 * All states begin in one block. A block is looked at again only for those of its states that had a
 * transition into states which have since moved to another block (dirty states); of the parts that a
 * block falls into the largest keeps the block's number. So a transition's target moves at most log n
 * times, and the work is that many signatures for each transition.
 *
 * Invariant: the clean states of a block all have the same signature under the present partition.
 *
 * With `inert`, internal steps inside a block are not seen and the signature of a state has all that can
 * be reached through them: branching bisimulation. Internal steps must then lead to smaller numbers, as
 * `contract` makes them; a clean state leads by inert steps to clean states only.
 */
import type { Meter } from '../../reach/reference/meter.js';
import { type Incoming, incoming, type Lts, TAU } from './lts.js';
import { Signatures } from './signatures.js';

export interface Partition {
  /** The block of each state. */
  of: Int32Array;
  count: number;
}

export interface RefineOptions {
  inert?: boolean;
  /** With `inert`: states that can go on internally for ever differ from those that cannot. */
  divergent?: Uint8Array;
}

const BLOCKS_BETWEEN_TICKS = 64;

export async function refine(lts: Lts, options: RefineOptions, meter: Meter): Promise<Partition> {
  const refinement = new Refinement(lts, options.inert ?? false, options.divergent);
  for (let turn = 1; refinement.splitNext(); turn++) {
    if (turn % BLOCKS_BETWEEN_TICKS === 0) await meter.tick();
  }
  return { of: refinement.of, count: refinement.count };
}

const DIVERGES = -1;

class Refinement {
  readonly of: Int32Array;
  count = 1;
  /** Blocks are stretches of `members`; the first `dirty[b]` of a block are its dirty states. */
  private readonly members: Int32Array;
  private readonly position: Int32Array;
  private readonly start: Int32Array;
  private readonly end: Int32Array;
  private readonly dirty: Int32Array;
  private readonly incoming: Incoming;
  private readonly queue: number[] = [];
  private head = 0;
  private readonly signatures: Signatures;
  /** Where the signature of a dirty state is, while its block is being split. */
  private readonly slot: Int32Array;

  constructor(
    private readonly lts: Lts,
    private readonly inert: boolean,
    private readonly divergent: Uint8Array | undefined,
  ) {
    const { states } = lts;
    this.of = new Int32Array(states);
    this.members = Int32Array.from({ length: states }, (_, s) => s);
    this.position = this.members.slice();
    this.start = new Int32Array(states + 1);
    this.end = new Int32Array(states + 1);
    this.dirty = new Int32Array(states + 1);
    this.slot = new Int32Array(states);
    this.end[0] = states;
    this.dirty[0] = states;
    this.incoming = incoming(lts);
    this.signatures = new Signatures();
    this.queue.push(0);
  }

  /** Looks at one block that has dirty states; false when there is none left. */
  splitNext(): boolean {
    if (this.head === this.queue.length) return false;
    const block = this.queue[this.head++];
    if (this.head > 4096 && this.head * 2 > this.queue.length) {
      this.queue.splice(0, this.head);
      this.head = 0;
    }
    if (this.end[block] - this.start[block] > 1) this.split(block);
    else this.dirty[block] = 0;
    return true;
  }

  private split(block: number): void {
    const { members, start, end, dirty, signatures } = this;
    if (this.inert) this.closeDirty(block);
    const from = start[block];
    const dirtyEnd = from + dirty[block];
    const size = end[block] - from;
    const some = members.slice(from, dirtyEnd);
    if (this.inert) some.sort();
    signatures.clear(some.length + 1);
    // The clean states are group 0, where there are any.
    const clean = dirtyEnd < end[block] ? this.cleanState(block, members[dirtyEnd]) : -1;
    if (clean >= 0) this.sign(clean, block, 0);
    const groupOf = new Int32Array(some.length);
    for (let i = 0; i < some.length; i++) {
      this.slot[some[i]] = signatures.length;
      this.sign(some[i], block, dirtyEnd);
    }
    const shift = clean >= 0 ? 1 : 0;
    const groups = signatures.group();
    for (let i = 0; i < some.length; i++) groupOf[i] = groups.of[i + shift];
    dirty[block] = 0;
    if (groups.count === 1) return;

    const sizes = new Int32Array(groups.count);
    for (const group of groupOf) sizes[group]++;
    const offsets = new Int32Array(groups.count);
    let at = from;
    // Group 0 comes last, so that dirty states which turned out like the clean ones lie beside them.
    for (let group = 1; group < groups.count; group++) {
      offsets[group] = at;
      at += sizes[group];
    }
    offsets[0] = at;
    const next = offsets.slice();
    for (let i = 0; i < some.length; i++) {
      const place = next[groupOf[i]]++;
      members[place] = some[i];
      this.position[some[i]] = place;
    }
    sizes[0] += size - some.length;
    this.number(block, offsets, sizes);
  }

  /** Gives numbers to the parts of a block, and marks what this makes dirty. */
  private number(block: number, offsets: Int32Array, sizes: Int32Array): void {
    const { of, members, start, end } = this;
    const firstNew = this.count;
    let largest = 0;
    for (let group = 1; group < sizes.length; group++) if (sizes[group] > sizes[largest]) largest = group;
    start[block] = offsets[largest];
    end[block] = offsets[largest] + sizes[largest];
    for (let group = 0; group < sizes.length; group++) {
      if (group === largest) continue;
      const part = this.count++;
      start[part] = offsets[group];
      end[part] = offsets[group] + sizes[group];
      for (let i = start[part]; i < end[part]; i++) of[members[i]] = part;
    }
    // Marking moves states inside their blocks: what has moved is listed first.
    for (let part = firstNew; part < this.count; part++) {
      for (const state of members.slice(start[part], end[part])) {
        for (let e = this.incoming.first[state]; e < this.incoming.first[state + 1]; e++) {
          this.mark(this.incoming.source[e]);
        }
        if (this.inert && this.losesInert(state, block, firstNew)) this.mark(state);
      }
    }
  }

  /** Has it an internal step that was inside the block and is not any more? */
  private losesInert(state: number, block: number, firstNew: number): boolean {
    const { lts, of } = this;
    for (let e = lts.first[state]; e < lts.first[state + 1]; e++) {
      if (lts.label[e] !== TAU) continue;
      const target = of[lts.target[e]];
      if (target !== of[state] && (target === block || target >= firstNew)) return true;
    }
    return false;
  }

  private mark(state: number): void {
    const block = this.of[state];
    const first = this.start[block];
    if (this.end[block] - first < 2) return;
    const at = this.position[state];
    const border = first + this.dirty[block];
    if (at < border) return;
    const other = this.members[border];
    this.members[border] = state;
    this.members[at] = other;
    this.position[state] = border;
    this.position[other] = at;
    if (this.dirty[block]++ === 0) this.queue.push(block);
  }

  /** What can reach a dirty state by inert steps is dirty as well. */
  private closeDirty(block: number): void {
    const { incoming: into, members, of } = this;
    const from = this.start[block];
    for (let i = from; i < from + this.dirty[block]; i++) {
      const state = members[i];
      for (let e = into.first[state]; e < into.first[state + 1]; e++) {
        const source = into.source[e];
        if (into.label[e] !== TAU || of[source] !== block || this.position[source] < from + this.dirty[block])
          continue;
        const border = from + this.dirty[block]++;
        const at = this.position[source];
        const other = members[border];
        members[border] = source;
        members[at] = other;
        this.position[source] = border;
        this.position[other] = at;
      }
    }
  }

  /** A clean state without inert steps: its own transitions are the signature of all clean states. */
  private cleanState(block: number, clean: number): number {
    if (!this.inert) return clean;
    const { lts, of } = this;
    let state = clean;
    for (;;) {
      let lower = -1;
      for (let e = lts.first[state]; e < lts.first[state + 1] && lower < 0; e++) {
        if (lts.label[e] === TAU && of[lts.target[e]] === block) lower = lts.target[e];
      }
      if (lower < 0) return state;
      state = lower;
    }
  }

  /** Adds the signature of a state; dirty states lie before `dirtyEnd` and are signed in rising order. */
  private sign(state: number, block: number, dirtyEnd: number): void {
    const { lts, of, signatures } = this;
    if (this.divergent?.[state] === 1) signatures.put(DIVERGES);
    for (let e = lts.first[state]; e < lts.first[state + 1]; e++) {
      const target = lts.target[e];
      if (this.inert && lts.label[e] === TAU && of[target] === block) {
        signatures.include(this.position[target] < dirtyEnd ? this.slot[target] : 0);
      } else signatures.put(lts.label[e] * lts.states + of[target]);
    }
    signatures.seal();
  }
}
