/**
 * Which values variables and messages may have, from the text of the program: an interval for every variable
 * of a process at each of its locations, refined by guards, and one for every shared variable and every field
 * of the messages in a channel; computed again and again until nothing changes. Nothing else can happen, with
 * one exception: variables of a process that others write (`writesOthers`) are taken to be written by it alone.
 */
import { boundsOf, type DataType, scalarsOf, sizeOf } from '../../model/data.js';
import type { Expression, Place } from '../../model/expression.js';
import type { Interpreter } from '../../model/interpreter.js';
import { type ChannelType, type Effect, ELSE, providedAt, type Step } from '../../model/system.js';
import {
  type Bounds,
  constantsIn,
  intervalOf,
  joined,
  narrowedBy,
  ownVariable,
  type Reader,
} from './interval.js';
import { News } from './news.js';
import { initially, numbersOf } from './start.js';
import { fittedToFields, lies, narrowest, placeType, typeBounds, variableType } from './type.js';

/** After so many rounds an interval that still grows goes up to the next constant of the program. */
const ROUNDS_IN_FULL = 6;
const ROUNDS_BY_CONSTANTS = 24;
const MOST_ROUNDS = 40;

/** What each variable of a process may be; undefined: any value of its type. */
export type Environment = (Bounds | undefined)[];

export class Estimate {
  readonly shared: (Bounds | undefined)[];
  /** By the number of their channel, for each integer of a message. */
  private readonly messages = new Map<number, Bounds[]>();
  private readonly environments: (Environment | undefined)[][];
  private readonly constants: number[];
  private readonly everyChannel: ChannelType[];
  private readonly capacity: number;
  /** The numbers that processes of each type may have. */
  private readonly numbers: Bounds[];
  private readonly news: News;
  /** The steps of each type that leave each location. */
  private readonly leaving: Step[][][];
  private changed = true;
  private round = 0;

  constructor(
    private readonly interpreter: Interpreter,
    initial: readonly Int32Array[],
  ) {
    const { system, layout } = interpreter;
    this.constants = constantsIn(system);
    this.everyChannel = [
      ...system.channels,
      ...system.types.flatMap((type) => type.channels.map((c) => c.type)),
    ];
    this.capacity = Math.max(1, ...this.everyChannel.map(({ capacity }) => capacity));
    this.numbers = numbersOf(system);
    this.news = new News(system);
    this.leaving = system.types.map(({ locations, steps }) => {
      const from = locations.map((): Step[] => []);
      for (const step of steps) from[step.from].push(step);
      return from;
    });
    const among = (first: number, type: DataType): Bounds | undefined => {
      let found: Bounds | undefined;
      for (const state of initial)
        for (let i = 0; i < sizeOf(type); i++)
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
        type.steps.forEach((step, s) => {
          const environment = this.environments[t][step.from];
          if (environment && this.news.concerns(t, s, step.from))
            this.news.look(t, s, this.round > 0, () => this.take(t, step, [...environment]));
        });
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

  /** What may be sent to a channel of the system as the so-manyth part of a message. */
  inChannel(channel: number, part: number): Bounds | undefined {
    this.news.readMessages();
    const parts = [this.messages.get(channel)?.[part], this.messages.get(SOME)?.[part]];
    return parts.reduce((all, more) => (more ? joined(all, more) : all), undefined);
  }

  /** The steps of a type that may be taken, with what is known before each. */
  possible(type: number): { step: Step; environment: Environment }[] {
    return this.interpreter.system.types[type].steps.flatMap((step) => {
      const environment = this.environments[type][step.from];
      return environment ? [{ step, environment: [...environment] }] : [];
    });
  }

  reader(type: number, environment: Environment): Reader {
    const { system, layout } = this.interpreter;
    return {
      wraps: system.arithmetic === 'wrap',
      processes: layout.processes.length,
      self: this.numbers[type],
      capacity: this.capacity,
      read: (place) => {
        if (place.scope === 'shared') this.news.readShared(place.variable);
        const known =
          place.scope === 'shared'
            ? this.shared[place.variable]
            : place.scope === 'own'
              ? environment[place.variable]
              : undefined;
        return known ?? typeBounds(variableType(system, place, type));
      },
    };
  }

  /** Narrows what is known to where the step may be taken; false where it cannot be. */
  guarded(t: number, step: Step, environment: Environment): boolean {
    const type = this.interpreter.system.types[t];
    const reader = this.reader(t, environment);
    for (const guard of [providedAt(type, step.from), step.guard])
      if (guard && !narrowedBy(guard, true, reader, ownVariable, environment)) return false;
    if (step.priority !== ELSE) return true;
    return this.leaving[t][step.from].every(
      ({ guard, action, priority = 0 }) =>
        priority === ELSE ||
        !guard ||
        action.kind !== 'internal' ||
        narrowedBy(guard, false, reader, ownVariable, environment),
    );
  }

  /** What the step's action does to what is known. */
  act(t: number, { action }: Step, environment: Environment): void {
    const reader = this.reader(t, environment);
    const value = (expression: Expression) => intervalOf(expression, reader);
    if (action.kind === 'choose')
      this.put(t, action.place, joined(value(action.low), value(action.high)), environment);
    if (action.kind === 'send') {
      this.send(value(action.channel), action.values.map(value));
      for (const place of action.meeting?.takeBack ?? []) this.put(t, place, undefined, environment);
    }
    if (action.kind === 'receive') {
      const channel = value(action.channel);
      action.patterns.forEach((pattern, k) => {
        if (pattern.kind === 'store') this.put(t, pattern.place, this.received(channel, k), environment);
      });
    }
    if ((action.kind === 'send' || action.kind === 'receive') && action.meeting?.partner)
      this.put(t, action.meeting.partner, undefined, environment);
  }

  affect(t: number, effect: Effect, environment: Environment): void {
    const value = (expression: Expression) => intervalOf(expression, this.reader(t, environment));
    if (effect.kind === 'assign') this.put(t, effect.place, value(effect.value), environment);
    if (effect.kind !== 'spawn') return;
    this.begin(effect.type, effect.arguments.map(value));
    if (effect.result) this.put(t, effect.result, undefined, environment);
  }

  private take(t: number, step: Step, environment: Environment): void {
    if (!this.guarded(t, step, environment)) return;
    this.act(t, step, environment);
    for (const effect of step.effects) this.affect(t, effect, environment);
    this.arrive(t, step.to, environment);
  }

  /** A process of this type is created with these arguments. */
  private begin(t: number, given: Bounds[]): void {
    const { variables, initial } = this.interpreter.system.types[t];
    const start: Environment = [];
    variables.forEach((variable, v) => {
      const { type } = variable;
      const bounds = typeBounds(type);
      // A channel of its own has a number that is not known before.
      const unknown = scalarsOf(type).some(({ kind }) => kind === 'channel');
      const begun = unknown ? undefined : initially(variable, this.reader(t, start));
      const value = v < given.length ? given[v] : begun;
      start.push(value && lies(value, narrowest(type)) ? value : bounds);
    });
    this.arrive(t, initial, start);
  }

  /** The channels of the system that a reference in these bounds means; undefined where it may be another one. */
  channelsIn({ low, high }: Bounds): number[] | undefined {
    if (low < 1 || high > this.interpreter.system.channels.length) return undefined;
    return Array.from({ length: high - low + 1 }, (_, i) => low - 1 + i);
  }

  /** What a receive may find; undefined: anything. */
  received(channel: Bounds, part: number): Bounds | undefined {
    this.news.readMessages();
    const channels = this.channelsIn(channel) ?? [...this.messages.keys()];
    let found: Bounds | undefined;
    for (const c of channels) {
      const more = this.inChannel(c, part);
      if (more) found = joined(found, more);
    }
    // Nothing of the kind was sent yet: whatever comes of that is seen in a later round.
    return found ?? (this.round === 0 ? ZERO : undefined);
  }

  private send(channel: Bounds, values: Bounds[]): void {
    const channels = this.channelsIn(channel);
    const { channels: all } = this.interpreter.system;
    for (const c of channels ?? [SOME]) {
      const types = c === SOME ? this.everyChannel : [all[c]];
      const parts = this.messages.get(c) ?? [];
      this.messages.set(c, parts);
      values.forEach((value, k) => {
        const now = this.grown(parts[k], fittedToFields(value, types, k), undefined);
        if (parts[k] && same(parts[k], now)) return;
        parts[k] = now;
        this.changed = true;
        this.news.changedMessages();
      });
    }
  }

  /** Undefined: any value of its type. */
  /** What is known when that value was put there. */
  put(t: number, place: Place, value: Bounds | undefined, environment: Environment): void {
    const bounds = boundsOf(placeType(this.interpreter.system, place, t));
    const fitted = value && lies(value, bounds) ? value : bounds;
    if (place.scope === 'own') {
      const whole = place.path.length === 0;
      const known = environment[place.variable];
      environment[place.variable] = whole ? fitted : known && joined(known, fitted);
    } else if (place.scope === 'shared') {
      const known = this.shared[place.variable];
      if (known && holds(known, fitted)) return;
      const most = typeBounds(variableType(this.interpreter.system, place, t));
      const now = this.grown(known, fitted, most);
      if (known && same(known, now)) return;
      this.shared[place.variable] = now;
      this.changed = true;
      this.news.changedShared(place.variable);
    }
  }

  private arrive(t: number, location: number, environment: Environment): void {
    const { variables } = this.interpreter.system.types[t];
    const known = this.environments[t][location];
    if (!known) {
      this.environments[t][location] = environment.map(
        (bounds, v) => bounds ?? typeBounds(variables[v].type),
      );
      this.changed = true;
      this.news.changedEnvironment(t, location);
      return;
    }
    for (let v = 0; v < environment.length; v++) {
      const [before, bounds] = [known[v], environment[v]];
      if (bounds && before && (bounds === before || holds(before, bounds))) continue;
      const most = typeBounds(variables[v].type);
      const now = this.grown(before, bounds ?? most, most);
      if (before && same(before, now)) continue;
      known[v] = now;
      this.changed = true;
      this.news.changedEnvironment(t, location);
    }
  }

  /** Both together; what grows for long grows in larger steps. */
  private grown(known: Bounds | undefined, more: Bounds, most: Bounds | undefined): Bounds {
    if (!known) return more;
    if (holds(known, more)) return known;
    if (holds(more, known) && this.round < ROUNDS_IN_FULL) return more;
    const { low, high } = joined(known, more);
    if (this.round < ROUNDS_IN_FULL) return { low, high };
    const limits = most ?? { low: -0x80000000, high: 0x7fffffff };
    const byConstants = this.round < ROUNDS_BY_CONSTANTS;
    const below = () => (byConstants ? this.constants.findLast((c) => c <= low) : undefined);
    const above = () => (byConstants ? this.constants.find((c) => c >= high) : undefined);
    return {
      low: low === known.low ? low : Math.max(limits.low, below() ?? limits.low),
      high: high === known.high ? high : Math.min(limits.high, above() ?? limits.high),
    };
  }
}

const ZERO: Bounds = { low: 0, high: 0 };
/** Stands for channels that are not known. */
const SOME = -1;

const holds = (all: Bounds, part: Bounds): boolean => all.low <= part.low && part.high <= all.high;
const same = (a: Bounds, b: Bounds): boolean => a.low === b.low && a.high === b.high;
