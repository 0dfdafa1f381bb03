/** Where writing stands: in which process, with which names, and what happens on the way out. */
import type { Expression, Place } from '../../../model/expression.js';
import type { Span } from '../../../model/source.js';
import { isBuiltIn } from '../library/prelude/index.js';
import type { Subprogram } from '../resolve/entity.js';
import type { Scope } from '../resolve/scope.js';
import type { EntryUnit, Master, ProtectedObject, TaskObject } from '../resolve/unit.js';
import type { Place as TextPlace } from '../syntax/index.js';
import type { Draft } from './draft.js';
import type { Value } from './value.js';
import type { World } from './world.js';

export interface Context {
  world: World;
  draft: Draft;
  scope: Scope;
  /** What an exception or a jump has to pass, innermost first. */
  frames?: Frame;
  /** The task whose body this is; none in the main program. */
  task?: TaskObject;
  master: Master;
  /** Where `return` leads. */
  returns?: { location: number; frames?: Frame; result?: Value };
  loops?: LoopExit;
  labels?: Labels;
  /** How often this place is passed at most, as far as loops around it tell. */
  repeats: number;
  /** Subprograms being written into each other, to see recursion. */
  calls: readonly Subprogram[];
  /** The protected object whose action this is. */
  inside?: ProtectedObject;
  /** The objects of all protected actions under way here, outermost first. */
  actions: readonly ProtectedObject[];
  /** The rendezvous under way, for `requeue`. */
  rendezvous?: Rendezvous;
  /** A barrier, which is worked out again and again: arithmetic that overflows there is a fault, not an exception. */
  barrier?: boolean;
  /** What `@` stands for. */
  target?: Value;
  /** The name being looked up is assigned to: which variable it is must be settled. */
  assigned?: boolean;
  /** The exception being handled, for `raise;`. */
  handled?: Raised;
  /** The block is the main program: its tasks need not be waited for, nothing comes after. */
  mainProgram?: boolean;
  /** Written between the declarations and the statements of the next block. */
  onBegin?(context: Context): void;
  /** Written where the statements of the next block have ended, before its tasks are waited for. */
  onEnd?(context: Context): void;
  /** The caller's own part of a protected entry call, for `requeue`. */
  entryCall?: EntryCall;
}

export type Raised = { kind: 'known'; id: number } | { kind: 'stored'; place: Place } | { kind: 'abort' };

export interface Frame {
  outer?: Frame;
  /** Written when control passes outwards without an exception. */
  leave?(context: Context): void;
  /** Written when an exception arrives that was raised in the context. True: it does not go on to the outer frame. */
  raise?(context: Context, raised: Raised, outer: Frame | undefined): boolean;
}

export interface LoopExit {
  outer?: LoopExit;
  name?: string;
  location: number;
  frames?: Frame;
}

export interface Labels {
  outer?: Labels;
  locations: Map<string, { location: number; frames?: Frame }>;
}

export interface Rendezvous {
  caller: Place;
  parameters: Place[];
  /** Where writing goes on when the accept statement is over. */
  over: number;
  entry: EntryUnit;
  channels: number[];
  rooms: Value[];
  /** What the caller would be given now. */
  results(): Expression[];
  /** Ends the rendezvous for the caller. */
  answer(code: Expression): void;
  frames?: Frame;
}

export interface EntryCall {
  /** Begins the call anew on another entry. */
  requeue(context: Context, target: import('../syntax/index.js').Expression, firm: boolean): void;
}

export function at(context: Context, place: TextPlace): Span {
  const span = context.world.sources.span(place);
  // What a library package does happens where it is called.
  if (!isBuiltIn(span.file)) context.draft.span = span;
  context.draft.frames = context.frames;
  return span;
}

/**
 * Where a process begins. Contexts are copied with one part changed at every turn, which is fast as long as they all
 * have one shape: each part is there from the start.
 */
export const outermostContext = (
  world: World,
  draft: Draft,
  scope: Scope,
  master: Master,
  repeats: number,
  task?: TaskObject,
): Context => ({
  world,
  draft,
  scope,
  frames: undefined,
  task,
  master,
  returns: undefined,
  loops: undefined,
  labels: undefined,
  repeats,
  calls: [],
  inside: undefined,
  actions: [],
  rendezvous: undefined,
  barrier: undefined,
  target: undefined,
  assigned: undefined,
  handled: undefined,
  mainProgram: undefined,
  onBegin: undefined,
  onEnd: undefined,
  entryCall: undefined,
});

/** The names of a block, subprogram or body inside the present ones. */
export const inner = (context: Context, scope: Scope): Context => ({ ...context, scope });

export const textOf = (context: Context, place: TextPlace): string => {
  const text = context.world.sources.text(place).replace(/\s+/g, ' ').trim();
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
};

/** Puts a frame between here and the outside. */
export const within = (context: Context, frame: Omit<Frame, 'outer'>): Context => ({
  ...context,
  frames: { outer: context.frames, leave: frame.leave, raise: frame.raise },
});

/** Writes what must be done on the way from here out to `frames`. */
export function leaveTo(context: Context, frames: Frame | undefined): void {
  for (let frame = context.frames; frame && frame !== frames; frame = frame.outer) {
    frame.leave?.({ ...context, frames: frame.outer });
  }
}
