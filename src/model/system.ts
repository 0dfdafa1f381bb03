/**
 * The program every engine reads.
 *
 * A `System` is closed: nothing outside it can act. It has shared variables, channels, and processes.
 * A process is an instance of a process type, and a process type is a control-flow automaton:
 * locations, and steps between them. What a step may do is the whole of concurrency here:
 *
 * - be possible only under a condition (`guard`), and change variables (`effects`);
 * - meet others (`action`): all processes that know a symbol, one partner on a channel without
 *   buffer, or a buffer;
 * - be seen (`event`).
 *
 * One transition of the system is one step of one process, or the joint step of those that meet.
 * `interpreter.ts` says exactly which transitions a state has and where they lead.
 *
 * A two-process example, a counter that is raised twice:
 *
 *     const raise: ProcessType = {
 *       name: 'raise', parameters: 0, variables: [], channels: [], alphabet: [], initial: 0,
 *       locations: [{}, { marks: ['end'] }],
 *       steps: [{ from: 0, to: 1, action: internal, effects: [
 *         { kind: 'assign', place: shared(0), value: binary('add', read(shared(0)), constant(1)) } ] }],
 *     };
 */
import type { DataType } from './data.js';
import type { Expression, Pattern, Place } from './expression.js';
import type { SourceText, Span } from './source.js';

export interface System {
  name: string;
  sources: SourceText[];
  variables: Variable[];
  /** Channel c is referred to by the value c + 1; 0 refers to none. */
  channels: ChannelType[];
  symbols: EventSymbol[];
  types: ProcessType[];
  /** The processes at the start; process i is instance i. */
  instances: Instance[];
  /** The most processes that may exist at once; a `spawn` beyond it is a fault that names the bound. */
  processBound: number;
  /** Set where it is known that no `spawn` goes beyond it. */
  boundIsKept?: boolean;
  /**
   * The types that the process of each number can have, where they are known to be fewer than all that are started.
   * A `spawn` that does not keep to it is a fault, as one beyond the bound is.
   */
  residents?: number[][];
  /** What 32-bit arithmetic does when a result does not fit: wrap around, or fault. */
  arithmetic: 'wrap' | 'fault';
  /**
   * Set where a condition on states is not asked in the middle of an atomic sequence: whoever watches states sees the
   * sequence as one step, as far as its process gets without blocking.
   */
  watchedBetweenSequences?: boolean;
  /** Set when expressions ask for the process that moved last; it is then part of the state. */
  keepsLastProcess?: boolean;
}

export interface Variable {
  name: string;
  type: DataType;
  /** One expression for each integer of the value, or one for all of them; `any`: every value is possible. */
  initial?: Expression[] | 'any';
  /** The guarded atomic object that this variable belongs to, if any. */
  object?: string;
}

/** Capacity 0: sender and receiver meet. Otherwise a buffer of that many messages. */
export interface ChannelType {
  name: string;
  capacity: number;
  fields: DataType[];
}

/** A symbol that processes synchronise on. Hidden ones happen, but are not events. */
export interface EventSymbol {
  name: string;
  hidden?: boolean;
}

export interface Instance {
  name: string;
  type: number;
  arguments: number[];
}

export interface ProcessType {
  name: string;
  /** The first so many variables are parameters: instances and `spawn` give their values. */
  parameters: number;
  variables: Variable[];
  /** Channels created with each instance; `ownChannel` variables hold their references. */
  channels: OwnChannel[];
  locations: Location[];
  initial: number;
  steps: Step[];
  /** The symbols it takes part in: none of them happens without an instance of this type. */
  alphabet: number[];
  /** No step of an instance is enabled while this is false; an indivisible sequence, once begun, is not held up. */
  provided?: Expression;
  /** Set for a process that only watches: the name of the property it states. */
  observes?: string;
  span?: Span;
}

/** `element`: which integer of the variable holds the reference, the first when absent. */
export interface OwnChannel {
  type: ChannelType;
  variable: number;
  element?: number;
}

export interface Location {
  name?: string;
  marks?: Mark[];
  /**
   * `atomic`: having stepped to here, the process goes on alone until it blocks or leaves the region.
   * `indivisible`: as one step with what comes next; it may not block here, and of several enabled
   * steps the first is taken.
   */
  region?: 'atomic' | 'indivisible';
  span?: Span;
}

/**
 * `end`: waiting here for ever is all right. `accept`, `progress`: as in Promela.
 * `error`: arriving here is a violation in itself.
 */
export type Mark = 'end' | 'accept' | 'progress' | 'error';

export interface Step {
  from: number;
  to: number;
  guard?: Expression;
  action: Action;
  effects: Effect[];
  event?: EventLabel;
  /**
   * Of the steps of one process that could be taken, only those of the highest priority are enabled.
   * 0 when absent; `else` is -1, the escape of an `unless` is above 0.
   */
  priority?: number;
  /** The step in the words of its language, for traces. */
  text?: string;
  /**
   * The program as written may not be able to take the step here: it is possible only because this was left
   * out of the model. An execution with such a step is a candidate, not a proof.
   */
  abstracted?: string;
  /** Nothing that is written at `span`: a check of the language fails there, or the model ends. */
  implied?: boolean;
  span?: Span;
}

export const ELSE = -1;

export type Action =
  | { kind: 'internal' }
  /** All processes whose alphabet has the symbol step together. */
  | { kind: 'synchronise'; symbol: number }
  /** To a buffer: blocks while it is full. Without buffer: meets a `receive` that accepts the values. */
  | { kind: 'send'; channel: Expression; values: Expression[]; order: 'fifo' | 'sorted'; meeting?: Meeting }
  | {
      kind: 'receive';
      channel: Expression;
      patterns: Pattern[];
      /** Only the oldest message, or the oldest that matches. */
      position: 'first' | 'any';
      /** Leave the message in the buffer. */
      keep?: boolean;
      meeting?: Meeting;
    }
  /** Any value from low to high: one transition for each. `abstracted` when the program has no such choice. */
  | { kind: 'choose'; place: Place; low: Expression; high: Expression; abstracted?: boolean };

/** What a side of an unbuffered meeting may add: whom it meets, and what goes back. */
export interface Meeting {
  /** Only this process will do. */
  only?: Expression;
  /** Where to remember the number of the partner. */
  partner?: Place;
  /**
   * Out parameters. On the receiving side values, computed after its effects; on the sending side
   * the places that take them.
   */
  giveBack?: Expression[];
  takeBack?: Place[];
  /** On the sending side: after the meeting only the receiver may go on alone, as Promela has it. */
  yields?: boolean;
}

export type Effect =
  | { kind: 'assign'; place: Place; value: Expression }
  | { kind: 'assert'; condition: Expression; message: string }
  /** `%d` and `%e` stand for the arguments in turn. */
  | { kind: 'print'; text: string; arguments: { value: Expression; type?: DataType }[] }
  /** The new process takes the lowest free number; its own location and variables start afresh. */
  | { kind: 'spawn'; type: number; arguments: Expression[]; result?: Place }
  /** The process ceases to exist; its number is free again. */
  | { kind: 'exit' }
  | { kind: 'fault'; message: string };

/** What a step shows. With arguments it reads `name(1,red)`, and properties may match on them. */
export interface EventLabel {
  name: string;
  /** Evaluated after the step. */
  arguments?: { value: Expression; type?: DataType }[];
}

/** Its process can begin it in every state, unless `provided` says otherwise. */
export const isAlwaysPossible = ({ action, guard }: Step): boolean =>
  action.kind === 'internal' && (!guard || (guard.kind === 'constant' && guard.value !== 0));

/** What must be true for a step from this location, beside its guard. */
export const providedAt = ({ provided, locations }: ProcessType, location: number): Expression | undefined =>
  locations[location].region === 'indivisible' ? undefined : provided;

/** Is it known that messages to this channel wait in a buffer, and that nobody is met on it? */
export const isBuffered = ({ channels }: System, channel: Expression): boolean =>
  channel.kind === 'constant' && (channels[channel.value - 1]?.capacity ?? 0) > 0;

export const internal: Action = { kind: 'internal' };
