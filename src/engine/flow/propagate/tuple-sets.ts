/**
 * One set of tuples for each row, as bit sets in pages that are there only where something is set, so that
 * neither many rows nor many tuples cost much by themselves.
 */
const PAGE_BITS = 9;
const WORDS = (1 << PAGE_BITS) / 32;
const NONE = 0;

export class TupleSets {
  /** `directory[row * pages + page]` is where the page starts, in words. The first page is always empty. */
  private directory: Int32Array;
  private pages = 4;
  private words: Uint32Array = new Uint32Array(WORDS * 64);
  private used = WORDS;

  constructor(private readonly rows: number) {
    this.directory = new Int32Array(rows * this.pages);
  }

  has(row: number, tuple: number): boolean {
    const page = tuple >>> PAGE_BITS;
    if (page >= this.pages) return false;
    const start = this.directory[row * this.pages + page];
    return (this.words[start + ((tuple >>> 5) & (WORDS - 1))] & (1 << (tuple & 31))) !== 0;
  }

  /** True where the tuple was not there before. */
  add(row: number, tuple: number): boolean {
    const page = tuple >>> PAGE_BITS;
    if (page >= this.pages) this.widen(page + 1);
    const entry = row * this.pages + page;
    let start = this.directory[entry];
    if (start === NONE) {
      start = this.newPage();
      this.directory[entry] = start;
    }
    const word = start + ((tuple >>> 5) & (WORDS - 1));
    const bit = 1 << (tuple & 31);
    if ((this.words[word] & bit) !== 0) return false;
    this.words[word] |= bit;
    return true;
  }

  /** The tuples of a row, in ascending order. */
  tuples(row: number): number[] {
    const found: number[] = [];
    for (let page = 0; page < this.pages; page++) {
      const start = this.directory[row * this.pages + page];
      if (start === NONE) continue;
      for (let w = 0; w < WORDS; w++) {
        for (let word = this.words[start + w]; word !== 0; word &= word - 1)
          found.push((page << PAGE_BITS) + w * 32 + (31 - Math.clz32(word & -word)));
      }
    }
    return found;
  }

  get bytes(): number {
    return this.directory.byteLength + this.words.byteLength;
  }

  private newPage(): number {
    if (this.used + WORDS > this.words.length) {
      const larger = new Uint32Array(this.words.length * 2);
      larger.set(this.words);
      this.words = larger;
    }
    const start = this.used;
    this.used += WORDS;
    return start;
  }

  private widen(least: number): void {
    const pages = Math.max(least, this.pages * 2);
    const wider = new Int32Array(this.rows * pages);
    for (let row = 0; row < this.rows; row++)
      wider.set(this.directory.subarray(row * this.pages, (row + 1) * this.pages), row * pages);
    this.directory = wider;
    this.pages = pages;
  }
}
