/** What a crew and its threads tell each other. */
import type { Range } from '../store/spreading.js';

/** What a thread is told. */
export type Order =
  | {
      kind: 'prepare';
      /** Tells this search from those before it. */
      search: number;
      /** A WebAssembly module. */
      module: unknown;
      memory: { buffer: ArrayBuffer };
      /** Byte addresses of the request to stop and of where answers are put. */
      stop: number;
      mailbox: number;
      /** How far its data are from those of the thread that leads. */
      shift: number;
      portion: number;
      paused: number;
    }
  | { kind: 'search'; registers: Record<string, number> }
  | {
      kind: 'spread';
      registers: Record<string, number>;
      oldSlots: number;
      ranges: Range[];
      /** How many take part. */
      members: number;
    }
  | { kind: 'forget' };

/** What a thread says. */
export type Message = { search: number } & (
  | { kind: 'ready' }
  | { kind: 'question'; a: number; b: number }
  | { kind: 'beat'; transitions: bigint }
  | { kind: 'parked'; status: number; transitions: bigint; found: Record<string, number> }
);

/** Where a member of the crew stopped, and the registers that say why. */
export interface Stop {
  status: number;
  found: Record<string, number>;
}
