/** What a reduction knows before the search, as tables in memory. */
import type { Independence } from '../../reference/reduction/independence.js';
import type { Support } from '../../reference/reduction/overman.js';
import { type LabelledSite, type Labels, SITE_BITS, SITE_SHIFT } from '../program/labels.js';
import { type Scene, Unsupported } from '../program/scene.js';
import * as w from '../wasm/code.js';

/** What the search does to leave out interleavings. */
export interface Method {
  /** Which transitions are tried first because they may be enough. */
  enough: 'none' | 'local' | 'persistent';
  /** Whether transitions explored before are left out after others that do not depend on them. */
  sleeping: boolean;
  /** Executions that never end matter: what is enough must be unseen, and must not close a cycle. */
  endless: boolean;
  /** Nobody named it: it is given up where it does not pay. */
  onTrial: boolean;
  independence: Independence;
  support: Support;
}

/** What a site's transitions are, as bits. */
export const LOCAL = 1;
export const QUEUE = 2;
export const WAITS = 4;
export const ENTERS = 8;
export const SEEN = 16;
/** Its process goes on alone afterwards. */
export const ALONE = 32;

const MOST_PROFILES = 4_096;

/** The bits of the site of a label. */
export function siteBits(scene: Scene, { independence }: Method): (label: w.I64) => w.I32 {
  const { sites } = labelsOf(scene);
  const table = scene.table(
    sites.map(({ parties }) => {
      if (parties.length === 0) return 0;
      const profiles = parties.map(({ step }) => independence.profiles.of(step));
      const [{ type, step }] = parties;
      const local = independence.isLocal(scene.system.types[type], step.from);
      return (
        (local ? LOCAL : 0) |
        (parties.length === 1 && profiles[0].queue ? QUEUE : 0) |
        (profiles.some(({ waits }) => waits) ? WAITS : 0) |
        (profiles.some(({ enters }) => enters) ? ENTERS : 0) |
        (profiles.some(({ seen }) => seen) ? SEEN : 0) |
        (parties.some((party) => goesOnAlone(scene, party)) ? ALONE : 0)
      );
    }),
  );
  return (label) => w.load32(w.shiftLeft(siteOf(label), w.i32(2)), table);
}

/** Of the site of a label: all ends of queues but the one that it moves at, as bits. */
export function otherEnds(scene: Scene, { support }: Method): (label: w.I64) => w.I32 {
  const table = scene.table(
    labelsOf(scene).sites.map(({ parties }) => {
      if (parties.length !== 1) return -1;
      const [{ type, step }] = parties;
      const end = support.queueEnd(scene.system.types[type], step);
      // Where there are too many to have bits, none of the last is ever known to be ready.
      return end < 0 || end >= 31 ? -1 : ~(1 << end);
    }),
  );
  return (label) => w.load32(w.shiftLeft(siteOf(label), w.i32(2)), table);
}

const goesOnAlone = (scene: Scene, { type, step }: LabelledSite['parties'][number]): boolean =>
  scene.system.types[type].locations[step.to].region === 'atomic';

export const siteOf = (label: w.I64): w.I32 =>
  w.and(w.lowHalf(w.shiftRight(label, w.i64(SITE_SHIFT))), w.i32(2 ** SITE_BITS - 1));

function labelsOf(scene: Scene): Labels {
  if (!scene.labels) throw new Error('a reduction needs to know the transitions');
  return scene.labels;
}

/** Of each site, where the list of its profiles begins: first how many. */
export function siteProfiles(scene: Scene, { independence }: Method): number {
  const { sites } = labelsOf(scene);
  return scene.table(
    sites.map(({ parties }) => {
      const numbers = parties.map(({ step }) => independence.profiles.of(step).number);
      return scene.table([numbers.length, ...numbers]);
    }),
  );
}

/** A square or oblong of bits: `test` looks one up. */
export class BitTable {
  private readonly address: number;
  private readonly words: number;

  constructor(scene: Scene, rows: number, columns: number, isSet: (row: number, column: number) => boolean) {
    if (rows > MOST_PROFILES || columns > MOST_PROFILES)
      throw new Unsupported('it has too many kinds of steps for a reduction');
    this.words = Math.ceil(columns / 32);
    const values = new Array<number>(rows * this.words).fill(0);
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++)
        if (isSet(row, column)) values[row * this.words + (column >> 5)] |= 1 << (column & 31);
    this.address = scene.table(values);
  }

  test(row: w.I32, column: w.I32): w.I32 {
    const word = w.add(w.multiply(row, w.i32(this.words)), w.shiftRight(column, w.i32(5)));
    const bits = w.load32(w.shiftLeft(word, w.i32(2)), this.address);
    return w.and(w.shiftRight(bits, w.and(column, w.i32(31))), w.i32(1));
  }
}
