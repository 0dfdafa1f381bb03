/**
 * Which values variables and messages are likely to have, from the text of the program: an interval for
 * every variable of a process at each of its locations, refined by guards, and one for every shared
 * variable and every field of messages; computed again and again until nothing changes. It is an estimate
 * (who else writes a variable is not looked at closely): the search notices a value that it did not foresee.
 */
import { boundsOf, type DataType, scalarsOf } from '../../../../model/data.js';
import type { Expression, Place } from '../../../../model/expression.js';
import type { Interpreter } from '../../../../model/interpreter.js';
import { messageScalars, PROCESS_LOCATION } from '../../../../model/layout.js';
import { providedAt, type Step } from '../../../../model/system.js';
import type { Bounds, Slot } from './cells.js';
import { constantsIn, intervalOf, joined, narrowedBy, type Reader } from './intervals.js';

/** After so many rounds an interval that still grows goes up to the next constant of the program. */
const ROUNDS_IN_FULL = 6;
const ROUNDS_BY_CONSTANTS = 24;
const MOST_ROUNDS = 40;
const MOST_STEPS = 4000;

type Environment = (Bounds | undefined)[];

/** For each cell the values it is likely to have; undefined where nothing can be said. */
function likelyValues(
  interpreter: Interpreter,
  slots: readonly Slot[],
  initial: readonly Int32Array[],
): (Bounds | undefined)[] {
  const { system, layout } = interpreter;
  const cells: (Bounds | undefined)[] = new Array(layout.size).fill(undefined);
  if (system.types.reduce((sum, type) => sum + type.steps.length, 0) > MOST_STEPS) return cells;
  const estimate = new Estimate(interpreter, initial);
  if (!estimate.settle()) return cells;
  const put = (first: number, count: number, bounds: Bounds | undefined): void => {
    for (let i = 0; i < count; i++) cells[first + i] = bounds && joined(cells[first + i], bounds);
  };
  system.variables.forEach((variable, v) => {
    put(layout.shared[v], scalarsOf(variable.type).length, estimate.shared[v]);
  });
  system.channels.forEach((channel, c) => {
    const width = messageScalars(channel).length;
    for (let i = 0; i < channel.capacity * width; i++)
      put(layout.channels[c] + 1 + i, 1, joined(estimate.messages.get(`${width} ${i % width}`), ZERO));
  });
  slots.forEach(({ fixed, residents }, p) => {
    for (const t of fixed ? residents : []) {
      const resting = estimate.resting(t);
      const bounds = { low: Math.min(...resting), high: Math.max(...resting) };
      if (resting.length > 0) put(layout.processes[p] + PROCESS_LOCATION, 1, bounds);
      system.types[t].variables.forEach((variable, v) => {
        const first = layout.processes[p] + layout.types[t].variables[v];
        put(first, scalarsOf(variable.type).length, estimate.everywhere(t, v));
      });
    }
  });
  return cells;
}

const known = new WeakMap<Interpreter, (Bounds | undefined)[]>();

/** The same, worked out once for an interpreter however often it is compiled. */
export function likelyOnce(
  interpreter: Interpreter,
  slots: readonly Slot[],
  initial: readonly Int32Array[],
): (Bounds | undefined)[] {
  const found = known.get(interpreter) ?? likelyValues(interpreter, slots, initial);
  known.set(interpreter, found);
  return found;
}

const ZERO: Bounds = { low: 0, high: 0 };

class Estimate {
  readonly shared: (Bounds | undefined)[];
  readonly messages = new Map<string, Bounds>();
  private readonly environments: (Environment | undefined)[][];
  private readonly constants: number[];
  private changed = true;
  private round = 0;

  constructor(
    private readonly interpreter: Interpreter,
    initial: readonly Int32Array[],
  ) {
    const { system, layout } = interpreter;
    this.constants = constantsIn(system);
    const among = (first: number, type: DataType): Bounds | undefined => {
      let found: Bounds | undefined;
      for (const state of initial)
        for (let i = 0; i < scalarsOf(type).length; i++)
          found = joined(found, { low: state[first + i], high: state[first + i] });
      return found;
    };
    this.shared = system.variables.map((variable, v) => among(layout.shared[v], variable.type));
    this.environments = system.types.map((type) => type.locations.map(() => undefined));
    system.instances.forEach(({ type: t }, p) => {
      const type = system.types[t];
      const start = type.variables.map((variable, v) =>
        among(layout.processes[p] + layout.types[t].variables[v], variable.type),
      );
      this.arrive(t, type.initial, start);
    });
  }

  /** False where it does not come to an end. */
  settle(): boolean {
    const { types } = this.interpreter.system;
    for (this.round = 0; this.changed; this.round++) {
      if (this.round > MOST_ROUNDS) return false;
      this.changed = false;
      types.forEach((type, t) => {
        for (const step of type.steps) {
          const environment = this.environments[t][step.from];
          if (environment) this.take(t, step, [...environment]);
        }
      });
    }
    return true;
  }

  /** The locations where a process can be between transitions and that it gets to. */
  resting(type: number): number[] {
    const { locations, initial } = this.interpreter.system.types[type];
    return locations.flatMap(({ region }, l) =>
      this.environments[type][l] && (region !== 'indivisible' || l === initial) ? [l] : [],
    );
  }

  /** What a variable of a type has between transitions. */
  everywhere(type: number, variable: number): Bounds | undefined {
    let found: Bounds | undefined;
    for (const location of this.resting(type)) {
      const bounds = this.environments[type][location]?.[variable];
      if (bounds) found = joined(found, bounds);
    }
    return found;
  }

  private reader(type: number, environment: Environment): Reader {
    const { system, layout } = this.interpreter;
    return {
      wraps: system.arithmetic === 'wrap',
      processes: layout.processes.length,
      capacity: Math.max(1, ...system.channels.map(({ capacity }) => capacity)),
      read: (place) => {
        const bounds = typeBounds(this.typeOf(place, type));
        if (place.scope === 'shared') return this.shared[place.variable] ?? bounds;
        return place.scope === 'own' ? (environment[place.variable] ?? bounds) : bounds;
      },
    };
  }

  private typeOf(place: Place, own: number): DataType {
    const { system } = this.interpreter;
    if (place.scope === 'shared') return system.variables[place.variable].type;
    return system.types[place.scope === 'own' ? own : place.type].variables[place.variable].type;
  }

  private take(t: number, step: Step, environment: Environment): void {
    const type = this.interpreter.system.types[t];
    const reader = this.reader(t, environment);
    const value = (expression: Expression) => intervalOf(expression, reader);
    const own = (place: Place) =>
      place.scope === 'own' && place.path.length === 0 ? place.variable : undefined;
    for (const guard of [providedAt(type, step.from), step.guard]) {
      if (guard && !narrowedBy(guard, true, reader, own, environment)) return;
    }
    const { action } = step;
    if (action.kind === 'choose')
      this.put(t, action.place, joined(value(action.low), value(action.high)), environment);
    if (action.kind === 'send') {
      action.values.forEach((sent, k) => {
        this.send(`${action.values.length} ${k}`, value(sent));
      });
      for (const place of action.meeting?.takeBack ?? []) this.put(t, place, undefined, environment);
    }
    if (action.kind === 'receive') {
      action.patterns.forEach((pattern, k) => {
        if (pattern.kind === 'store')
          this.put(t, pattern.place, this.received(action.patterns.length, k), environment);
      });
    }
    if ((action.kind === 'send' || action.kind === 'receive') && action.meeting?.partner)
      this.put(t, action.meeting.partner, undefined, environment);
    for (const effect of step.effects) {
      if (effect.kind === 'assign') this.put(t, effect.place, value(effect.value), environment);
      if (effect.kind === 'spawn') {
        if (effect.result) this.put(t, effect.result, undefined, environment);
        this.spawn(effect.type, effect.arguments.map(value));
      }
    }
    this.arrive(t, step.to, environment);
  }

  /** A process begins with these parameters; later variables may begin with the values of earlier ones. */
  private spawn(t: number, parameters: Bounds[]): void {
    const { variables, initial } = this.interpreter.system.types[t];
    const start: Environment = [];
    const reader = this.reader(t, start);
    variables.forEach((variable, v) => {
      const given = parameters[v];
      const values = given ? [given] : variable.initial;
      if (values === 'any') return;
      const bounds = typeBounds(variable.type);
      const all =
        (values ?? [])
          .map((value) => ('kind' in value ? intervalOf(value, reader) : value))
          .reduce<Bounds | undefined>((known, value) => joined(known, value), undefined) ?? ZERO;
      start[v] = all.low >= bounds.low && all.high <= bounds.high ? all : bounds;
    });
    this.arrive(t, initial, start);
  }

  /** Nothing where nothing of the kind was sent yet: whatever comes of that is seen in a later round. */
  private received(width: number, k: number): Bounds | undefined {
    return this.messages.get(`${width} ${k}`) ?? (this.round === 0 ? ZERO : undefined);
  }

  private send(kind: string, value: Bounds): void {
    const known = this.messages.get(kind);
    const now = this.grown(known, value, undefined);
    if (known && same(known, now)) return;
    this.messages.set(kind, now);
    this.changed = true;
  }

  /** Undefined: any value of its type. */
  private put(t: number, place: Place, value: Bounds | undefined, environment: Environment): void {
    const bounds = typeBounds(this.typeOf(place, t));
    const fits = value && value.low >= bounds.low && value.high <= bounds.high;
    const fitted = fits ? value : bounds;
    if (place.scope === 'own') {
      const whole = place.path.length === 0;
      environment[place.variable] = whole ? fitted : joined(environment[place.variable], fitted);
    } else if (place.scope === 'shared') {
      const known = this.shared[place.variable];
      const now = this.grown(known, fitted, bounds);
      if (known && same(known, now)) return;
      this.shared[place.variable] = now;
      this.changed = true;
    }
  }

  private arrive(t: number, location: number, environment: Environment): void {
    const known = this.environments[t][location];
    if (!known) {
      this.environments[t][location] = [...environment];
      this.changed = true;
      return;
    }
    const { variables } = this.interpreter.system.types[t];
    environment.forEach((bounds, v) => {
      if (!bounds) return;
      const now = this.grown(known[v], bounds, typeBounds(variables[v].type));
      if (known[v] && same(known[v], now)) return;
      known[v] = now;
      this.changed = true;
    });
  }

  /** Both together; what grows for long grows in larger steps. */
  private grown(known: Bounds | undefined, more: Bounds, most: Bounds | undefined): Bounds {
    if (!known) return more;
    const { low, high } = joined(known, more);
    if (this.round < ROUNDS_IN_FULL) return { low, high };
    const limits = most ?? { low: -0x80000000, high: 0x7fffffff };
    const [below, above] =
      this.round < ROUNDS_BY_CONSTANTS
        ? [this.constants.findLast((c) => c <= low), this.constants.find((c) => c >= high)]
        : [undefined, undefined];
    return {
      low: low === known.low ? low : Math.max(limits.low, below ?? limits.low),
      high: high === known.high ? high : Math.min(limits.high, above ?? limits.high),
    };
  }
}

const same = (a: Bounds, b: Bounds): boolean => a.low === b.low && a.high === b.high;

/** Of all the integers of a value together. */
function typeBounds(type: DataType): Bounds {
  return scalarsOf(type)
    .map((scalar) => boundsOf(scalar))
    .reduce((a, b) => joined(a, b));
}
