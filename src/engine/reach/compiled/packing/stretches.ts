/** Buffers whose messages lie side by side in one chunk of the key, so that they can be moved by shifting. */
import { messageSize } from '../../../../model/layout.js';
import type { ChannelType } from '../../../../model/system.js';
import type { Scene } from '../program/scene.js';
import * as w from '../wasm/code.js';
import type { Coded, Field, Leaf } from './chunks.js';
import { heldBy, placesOf } from './codec.js';

export interface Stretch {
  leaf: Leaf;
  /** Where the messages are part of a group that stands as a number. */
  coded?: Coded;
  shift: number;
  /** Of all messages, and of one. */
  bits: number;
  messageBits: number;
  /** The fields of the first message. */
  fields: Field[];
  /** The messages of the state being expanded. */
  held: w.I32;
}

/** Shifting by as many bits as a word has would do nothing. */
const MOST_BITS = 31;

export const maskOf = (bits: number): number => (bits === 32 ? -1 : 2 ** bits - 1);

/** The messages of the channel whose first cell is this one, if they lie so. */
export function stretchOf(scene: Scene, start: number, type: ChannelType): Stretch | undefined {
  return scene.once(`stretch ${start}`, () => {
    const places = placesOf(scene);
    const width = messageSize(type);
    const cells = Array.from({ length: type.capacity * width }, (_, i) => places.get(start + 1 + i));
    const first = cells[0];
    if (!first) return undefined;
    const { leaf, coded } = first;
    const messageBits = cells.slice(0, width).reduce((sum, place) => sum + (place?.field.bits ?? 0), 0);
    let shift = first.field.shift;
    for (const [i, place] of cells.entries()) {
      if (!place || place.leaf !== leaf || place.coded !== coded || place.field.low !== 0) return undefined;
      if (place.field.shift !== shift || place.field.bits !== cells[i % width]!.field.bits) return undefined;
      shift += place.field.bits;
    }
    const bits = messageBits * type.capacity;
    if (bits > MOST_BITS) return undefined;
    const word = w.shiftRight(heldBy(scene, coded ?? leaf), w.i32(first.field.shift));
    return {
      leaf,
      coded,
      shift: first.field.shift,
      bits,
      messageBits,
      fields: cells.slice(0, width).map((place) => place!.field),
      held: first.field.shift + bits === 32 ? word : w.and(word, w.i32(maskOf(bits))),
    };
  });
}
