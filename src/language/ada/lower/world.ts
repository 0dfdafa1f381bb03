/** The program while it is being written: everything that is not of one process. */
import { type DataType, sizeOf } from '../../../model/data.js';
import { constant, type Expression, type Place, shared } from '../../../model/expression.js';
import type { ChannelType, Variable } from '../../../model/system.js';
import type { Watch } from '../../../model/watch.js';
import type { Problems } from '../problems.js';
import type { Scope } from '../resolve/scope.js';
import type { HandOver, Master, ProtectedObject, TaskObject } from '../resolve/unit.js';
import type { Sources } from '../sources.js';
import type { TaskDeclaration } from '../syntax/index.js';
import { Draft } from './draft.js';
import type { Interval } from './interval.js';
import type { Library } from './library-units.js';

/** What the user may set. */
export interface Settings {
  /** Most integers of one variable that are kept; larger ones count as any value. */
  mostElements: number;
  /** Objects made by one allocator in a loop of unknown length. */
  mostAllocated: number;
  /** Texts of the properties that will be asked: events that they name are kept. */
  asked: readonly string[];
  /** `any`: any waiting caller may be next, where the queue is kept at all. */
  queues: 'fifo' | 'any';
  /** `any`: loops whose variable is not used may go round any number of times. */
  loops: 'exact' | 'any';
  /** `distant`: what would take millions of steps is taken not to happen; `checked`: it may. */
  overflow: 'distant' | 'checked';
  /** `free`: a delay may take any time; `quiet`: it ends only when nothing else can happen. */
  delays: 'free' | 'quiet';
  /** Whether the model is made smaller: the same answers from fewer states. */
  simplified: boolean;
}

/** Why the value of a variable is not known, and what is known of it. */
export interface Dropped {
  reason: string;
  range?: Interval;
}

/** What writing the program has shown of its declarations, for when it is written again. */
export interface Learnt {
  /** Declarations whose values turned out not to be known. */
  dropped: Map<number, Dropped>;
  /** Those that stay in a range, whoever gives them their values. */
  ranges: Map<number, Interval>;
  /** Tasks whose activation may fail. */
  failing: Set<number>;
  /** Declarations whose variables several processes use, and some change. */
  contended: Set<number>;
}

export const nothingLearnt = (): Learnt => ({
  dropped: new Map(),
  ranges: new Map(),
  failing: new Set(),
  contended: new Set(),
});

/** What the whole text says about an entry, by its name. */
export interface Mentions {
  counted: Set<string>;
  requeued: Set<string>;
  /** Some requeue is one without abort: the call cannot be taken back then. */
  firm: boolean;
  /** Entries in the bodies of which calls are requeued. */
  handsOn: Set<string>;
  triggers: Set<string>;
  /** Called with a time limit or not at all. */
  conditional: Set<string>;
  aborts: boolean;
  /** Entries some accept statement of which has a body. */
  accepted: Set<string>;
  /** Variables that are assigned to, or may be by a call. */
  assigned: Set<string>;
  /** Names that 'Access is asked of. */
  accessed: Set<string>;
  /** Subprograms written in another language. */
  imported: Set<string>;
  /** 'Terminated or 'Callable is asked for. */
  lives: boolean;
  /** Text_IO.Set_Input is named: what is read by default may be a file. */
  redirects: boolean;
  /** Some objects are freed. */
  deallocates: boolean;
  /** Kinds of contracts, as they are written. */
  contracts: Set<string>;
}

const EXCEPTIONS = [
  '',
  'Constraint_Error',
  'Program_Error',
  'Storage_Error',
  'Tasking_Error',
  'Assertion_Error',
  'End_Error',
  'Data_Error',
  'Name_Error',
  'Use_Error',
];
export const CONSTRAINT_ERROR = 1;
export const PROGRAM_ERROR = 2;
export const TASKING_ERROR = 4;
export const ASSERTION_ERROR = 5;
export const END_ERROR = 6;
export const DATA_ERROR = 7;
export const NAME_ERROR = 8;
export const USE_ERROR = 9;

export class World {
  readonly variables: Variable[] = [];
  readonly channels: ChannelType[] = [];
  readonly drafts: Draft[] = [];
  readonly tasks: TaskObject[] = [];
  readonly protectedObjects: ProtectedObject[] = [];
  readonly exceptions = [...EXCEPTIONS];
  /** What can be written only at the end. */
  readonly finishing: (() => void)[] = [];
  /** Of each entry's channel: who may call. */
  readonly callers = new Map<number, Set<number>>();
  /** Channels that are queues. */
  readonly queues: number[] = [];
  /** Exceptions may come back from any rendezvous: a call was handed on. */
  raising = false;
  /** Where accept statements hand calls over to, and the callers that must know of it. */
  readonly handOvers: { ways: HandOver[]; callers: ((way: HandOver) => void)[] } = { ways: [], callers: [] };
  /** Where a caller waits in a rendezvous out of which it may be requeued, and how it leaves the other queue. */
  readonly handedOn: { draft: Draft; at: number; failed: number; expired: number | undefined }[] = [];
  /** Where a caller waits in a rendezvous, and how it leaves when it is aborted: its call may be requeued then. */
  readonly abortable: { draft: Draft; from: number; to: number; guard: Expression }[] = [];
  /** By process: the results of a call of it that was requeued to an entry without parameters. */
  readonly kept = new Map<number, Place[]>();
  /** Task bodies that are still to be written. */
  readonly pending: (() => void)[] = [];
  /** Library units already elaborated, by name. */
  readonly elaborated = new Map<string, Scope>();
  /** Writing starts over. */
  again = false;
  /** Names of events that annotations put on a line, by line and file. */
  readonly events = new Map<string, string>();
  /** By protected object: those whose actions begin inside its own. */
  readonly nestedActions = new Map<ProtectedObject, Set<ProtectedObject>>();
  /** Set once something was read at the end of the standard input. */
  inputEnded?: Place;
  /** Whether the program was started with arguments: either may be. */
  withArguments?: Place;
  /** While something is worked out for a program that was started without. */
  assumesNoArguments = false;
  /** Integers in the longest answer of a rendezvous. */
  answerLength = 0;
  readonly outermost: Master = { name: 'program', outermost: true, tasks: [] };
  /** Which process's declarations a variable is among. */
  readonly owners = new Map<number, number>();
  private readonly declaredAt = new Map<number, number>();
  /** Taken not to be changed by others. */
  private readonly presumed = new Set<number>();
  /** Units that are named and neither given nor of the predefined library. */
  readonly missing = new Set<string>();
  /** Loops of the text that had to be cut, objects that were left out …, by kind. */
  readonly left = new Map<string, Set<string>>();
  /** Counters that were taken not to overflow. */
  readonly trusted = new Set<string>();

  constructor(
    readonly sources: Sources,
    readonly problems: Problems,
    readonly settings: Settings,
    readonly mentions: Mentions,
    readonly library: Library,
    readonly watch: Watch,
    private readonly learnt: Learnt = nothingLearnt(),
  ) {}

  /** Variables of protected objects: nobody else can reach them. */
  readonly guarded = new Set<number>();

  /** A new variable; `declaration` says where it is declared, if it is. */
  variable(name: string, type: DataType, initial?: number | number[], declaration?: number): Place {
    const values = initial === undefined ? [] : Array.isArray(initial) ? initial : [initial];
    this.variables.push({ name, type, ...(values.length > 0 ? { initial: values.map(constant) } : {}) });
    const index = this.variables.length - 1;
    if (declaration !== undefined) this.declaredAt.set(index, declaration);
    return shared(index);
  }

  channel(name: string, capacity: number, fields: number): number {
    this.channels.push({ name, capacity, fields: Array.from({ length: fields }, () => WORD) });
    return this.channels.length;
  }

  /** The messages of a channel have this many integers. */
  widen(channel: number, fields: number): void {
    this.channels[channel - 1].fields = Array.from({ length: fields }, () => WORD);
  }

  process(name: string): Draft {
    const draft = new Draft(name, this.drafts.length);
    this.drafts.push(draft);
    return draft;
  }

  /**
   * The value of the variable at this place is not known after all: writing starts over without it. False
   * for a variable that no declaration stands for, which cannot be left out.
   */
  drop(place: Place, reason: string): boolean {
    const declaration = this.declaredAt.get(place.variable);
    if (declaration === undefined) return false;
    if (!this.dropped.has(declaration)) {
      const range = this.learnt.ranges.get(declaration);
      this.dropped.set(declaration, { reason: `${this.variables[place.variable].name}: ${reason}`, range });
    }
    this.again = true;
    return true;
  }

  /** Declarations whose values turned out not to be known; writing starts over without them. */
  get dropped(): Map<number, Dropped> {
    return this.learnt.dropped;
  }

  /** Elaborating the declarations of a task may raise an exception: writing starts over knowing that. */
  activationFails(task: TaskDeclaration): void {
    this.learnt.failing.add(task.start);
    this.again = true;
  }

  mayFail(task: TaskDeclaration): boolean {
    return this.learnt.failing.has(task.start);
  }

  /** May a process other than this one change it? Taken not to until it is seen to. */
  isChangedByOthers(variable: number, process: number): boolean {
    const declaration = this.declaredAt.get(variable);
    if (declaration === undefined) return this.owners.get(variable) !== process;
    if (this.learnt.contended.has(declaration)) return true;
    this.presumed.add(variable);
    return false;
  }

  /** Everything is written: is what was taken not to be changed by others among these after all? */
  correct(contended: ReadonlySet<number>): void {
    for (const variable of this.presumed) {
      if (!contended.has(variable)) continue;
      this.learnt.contended.add(this.declaredAt.get(variable)!);
      this.again = true;
    }
  }

  /** Declarations all of whose variables are among these stay in the range, also when they are dropped. */
  stayWithin(range: Interval, variables: ReadonlySet<number>): void {
    const others = new Set<number>();
    for (const [variable, declaration] of this.declaredAt)
      if (!variables.has(variable)) others.add(declaration);
    for (const variable of variables) {
      const declaration = this.declaredAt.get(variable);
      if (declaration !== undefined && !others.has(declaration)) this.learnt.ranges.set(declaration, range);
    }
  }

  /** Variables that are not known are still in use: no answer may rest on this model. */
  unsettled(): void {
    for (const { steps } of this.drafts)
      for (const step of steps)
        if (step.from === 0) step.abstracted = 'the bound: variables whose values are not known';
  }

  exception(name: string): number {
    return this.exceptions.push(name) - 1;
  }

  leaveOut(kind: string, object: string): void {
    const objects = this.left.get(kind) ?? new Set<string>();
    this.left.set(kind, objects.add(object));
  }

  integersOf(place: Place): number {
    return sizeOf(this.variables[place.variable].type);
  }
}

const WORD: DataType = { kind: 'range', low: -0x80000000, high: 0x7fffffff, overflow: 'fault' };
export const wordType = WORD;
