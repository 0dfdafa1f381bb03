/**
 * What the whole compilation shares: the system, where things stand in memory, and the registers (the
 * module's global variables). The state being worked on stands in memory one integer a cell, in the
 * order of the kernel's layout, at `work`; the state being expanded stands unchanged at `base`.
 */
import type { Interpreter } from '../../../../model/interpreter.js';
import type { Layout } from '../../../../model/layout.js';
import type { ProcessType, Step, System } from '../../../../model/system.js';
import type { Watch } from '../../../../model/watch.js';
import type { AtomicStates } from '../../reference/product.js';
import type { Group } from '../../symmetry/index.js';
import { type Bounds, cellsOf, type Slot, slotsOf } from '../packing/cells.js';
import { nodesOf, type Packing } from '../packing/chunks.js';
import { reserveDictionaries } from '../packing/joint.js';
import type { Trust } from '../packing/narrow.js';
import type { DictionaryTables } from '../packing/numbering.js';
import { PackingPlan } from '../packing/plan.js';
import type { Compression, StoreKind } from '../store/settings.js';
import { Vectors } from '../store/vectors/vectors.js';
import { add, type I32, i32, type NumberType, type Statement, shift, store8 } from '../wasm/code.js';
import { type Callable, type FunctionBuilder, ModuleBuilder } from '../wasm/module.js';
import type { Sharing } from '../workers/control.js';
import type { Labels } from './labels.js';
import { Landings } from './landings.js';
import type { Observation } from './observation.js';
import { REGISTERS, type Registers } from './registers.js';

/** A cell needs more bits than it was trusted to need: everything begins again. */
export class Outgrown extends Error {
  constructor(
    readonly cell: Bounds,
    readonly place: number,
    readonly kind: string,
    /** What was seen until then. */
    readonly seen: Bounds[],
    /** Its values were thought to be known from the text of the program. */
    readonly estimated: boolean,
    /** It had all the bits that its type was trusted to need. */
    readonly byType: boolean,
    /** How many states the search had visited. */
    readonly states: number,
  ) {
    super('a value outgrew its bits');
  }
}

/** Dictionaries, each told by its first cell, have not enough numbers: everything begins again. */
export class Crowded extends Error {
  constructor(readonly cells: number[]) {
    super('a dictionary has not enough numbers');
  }
}

/** A process was started where there is no room for it: everything begins again with more. */
export class OutOfSlots extends Error {
  constructor(
    readonly type: number,
    readonly slot: number,
  ) {
    super('there is no room for a process');
  }
}

/** The system uses something that is not compiled; the reference engine takes it. */
export class Unsupported extends Error {}

/** Processors fetch memory in lines of so many bytes, two at a time. */
const APART = 128;
/** More fused transitions than this would take longer to compile than they are worth. */
const MOST_TRANSITIONS = 30_000;
/** So many transitions are compiled between two looks at the clock. */
const BETWEEN_LOOKS = 16;
const MOST_CELLS = 100_000;
/** Most steps of processes that come and go that are compiled for each slot apart. */
const MOST_APART = 2_500;

/** `types`: there is room for all processes, but not of every type. `numbers`: there may be more processes. */
export type TentativeSlots = 'types' | 'numbers';

/** What the search need not keep to. */
export interface Liberties {
  /** Processes may be started that the system has no room for: `OutOfSlots` is thrown then. */
  tentativeSlots?: TentativeSlots;
  /** It does not matter how often a state inside an atomic sequence is met. */
  followsAlone?: boolean;
  /** Groups of processes that can be exchanged: of states that exchanges make of one another, one is enough. */
  exchangeable?: readonly Group[];
}

export interface SceneOptions {
  atomicStates: AtomicStates;
  compression: Compression;
  store: StoreKind;
  liberties: Liberties;
  /** Keys leave room for marks: the search has to know which states are on its path. */
  marked: boolean;
  /** Where this is the scene of one thread of several. */
  sharing?: Sharing;
  watch: Watch;
}

export class Scene {
  readonly atomicStates: AtomicStates;
  readonly liberties: Liberties;
  readonly marked: boolean;
  readonly sharing: Sharing | undefined;
  /** Where the tables of each dictionary are. */
  readonly dictionaries = new Map<number, DictionaryTables>();
  readonly system: System;
  readonly layout: Layout;
  readonly slots: Slot[];
  readonly cells: Bounds[];
  readonly plan: PackingPlan;
  readonly packing: Packing;
  readonly module = new ModuleBuilder();
  readonly registers: Registers;
  /** Byte addresses. */
  readonly work: number;
  readonly base: number;
  /** Where it is noted which steps were taken, and the number of the first step of each type. */
  readonly taken: number;
  readonly firstSteps: number[];
  /** The least and the greatest value that each cell was seen to have. */
  readonly least: number;
  readonly most: number;
  /** The 32 bits of each tree node of the state being expanded. */
  readonly held: number;
  /** Each thread has its own of what lies from here on, so many bytes further on. */
  readonly ownFrom: number;
  /** Cells that some code puts back as they are in the state being expanded. */
  readonly putBack = new Set<number>();
  /** To be called now and then where code is written. */
  readonly watch: Watch;
  private end: number;
  private transitions = 0;
  private readonly made = new Map<string, FunctionBuilder<NumberType | 'none'>>();
  private readonly workedOut = new Map<string, unknown>();
  private readonly numbers = new Map<object, number>();
  readonly constants: { address: number; values: number[]; areAddresses: boolean }[] = [];
  /** Asks the surroundings what is not remembered. */
  readonly consult: Callable<'i32'>;
  readonly usesTimeout: boolean;
  /** Set where the search has to know which transition each successor comes from. */
  labels?: Labels;
  readonly atomic: boolean;
  /** Some states inside atomic sequences are handed to the search. */
  readonly probes: boolean;
  /** Whoever goes on alone is followed at once: nobody has to see the states on the way. */
  continuesAlone = false;
  readonly landings: Landings;
  /** Processes synchronise on symbols. */
  readonly joint: boolean;
  /** The cell after the layout's: the state of the observer. */
  readonly observed: number;
  /** Where states are kept as strings of bytes. */
  readonly vectors: Vectors | undefined;

  constructor(
    readonly interpreter: Interpreter,
    readonly initial: Int32Array[],
    readonly observation: Observation | undefined,
    usesTimeout: boolean,
    trust: Trust,
    { atomicStates, compression, store, liberties, marked, sharing, watch }: SceneOptions,
  ) {
    this.atomicStates = atomicStates;
    this.liberties = liberties;
    this.marked = marked;
    this.sharing = sharing;
    this.watch = watch;
    this.system = interpreter.system;
    this.layout = interpreter.layout;
    this.landings = new Landings(this.system);
    this.usesTimeout = usesTimeout;
    if (this.layout.size > MOST_CELLS) throw new Unsupported('its states are too large');
    this.slots = slotsOf(this.system);
    this.observed = this.layout.size;
    this.cells = [
      ...cellsOf(interpreter, this.slots, initial),
      { low: 0, high: Math.max(0, (observation?.bound ?? 1) - 1) },
    ];
    if (this.cells.some(({ low, high }) => low < -0x80000000 || high > 0x7fffffff))
      throw new Unsupported('it has a type of more than 32 bits');
    this.atomic = this.cells[this.layout.exclusive].high > 0;
    this.probes =
      this.atomic && (atomicStates === 'stored' || observation?.observer.acceptance === 'infinite');
    this.joint = this.system.types.some((type) =>
      type.steps.some(({ action }) => action.kind === 'synchronise'),
    );
    this.plan = new PackingPlan(this, trust, compression, store);
    const { packing, parts } = this.plan;
    this.packing = packing;
    this.consult = this.module.import('consult', ['i32', 'i32'], 'i32');
    this.registers = Object.fromEntries(
      Object.entries(REGISTERS).map(([name, type]) => [name, this.module.global(name, type)]),
    ) as Registers;
    this.end = sharing?.end ?? 64;
    for (const node of nodesOf(packing)) reserveDictionaries(this, node);
    this.ownFrom = this.end;
    if (sharing) this.module.ownFrom = this.ownFrom;
    this.work = this.reserve(this.cells.length * 4);
    this.base = this.reserve(this.cells.length * 4);
    this.held = this.reserve(this.packing.nodes * 4);
    this.least = this.reserve(this.cells.length * 4);
    this.most = this.reserve(this.cells.length * 4);
    let steps = 0;
    this.firstSteps = this.system.types.map((type) => {
      steps += type.steps.length;
      return steps - type.steps.length;
    });
    this.taken = this.reserve(steps);
    if (parts) this.vectors = new Vectors(this, parts, compression);
  }

  outgrown(cell: number, seen: Bounds[], states: number): Outgrown {
    const { kinds, likely } = this.plan;
    const byType = this.plan.hasTypeOf(cell);
    return new Outgrown(
      this.cells[cell],
      cell,
      kinds[cell],
      seen,
      likely[cell] !== undefined,
      byType,
      states,
    );
  }

  /** Room for fixed data. */
  reserve(bytes: number): number {
    const address = this.end;
    this.end = (this.end + bytes + 7) & ~7;
    return address;
  }

  /** The same for what several threads read: nothing that one of them often writes lies close to it. */
  reserveApart(bytes: number): number {
    const [address, size] = [this.end, bytes].map((value) => Math.ceil(value / APART) * APART);
    this.end = address + size;
    return address;
  }

  /** A table of integers in memory. */
  table(values: number[], areAddresses = false): number {
    const address = this.reserve(values.length * 4);
    this.constants.push({ address, values, areAddresses });
    return address;
  }

  /** Where this thread has what is named by an address. */
  here(address: I32): I32 {
    return this.sharing ? add(address, shift) : address;
  }

  /** Where memory is free for the search. */
  get size(): number {
    return this.end;
  }

  /** A function of the module, built when it is first asked for. */
  shared<R extends NumberType | 'none'>(
    name: string,
    parameters: NumberType[],
    result: R,
    build: (body: FunctionBuilder<R>) => void,
  ): FunctionBuilder<R> {
    const known = this.made.get(name);
    if (known) return known as unknown as FunctionBuilder<R>;
    const body = this.module.function(name, parameters, result);
    this.made.set(name, body as unknown as FunctionBuilder<NumberType | 'none'>);
    build(body);
    return body;
  }

  /** What is worked out once for the whole compilation. */
  once<T>(name: string, make: () => T): T {
    if (!this.workedOut.has(name)) this.workedOut.set(name, make());
    return this.workedOut.get(name) as T;
  }

  /** The same, if it was worked out. */
  already<T>(name: string): T | undefined {
    return this.workedOut.get(name) as T | undefined;
  }

  /** A number for an object, always the same. */
  numberOf(object: object): number {
    const known = this.numbers.get(object) ?? this.numbers.size;
    this.numbers.set(object, known);
    return known;
  }

  /** Notes that a step is taken: there is a byte for every step, from `taken` on, in the order of the types. */
  noteStep(type: number, step: Step): Statement {
    const numbers = this.once(
      `numbers ${type}`,
      () => new Map(this.system.types[type].steps.map((one, number) => [one, number])),
    );
    return store8(i32(0), i32(1), this.taken + this.firstSteps[type] + numbers.get(step)!);
  }

  countTransition(): void {
    if (++this.transitions % BETWEEN_LOOKS === 0) this.watch();
    if (this.transitions > MOST_TRANSITIONS) throw new Unsupported('it has too many kinds of transitions');
  }

  /**
   * Whether processes that come and go have code of their own for each slot they may be in: faster,
   * because it is known what they change; needed where they join in symbols, because who joins whom is
   * worked out slot by slot; too much code where they are many.
   */
  get slotsApart(): boolean {
    return this.once('slots apart', () => {
      const types = (slots: number[]) =>
        slots.flatMap((p) => this.slots[p].residents.map((t) => this.system.types[t]));
      const hosted = types(this.variableSlots);
      const fixed = types(this.slots.flatMap((slot, p) => (slot.fixed ? [p] : [])));
      const steps = hosted.reduce((sum, type) => sum + type.steps.length, 0);
      const pairs = this.pairs(hosted, hosted) + this.pairs(hosted, fixed) + this.pairs(fixed, hosted);
      return hosted.some((type) => type.alphabet.length > 0) || steps + pairs <= MOST_APART;
    });
  }

  /** How many steps of some processes may meet how many of others, by the channels that they name. */
  private pairs(senders: ProcessType[], receivers: ProcessType[]): number {
    const received = this.unbuffered(receivers, 'receive');
    let count = 0;
    for (const [channel, sends] of this.unbuffered(senders, 'send'))
      for (const [other, receives] of received)
        if (channel === undefined || other === undefined || channel === other) count += sends * receives;
    return count;
  }

  /** The steps that have to meet somebody, or may have to, for each channel; `undefined`: some channel. */
  private unbuffered(types: ProcessType[], kind: 'send' | 'receive'): Map<number | undefined, number> {
    const { channels, types: all } = this.system;
    const found = new Map<number | undefined, number>();
    const meets =
      channels.some(({ capacity }) => capacity === 0) ||
      all.some((type) => type.channels.some((own) => own.type.capacity === 0));
    for (const { steps } of meets ? types : [])
      for (const { action } of steps) {
        if (action.kind !== kind) continue;
        const { channel } = action;
        const number = channel.kind === 'constant' ? channel.value : undefined;
        if (number !== undefined && channels[number - 1]?.capacity !== 0) continue;
        found.set(number, (found.get(number) ?? 0) + 1);
      }
    return found;
  }

  /** The steps of a type that leave each location, in their order. */
  leaving(type: number): Step[][] {
    return this.once(`leaving ${type}`, () => {
      const { locations, steps } = this.system.types[type];
      const from = locations.map((): Step[] => []);
      for (const step of steps) from[step.from].push(step);
      return from;
    });
  }

  /** Can a process be there when a state is expanded? It goes on through indivisible regions at once. */
  restsAt(type: number, location: number): boolean {
    const { locations, initial } = this.system.types[type];
    return locations[location].region !== 'indivisible' || location === initial;
  }

  /** The numbers of the slots whose process may change. */
  get variableSlots(): number[] {
    return this.slots.flatMap((slot, p) => (slot.fixed ? [] : [p]));
  }
}
