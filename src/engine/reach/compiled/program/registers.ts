/** The module's global variables that the generated code works with, and why an expansion cannot be used. */
import {
  add,
  type Code,
  type Global,
  getGlobal,
  type I32,
  i32,
  type NumberType,
  or,
  setGlobal,
} from '../wasm/code.js';

export const REGISTERS = {
  /** Where the next successor goes, and the end of the room for them. */
  out: 'i32',
  outEnd: 'i32',
  /** Of the state being expanded: its transitions, those that fault, those that fail an assertion. */
  moves: 'i32',
  faults: 'i32',
  assertions: 'i32',
  /** Of the transitions that fault: how many ways the observer had of reading them. */
  lost: 'i32',
  /** Whether the transition being taken has failed an assertion. */
  asserted: 'i32',
  timeout: 'i32',
  /** Where processes synchronise: only transitions that this process initiates; -1: all. */
  only: 'i32',
  /** States inside atomic sequences: those of this expansion, and the table that finds them. */
  inside: 'i32',
  insideEnd: 'i32',
  insideTable: 'i32',
  insideMask: 'i32',
  stamp: 'i64',
  /** Only find out whether there are transitions: no successors. */
  quiet: 'i32',
  /** One of the states inside is a violation. */
  wrongInside: 'i32',
  /** Atoms of the events of the transition being taken, and of the state it starts from. */
  events: 'i32',
  letter: 'i32',
  /** Why the expansion cannot be used: see `Obstacle`. */
  obstacle: 'i32',
  /** The cell whose value does not fit its bits. */
  outgrown: 'i32',
  /** The process that a question of `enabled` is about. */
  asked: 'i32',
  /** In how many states the next one is surveyed, every which one is, and how many were. */
  surveyIn: 'i32',
  surveyEvery: 'i32',
  surveyed: 'i32',
  /** Interned pairs: how many, how many there may be, their keys, and the table that finds them. */
  nodeCount: 'i32',
  nodeLimit: 'i32',
  nodeKeys: 'i32',
  nodeTable: 'i32',
  nodeMask: 'i32',
} as const satisfies Record<string, NumberType>;

/** The expansion has to be done again after making room, or cannot be done at all. */
export const Obstacle = {
  none: 0,
  successors: 1,
  nodes: 2,
  unsupported: 3,
  outgrown: 4,
  inside: 5,
  vectors: 6,
  numbers: 7,
  slots: 8,
} as const;

export type Registers = { [K in keyof typeof REGISTERS]: Global<(typeof REGISTERS)[K]> };

/** Sets further bits of a register. */
export const increaseBits = (register: Global<'i32'>, bits: I32): Code<'none'> =>
  setGlobal(register, or(getGlobal(register), bits));

export const increase = (register: Global<'i32'>, by: I32 = i32(1)): Code<'none'> =>
  setGlobal(register, add(getGlobal(register), by));
