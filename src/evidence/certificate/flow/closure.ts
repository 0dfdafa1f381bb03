/**
 * What a fixed point must say because of what it says already: the start, and for each joint step all that may
 * hold after it. Found by saying it until nothing is new; checked by asking for it once.
 */
import type { Observer } from '../../../property/observer.js';
import type { Claim, Ground, Sink, Tuple } from './claim.js';
import { type Joint, perform } from './joint.js';
import { Memory, Stuck, UNKNOWN, type Value } from './known.js';

export interface Followed {
  cells: readonly number[];
  tasks: readonly number[];
}

export function sayStart(
  ground: Ground,
  observers: readonly Observer[],
  followed: Followed,
  sink: Sink,
): void {
  const { system, interpreter } = ground;
  const initial = system.instances.map(({ type }, process) =>
    ground.place(process, system.types[type].initial),
  );
  for (const state of interpreter.initialStates()) {
    initial.forEach((place, process) => {
      sink.reach(place);
      for (const cell of ground.cellsOf[process]) sink.value(place, cell, state[cell]);
      for (const other of initial) if (other !== place) sink.together(place, other);
    });
    const values = followed.cells.map((cell) => state[cell]);
    const locations = followed.tasks.map((process) => system.types[system.instances[process].type].initial);
    observers.forEach(({ initial: starts }, o) => {
      for (const start of starts)
        for (const place of initial) sink.tuple(o, place, [start, ...values, ...locations]);
    });
  }
}

/** Runs of one joint step beyond this are not told apart by values. */
const MOST_RUNS = 600;

/** Where a joint step happens: undefined where it cannot. */
export function sceneOf(claim: Claim, joint: Joint): Scene | undefined {
  const { ground } = claim;
  const { processes, steps } = joint;
  const from = steps.map((step, i) => ground.place(processes[i], step.from));
  const to = steps.map((step, i) => ground.place(processes[i], step.to));
  if (from.some((place) => claim.reached[place] === 0)) return undefined;
  if (from.some((a, i) => from.some((b, k) => k < i && !claim.areTogether(a, b)))) return undefined;
  const beside: number[] = [];
  for (let place = 0; place < claim.reached.length; place++)
    if (from.every((other) => claim.areTogether(place, other))) beside.push(place);
  return { claim, joint, from, to, beside };
}

/** Where the processes may stand after the joint step, with which values, and what may be together with that. */
export function sayPlaces(scene: Scene, sink: Sink): void {
  const { claim, joint, from, to, beside } = scene;
  let possible = false;
  for (const { memory } of runs(scene, new Map(), [])) {
    possible = true;
    to.forEach((place, i) => {
      sink.reach(place);
      for (const cell of claim.ground.cellsOf[joint.processes[i]]) {
        const before = claim.values[from[i]].get(cell);
        if (memory.cells.has(cell)) sink.value(place, cell, memory.cells.get(cell) ?? null);
        else if (before === null) sink.value(place, cell, null);
        else for (const value of before ?? []) sink.value(place, cell, value);
      }
    });
  }
  if (!possible) return;
  to.forEach((place, i) => {
    for (const other of to.slice(0, i)) sink.together(place, other);
    for (const other of beside) sink.together(place, other);
  });
}

/** Which tuples may hold after the joint step: where it leads, and where others stand. */
export function sayTuples(
  { claim, from, to, beside }: Scene,
  observer: number,
  after: (tuple: number) => readonly Tuple[],
  sink: Sink,
): void {
  const at = claim.at[observer];
  for (const number of [...at[from[0]]]) {
    if (!from.every((place) => at[place].has(number))) continue;
    const next = after(number);
    if (next.length === 0) continue;
    const standing = beside.filter((place) => at[place].has(number));
    for (const tuple of next) {
      for (const place of to) sink.tuple(observer, place, tuple);
      for (const place of standing) sink.tuple(observer, place, tuple);
    }
  }
}

/** What a tuple may become by the joint step; nothing where it cannot happen then. */
export function tuplesAfter(
  scene: Scene,
  observer: Observer,
  tuple: Tuple,
  { cells, tasks }: Followed,
): Tuple[] {
  const { joint } = scene;
  const located = (task: number) => joint.processes.indexOf(tasks[task]);
  const first = 1 + cells.length;
  if (tasks.some((_, t) => located(t) >= 0 && joint.steps[located(t)].from !== tuple[first + t])) return [];
  const given = new Map(cells.map((cell, c): [number, Value] => [cell, tuple[1 + c] ?? UNKNOWN]));
  const locations = tasks.map((_, t) => (located(t) >= 0 ? joint.steps[located(t)].to : tuple[first + t]));
  const found = new Map<string, Tuple>();
  for (const { memory, letters } of runs(scene, given, observer.atoms)) {
    const values = cells.map((cell, c) =>
      memory.cells.has(cell) ? (memory.cells.get(cell) ?? null) : tuple[1 + c],
    );
    for (const letter of letters)
      for (const state of observer.successors(tuple[0]!, letter)) {
        const after = [state, ...values, ...locations];
        found.set(after.join(), after);
      }
  }
  return [...found.values()];
}

export interface Scene {
  claim: Claim;
  joint: Joint;
  from: readonly number[];
  to: readonly number[];
  /** Where others may stand. */
  beside: readonly number[];
}

/** Every way the joint step can go, one for each choice among the possible values that it reads. */
function* runs(
  scene: Scene,
  given: ReadonlyMap<number, Value>,
  atoms: Observer['atoms'],
): Generator<{ memory: Memory; letters: number[] }> {
  for (const blind of [false, true]) {
    const found: { memory: Memory; letters: number[] }[] = [];
    const choices: number[] = [];
    const widths: number[] = [];
    let count = 0;
    do {
      const memory = new ChoosingMemory(scene, given, choices, widths, blind);
      try {
        found.push({ letters: perform(scene.joint, memory, atoms), memory });
      } catch (error) {
        if (!(error instanceof Stuck)) throw error;
      }
      while (choices.length > 0 && choices[choices.length - 1] + 1 === widths[choices.length - 1]) {
        choices.pop();
        widths.pop();
      }
      if (choices.length > 0) choices[choices.length - 1]++;
    } while (choices.length > 0 && ++count < MOST_RUNS);
    if (choices.length > 0) continue;
    yield* found;
    return;
  }
}

class ChoosingMemory extends Memory {
  private next = 0;

  constructor(
    private readonly scene: Scene,
    private readonly given: ReadonlyMap<number, Value>,
    private readonly choices: number[],
    private readonly widths: number[],
    private readonly blind: boolean,
  ) {
    const { system, interpreter } = scene.claim.ground;
    super(system, interpreter.layout, new Map());
  }

  protected override at(cell: number): Value {
    if (this.cells.has(cell)) return this.cells.get(cell);
    const value = this.given.has(cell) ? this.given.get(cell) : this.chosen(cell);
    this.cells.set(cell, value);
    return value;
  }

  private chosen(cell: number): Value {
    const options = this.blind ? null : this.possible(cell);
    if (options === null || options.length === 0) return UNKNOWN;
    if (this.next === this.choices.length) {
      this.choices.push(0);
      this.widths.push(options.length);
    }
    return options[this.choices[this.next++]];
  }

  private possible(cell: number): number[] | null {
    const { claim, joint, from, beside } = this.scene;
    const { ground } = claim;
    const part = joint.processes.findIndex((process) => ground.cellsOf[process].includes(cell));
    if (part >= 0) {
      const values = claim.values[from[part]].get(cell);
      return values ? [...values] : null;
    }
    const writer = ground.writerOf.get(cell);
    if (writer === undefined) return null;
    const all = new Set<number>();
    for (const place of beside) {
      if (ground.places[place].process !== writer) continue;
      const values = claim.values[place].get(cell);
      if (!values) return null;
      for (const value of values) all.add(value);
    }
    return [...all];
  }
}
