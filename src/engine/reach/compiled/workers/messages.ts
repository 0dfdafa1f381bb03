/** What a crew and its threads tell each other. */
import type { Worker } from 'node:worker_threads';
import type { InsideRoom } from '../store/inside.js';

/** Where a thread says that it could begin, in words from the start of its mailbox. */
export const READY = 2;

/** What a thread is started with. */
export interface ThreadData {
  code: Uint8Array;
  memory: { buffer: ArrayBuffer };
  /** Byte addresses of the request to stop and of where answers are put. */
  stop: number;
  mailbox: number;
  portion: number;
  paused: number;
}

/** What a thread says. */
export type Message =
  | { kind: 'question'; a: number; b: number }
  | { kind: 'beat'; transitions: bigint }
  | { kind: 'parked'; status: number; transitions: bigint; found: Record<string, number> };

/** A thread as the crew knows it. */
export interface Thread {
  worker: Worker;
  mailbox: number;
  hand: number;
  outStart: number;
  successors: number;
  inside: InsideRoom;
  /** Registers to set before it goes on. */
  registers: Record<string, number>;
  transitions: bigint;
  parked: Extract<Message, { kind: 'parked' }> | undefined;
}
