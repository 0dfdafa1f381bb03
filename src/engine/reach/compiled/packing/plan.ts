/** What decides how states are packed: what types say, what is likely, and what was seen. */
import { messageSize, PROCESS_LOCATION, PROCESS_TYPE } from '../../../../model/layout.js';
import type { ChannelType } from '../../../../model/system.js';
import type { Scene } from '../program/scene.js';
import { type Compression, keepsVectors, type StoreKind } from '../store/settings.js';
import { vectorPacking } from '../store/vectors/parts.js';
import { type Bounds, bitsFor, kindsOf } from './cells.js';
import { type Division, HALVES, nodesOf, type Packing, packingOf, type TreeNode } from './chunks.js';
import { type Dictionary, dictionariesFor } from './dictionary.js';
import { groupsOf, piecesOf } from './groups.js';
import { likelyOnce } from './likely.js';
import type { Trust } from './narrow.js';
import { withMoreBits, withSpareBits } from './spare.js';
import { type Unit, unitsOf } from './units.js';
import type { Variety } from './variety.js';

/** Bits of a key that stay empty where parts do not go into its halves. */
const MOST_EMPTY = 3;
/** The dense table has keys of few bits. */
const DENSE: readonly Division[] = HALVES.map((half) => ({ ...half, chunk: 20 }));
/** Where states have marks, these take half a byte: see `store/visited.ts`. */
const MARKED: readonly Division[] = [
  { shift: 0, bits: 32 },
  { shift: 32, bits: 28 },
];
/** States of fewer bits have trees that are low enough. */
const WIDE = 128;
const THIRDS: readonly Division[] = [0, 21, 42].map((shift) => ({ shift, bits: 21 }));
const MARKED_THIRDS: readonly Division[] = [0, 20, 40].map((shift) => ({ shift, bits: 20 }));
/** How full a channel was is no sign of how full it can be; so few bits are not worth a guess. */
const FEW_MESSAGES = 15;

type Described = Pick<
  Scene,
  'interpreter' | 'slots' | 'cells' | 'initial' | 'layout' | 'system' | 'observed' | 'marked'
>;

export class PackingPlan {
  readonly packing: Packing;
  /** Where states are kept as strings of bytes: what these are made of. */
  readonly parts: TreeNode[] | undefined;
  /** Cells of the same kind belong to the same variable, or the same field of messages. */
  readonly kinds: string[];
  /** The values that the text of the program makes likely. */
  readonly likely: (Bounds | undefined)[];
  /** Whether the tree was made for what the cells were seen to hold, and in many states. */
  readonly weighed: 'not' | 'early' | 'well';
  /** The bits are for the values that were seen. */
  readonly narrowed: boolean;
  /** Cells that may stand as a number. */
  readonly units: Unit[];
  /** What has more bits does not go into one key. */
  readonly keyBits: number;
  /** The values that there are bits for. */
  private kept: Bounds[];

  /** What may be moved about in the tree. */
  get pieces(): number[][] {
    return piecesOf(this.scene.interpreter, this.scene.cells.length);
  }

  constructor(
    private readonly scene: Described,
    private readonly trust: Trust,
    compression: Compression,
    store: StoreKind,
  ) {
    const { interpreter, slots, cells, initial, marked } = scene;
    const halves = marked ? MARKED : HALVES;
    this.keyBits = halves[0].bits + halves[1].bits;
    // The codes of strings of bytes are made for the values there may be, not for those that were seen.
    const inBytes = keepsVectors(compression);
    this.kinds = kindsOf(interpreter, slots, cells.length);
    this.likely = inBytes ? [] : likelyOnce(interpreter, slots, initial);
    this.units = inBytes || store === 'dense' ? [] : unitsOf(interpreter);
    this.narrowed = trust.survey.seen !== undefined || inBytes;
    const { weights, early } = trust.survey;
    if (inBytes) this.weighed = 'well';
    else if (weights) this.weighed = early ? 'early' : 'well';
    else this.weighed = 'not';
    const groups =
      (inBytes ? undefined : trust.survey.groups) ?? groupsOf(interpreter, slots, cells, initial[0]);
    this.kept = this.narrowedBy(inBytes ? undefined : trust.survey.seen);
    if (inBytes) {
      const packing = vectorPacking(groups, this.kept, compression);
      this.packing = packing;
      this.parts = packing.parts;
      return;
    }
    const { variety } = trust.survey;
    const byType = this.narrowedBy(undefined);
    const chosen = variety ? this.dictionariesBy(this.kept, variety) : [];
    const { dictionaries, bounds } = withSpareBits(chosen, this.kept, byType);
    // A few bits less are not worth the values that may not fit.
    this.kept = chosen.length > 0 || this.isWorthwhile(this.kept, byType) ? bounds : byType;
    const changes = (cell: number) => cells[cell].low !== cells[cell].high;
    const stretches = this.messageStretches();
    const packed = (bounds: readonly Bounds[], divisions: readonly Division[]): Packing =>
      packingOf(groups, bounds, weights, changes, stretches, dictionaries, divisions);
    const inHalves = packed(this.kept, store === 'dense' ? DENSE : halves);
    const isWide = inHalves.bits > WIDE && store !== 'dense' && trust.allowsThirds;
    this.packing = isWide ? packed(this.kept, marked ? MARKED_THIRDS : THIRDS) : inHalves;
    const spare = this.keyBits - MOST_EMPTY - this.packing.bits;
    const { seen } = trust.survey;
    if (!seen || spare <= 0) return;
    const roomy = withMoreBits(this.cellsBeside(dictionaries), spare, seen, this.kept, byType);
    const packing = packed(roomy, halves);
    if (isOneKey(packing)) [this.packing, this.kept] = [packing, roomy];
  }

  /** The values to have bits for, where these were seen. */
  narrowedBy(seen: Bounds[] | undefined): Bounds[] {
    const { trust, kinds, likely } = this;
    const { layout, system, slots, cells } = this.scene;
    const references = Math.max(...layout.firstOwnChannel, system.channels.length, slots.length) + 8;
    const counted = this.countedCells();
    const [tight, spare] = [false, true].map((more) =>
      cells.map((cell, c) => {
        if (isLongWay(kinds[c], cell)) return cell;
        return counted.has(c)
          ? trust.narrowed(cell, references, kinds[c])
          : trust.narrowed(cell, references, kinds[c], likely[c], seen?.[c], more);
      }),
    );
    // What fits in one key takes no interning.
    return bitsOf(tight) <= this.keyBits && bitsOf(spare) > this.keyBits ? tight : spare;
  }

  /** Whether states would take many bits less with bits for these values only. */
  isWorseThan(bounds: readonly Bounds[]): boolean {
    return this.isWorthwhile(bounds, this.kept);
  }

  /** Whether states take many bits less with these values than with others, or go into one key only so. */
  private isWorthwhile(narrow: readonly Bounds[], wide: readonly Bounds[]): boolean {
    const [less, more] = [bitsOf(narrow), bitsOf(wide)];
    return less < more * WORTHWHILE || (less <= this.keyBits && more > this.keyBits);
  }

  /** Whether a cell has bits for more values than were seen: for all that its type was trusted to have. */
  hasTypeOf(cell: number): boolean {
    const [kept, most] = [this.kept, this.narrowedBy(undefined)].map((bounds) => bounds[cell]);
    return kept.low <= most.low && kept.high >= most.high;
  }

  /** Which units stand as a number, where so many combinations of values were seen. */
  dictionariesBy(bounds: Bounds[], variety: Variety): Dictionary[] {
    return dictionariesFor(this.units, bounds, variety, this.trust.crowded, this.keyBits);
  }

  /** Cells that are in no dictionary, and of which it does not matter how many bits each has. */
  private cellsBeside(dictionaries: readonly Dictionary[]): number[] {
    const inside = new Set(dictionaries.flatMap(({ cells }) => cells));
    return this.units
      .flatMap(({ cells, divisible }) => (divisible ? cells : []))
      .filter((cell) => !inside.has(cell));
  }

  /** Cells whose values are known from the system: who is alone, types of processes, lengths, the observer. */
  private countedCells(): Set<number> {
    const { layout, observed } = this.scene;
    const cells = [layout.exclusive, layout.lastProcess, observed];
    for (const start of layout.processes) cells.push(start + PROCESS_TYPE);
    this.scene.system.channels.forEach(({ capacity }, c) => {
      if (capacity <= FEW_MESSAGES) cells.push(layout.channels[c]);
    });
    return new Set(cells);
  }

  /** For each cell of a message the channel that it is in. */
  private messageStretches(): (cell: number) => number | undefined {
    const { system, layout, slots } = this.scene;
    const channels = new Map<number, number>();
    const note = (start: number, type: ChannelType): void => {
      for (let i = 0; i < type.capacity * messageSize(type); i++) channels.set(start + 1 + i, start);
    };
    system.channels.forEach((type, c) => {
      note(layout.channels[c], type);
    });
    slots.forEach(({ fixed, residents }, p) => {
      if (!fixed) return;
      system.types[residents[0]].channels.forEach(({ type }, c) => {
        note(layout.processes[p] + layout.types[residents[0]].channels[c], type);
      });
    });
    return (cell) => channels.get(cell);
  }
}

const isOneKey = (packing: Packing): boolean => nodesOf(packing).every(({ kind }) => kind === 'leaf');

const bitsOf = (cells: readonly Bounds[]): number => cells.reduce((sum, cell) => sum + bitsFor(cell), 0);

const WORTHWHILE = 0.8;

/** Who has a long way to go is seen only at its beginning. */
const LONG = 64;

const isLongWay = (kind: string, { high }: Bounds): boolean =>
  high > LONG && kind.startsWith('process') && kind.endsWith(` ${PROCESS_LOCATION}`);
