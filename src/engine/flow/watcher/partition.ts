/**
 * Items in blocks that are split until the items of each block look alike. What an item looks like may depend
 * on the blocks of others, so an item is looked at again when one of those got another block. The largest part
 * of a split block keeps its number: a long chain is then split off link by link, and not looked at as a whole
 * for each of its links.
 */
export class Partition {
  readonly blockOf: Int32Array;
  private readonly sizes: number[] = [];
  /** What the items of a block look like that were not marked since. */
  private readonly looks: (string | undefined)[] = [];
  private readonly isMarked: Uint8Array;
  private marked: number[] = [];

  /** Items of the same kind begin in the same block; those of kind -1 are in none. */
  constructor(kinds: readonly (string | -1)[]) {
    const numbers = new Map<string, number>();
    this.isMarked = new Uint8Array(kinds.length);
    this.blockOf = Int32Array.from(kinds, (kind) => {
      if (kind === -1) return -1;
      const block = numbers.get(kind) ?? numbers.size;
      numbers.set(kind, block);
      this.sizes[block] = (this.sizes[block] ?? 0) + 1;
      return block;
    });
    for (let item = 0; item < kinds.length; item++) this.mark(item);
  }

  /** What the item looks like may have changed. */
  mark(item: number): void {
    if (this.isMarked[item] === 1 || this.blockOf[item] < 0) return;
    this.isMarked[item] = 1;
    this.marked.push(item);
  }

  /** Splits by what the marked items look like now; gives the items that are in another block than before. */
  split(look: (item: number) => string): number[] {
    const touched = new Map<number, Map<string, number[]>>();
    for (const item of this.marked) {
      this.isMarked[item] = 0;
      const block = this.blockOf[item];
      // A block of one item cannot be split.
      if (this.sizes[block] === 1) continue;
      const parts = touched.get(block) ?? new Map<string, number[]>();
      touched.set(block, parts);
      const text = look(item);
      const part = parts.get(text);
      if (part) part.push(item);
      else parts.set(text, [item]);
    }
    this.marked = [];
    // Not before all have been looked at: who looks alike now must not be told apart by what is split now.
    const moved: number[] = [];
    for (const [block, parts] of touched) this.splitBlock(block, parts, moved);
    return moved;
  }

  private splitBlock(block: number, parts: ReadonlyMap<string, readonly number[]>, moved: number[]): void {
    let stays = this.looks[block];
    let [all, largest, largestLook] = [0, 0, ''];
    for (const [text, { length }] of parts) {
      all += length;
      if (length > largest) [largest, largestLook] = [length, text];
    }
    if (all === this.sizes[block]) stays = this.looks[block] = largestLook;
    for (const [text, part] of parts) {
      if (text === stays) continue;
      const fresh = this.sizes.push(part.length) - 1;
      this.sizes[block] -= part.length;
      this.looks[fresh] = text;
      for (const item of part) {
        this.blockOf[item] = fresh;
        moved.push(item);
      }
    }
  }
}
