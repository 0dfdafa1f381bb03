/**
 * Which channels a reference can be of, however the processes came to have it: references are followed through
 * assignments, parameters and messages, from where channels are declared to where they are used. The elements of an
 * array are not told apart, nor are the moments of an execution.
 *
 * Of a process's own channels it is only told which of them it is, not whose: the reference to the second channel of a
 * process that has ceased to exist is the reference to the second channel of who has its number next.
 */
import { type DataType, scalarsOf, sizeOf } from './data.js';
import type { Expression, Place, Selector } from './expression.js';
import type { ProcessType, Step, System, Variable } from './system.js';

/** Numbers of channels: the references to those of the system, then those of processes; `ANY` where nothing is known. */
type Channels = Set<number>;
const ANY = -1;

/** `type`: of the process that evaluates; -1 where none does. */
interface Source {
  value: Expression;
  type: number;
}

export class References {
  /** By the names of places, see `placeName`. */
  private readonly held = new Map<string, Channels>();
  /** What the messages of a channel hold, by its number and that of the integer. */
  private readonly carried = new Map<string, Channels>();
  private changed = true;

  constructor(private readonly system: System) {
    while (this.changed) {
      this.changed = false;
      for (const variable of system.variables.keys()) this.begin('shared', -1, system.variables, variable);
      system.types.forEach((type, t) => {
        for (let v = type.parameters; v < type.variables.length; v++) this.begin('own', t, type.variables, v);
        this.ownChannels(type, t);
        for (const step of type.steps) this.take(step, t);
      });
      for (const { type, arguments: values } of system.instances)
        for (const [v, value] of values.entries())
          this.give({ value: { kind: 'constant', value }, type: -1 }, type, v);
    }
  }

  /**
   * Tells whether what a process of this type evaluates can refer to a channel: by its reference, where it is the
   * system's, by its number among the channels of whichever process it is of.
   */
  possible(value: Expression, type = -1): (channel: { reference: number; own?: number }) => boolean {
    const channels = this.of({ value, type });
    if (channels.has(ANY)) return () => true;
    return ({ reference, own }) => channels.has(own === undefined ? reference : this.numberOfOwn(own));
  }

  /** Whether what a process of one type evaluates can refer to the same channel as what one of another type does. */
  mayBeSame(value: Expression, type: number, other: Expression, otherType: number): boolean {
    return overlap(this.of({ value, type }), this.of({ value: other, type: otherType }));
  }

  private numberOfOwn(channel: number): number {
    return this.system.channels.length + 1 + channel;
  }

  private of({ value, type }: Source): Channels {
    switch (value.kind) {
      case 'constant':
        return this.ofConstant(value.value);
      case 'conditional': {
        const [one, other] = [value.whenTrue, value.whenFalse].map((part) => this.of({ value: part, type }));
        return new Set([...one, ...other]);
      }
      case 'read': {
        const place = this.nameOf(value.place, type);
        return place === undefined ? new Set([ANY]) : (this.held.get(place) ?? new Set());
      }
      default:
        return new Set([ANY]);
    }
  }

  private ofConstant(value: number): Channels {
    if (value === 0) return new Set();
    return new Set([value >= 1 && value <= this.system.channels.length ? value : ANY]);
  }

  // ---- how references travel

  private begin(
    scope: 'shared' | 'own',
    type: number,
    variables: readonly Variable[],
    variable: number,
  ): void {
    const { type: data, initial } = variables[variable];
    if (initial === undefined || initial === 'any') return;
    const names = placeNames(data);
    scalarsOf(data).forEach((scalar, i) => {
      const value = initial.length === 1 ? initial[0] : initial[i];
      if (scalar.kind === 'channel' && value)
        this.hold(`${scope} ${type} ${variable} ${names[i]}`, this.of({ value, type }));
    });
  }

  private ownChannels({ channels, variables }: ProcessType, type: number): void {
    channels.forEach(({ variable, element = 0 }, c) => {
      const name = placeNames(variables[variable].type)[element];
      this.hold(`own ${type} ${variable} ${name}`, new Set([this.numberOfOwn(c)]));
    });
  }

  private take({ action, effects }: Step, type: number): void {
    if (action.kind === 'choose') this.lose(action.place, type);
    if (action.kind === 'send' || action.kind === 'receive') {
      const channels = this.of({ value: action.channel, type });
      if (action.kind === 'send')
        for (const [i, value] of action.values.entries())
          for (const channel of channels) this.carry(channel, i, this.of({ value, type }));
      else
        for (const [i, pattern] of action.patterns.entries())
          if (pattern.kind === 'store')
            for (const channel of channels) this.put(pattern.place, type, this.carriedBy(channel, i));
      const { partner, takeBack = [] } = action.meeting ?? {};
      for (const place of [...takeBack, ...(partner ? [partner] : [])]) this.lose(place, type);
    }
    for (const effect of effects) {
      if (effect.kind === 'assign') this.put(effect.place, type, this.of({ value: effect.value, type }));
      if (effect.kind !== 'spawn') continue;
      for (const [v, value] of effect.arguments.entries()) this.give({ value, type }, effect.type, v);
      if (effect.result) this.lose(effect.result, type);
    }
  }

  /** A parameter gets a value. */
  private give(source: Source, type: number, parameter: number): void {
    this.put({ scope: 'own', variable: parameter, path: [] }, type, this.of(source));
  }

  /** What is put there may be anything. */
  private lose(place: Place, type: number): void {
    this.put(place, type, new Set([ANY]));
  }

  private put(place: Place, type: number, channels: Channels): void {
    const name = this.nameOf(place, type);
    if (name !== undefined) this.hold(name, channels);
  }

  private hold(name: string, channels: Channels): void {
    this.join(this.held, name, channels);
  }

  private carry(channel: number, integer: number, channels: Channels): void {
    this.join(this.carried, `${channel} ${integer}`, channels);
  }

  private carriedBy(channel: number, integer: number): Channels {
    if (channel === ANY) return new Set([ANY]);
    const known = [channel, ANY].flatMap((one) => [...(this.carried.get(`${one} ${integer}`) ?? [])]);
    return new Set(known);
  }

  private join(all: Map<string, Channels>, name: string, more: Channels): void {
    const before = all.get(name) ?? new Set();
    all.set(name, before);
    const size = before.size;
    for (const channel of more) before.add(channel);
    if (before.size > size) this.changed = true;
  }

  /** The name of a place that holds a reference; undefined for one that holds other numbers. */
  private nameOf({ variable, path, ...place }: Place, type: number): string | undefined {
    const owner = place.scope === 'other' ? place.type : place.scope === 'own' ? type : -1;
    const { variables } = owner < 0 ? this.system : this.system.types[owner];
    const { offset, type: data } = within(variables[variable].type, path);
    if (data.kind !== 'channel') return undefined;
    return `${owner < 0 ? 'shared' : 'own'} ${owner} ${variable} ${offset}`;
  }
}

function overlap(some: Channels, others: Channels): boolean {
  if (some.has(ANY)) return others.size > 0;
  return others.has(ANY) ? some.size > 0 : [...some].some((channel) => others.has(channel));
}

/** Where a part of a value begins, as if every array had one element, and its type. */
function within(type: DataType, path: readonly Selector[]): { offset: number; type: DataType } {
  let [offset, part] = [0, type];
  for (const selector of path) {
    if (selector.kind === 'index' && part.kind === 'array') part = part.element;
    else if (selector.kind === 'field' && part.kind === 'record') {
      offset += part.fields.slice(0, selector.field).reduce((sum, { type }) => sum + sizeOf(type), 0);
      part = part.fields[selector.field].type;
    }
  }
  return { offset, type: part };
}

/** For each integer of a value, the offset that `within` gives for it. */
function placeNames(type: DataType, offset = 0): number[] {
  if (type.kind === 'array')
    return Array.from({ length: type.length }, () => placeNames(type.element, offset)).flat();
  if (type.kind !== 'record') return [offset];
  let at = offset;
  return type.fields.flatMap((field) => {
    const names = placeNames(field.type, at);
    at += sizeOf(field.type);
    return names;
  });
}
