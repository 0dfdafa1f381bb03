/**
 * Which values the variables can have where each process stands, as far as each process alone and what is
 * sent over the channels tell. A branch that no value leads into is then no part of the graph: without this
 * the handling of every exception that cannot happen would be.
 *
 * A fixed point over all processes: what is sent to a channel is all that can arrive from it.
 */
import { scalarsOf } from '../../../../model/data.js';
import { type Expression, type Place, shared } from '../../../../model/expression.js';
import type { Step, System } from '../../../../model/system.js';
import { ControlOrder } from './control-order.js';
import { after, type Environment, readingsOf, where } from './environment.js';
import { type FollowedVariables, followedBy, ownersIn, soleWriters, writtenByOthers } from './followed.js';
import { possibleValues } from './possible-values.js';
import { declared, EVERYTHING, includes, stored, union, type ValueSet, widened } from './value-set.js';

type Taken = (process: number, step: number) => boolean;

/** How often the values of a variable may grow at the head of a loop before they are taken to grow on. */
const STILL_ROUNDS = 6;

export class SystemValues {
  private readonly writer: Int32Array;
  private readonly followed: readonly FollowedVariables[];
  /** What is known at each location of each process, and last where it has ceased to exist; undefined where it never comes. */
  private readonly known: (Environment | undefined)[][];
  /** What is sent to each channel. */
  private readonly sent: (ValueSet[] | undefined)[];
  /** Something is sent to a channel that is not known: anything may arrive anywhere. */
  private anywhere = false;
  private readonly dependent: readonly Uint8Array[];
  private readonly dirty: readonly Uint8Array[];
  /** Who receives from each channel, and where; entry 0: from one that may be any. */
  private readonly receivers: readonly { process: number; location: number }[][];
  private readonly kinds = new Map<string, { values: ValueSet[]; locations: number[] }[]>();

  /** Steps that depend on others are left out unless `taken` has them. */
  constructor(
    private readonly system: System,
    private readonly taken: Taken,
  ) {
    this.writer = soleWriters(system);
    const written = writtenByOthers(system);
    this.followed = system.instances.map((_, process) => followedBy(system, process, this.writer, written));
    this.known = system.instances.map(({ type }) =>
      Array.from({ length: system.types[type].locations.length + 1 }, () => undefined),
    );
    this.dirty = this.known.map(({ length }) => new Uint8Array(length));
    this.sent = system.channels.map(() => undefined);
    this.dependent = system.instances.map(({ type }, process) =>
      Uint8Array.from(system.types[type].steps, ({ guard }) =>
        guard && ownersIn(guard, this.writer, process).length > 0 ? 1 : 0,
      ),
    );
    this.receivers = receiversOf(system);
    this.settle();
  }

  /** Whether the step can be taken, as far as its own process tells; also of one that was left out. */
  possible(process: number, index: number): boolean {
    const step = this.stepOf(process, index);
    const before = this.known[process][step.from];
    if (!before) return false;
    return (
      after(step, before, this.followed[process].own, this.arriving(process, step, before)) !== undefined
    );
  }

  /** Whether the process comes to where the step begins, and its guard can hold there. */
  offered(process: number, index: number): boolean {
    const { guard, from } = this.stepOf(process, index);
    const before = this.known[process][from];
    return before !== undefined && (!guard || where(guard, before, this.followed[process].own) !== undefined);
  }

  /** The values of an expression where the step begins. */
  atStep(process: number, index: number, expression: Expression): ValueSet {
    if (expression.kind === 'constant')
      return { low: expression.value, high: expression.value, only: [expression.value] };
    const { guard, from } = this.stepOf(process, index);
    const before = this.known[process][from];
    const { own } = this.followed[process];
    const guarded = before && guard ? where(guard, before, own) : before;
    return (guarded && possibleValues(expression, readingsOf(guarded, own))) ?? EVERYTHING;
  }

  /** Whether the guard reads what another process alone writes. */
  depends(process: number, index: number): boolean {
    return this.dependent[process][index] === 1;
  }

  /**
   * Where others must stand for the step's guard to hold: a variable that one process alone writes has its
   * value by where that process stands. No entry for a process that may stand anywhere.
   */
  needs(process: number, index: number): { process: number; locations: ReadonlySet<number> }[] {
    const { guard, from } = this.stepOf(process, index);
    const before = this.known[process][from];
    if (!guard || !before || !this.depends(process, index)) return [];
    const { own } = this.followed[process];
    return ownersIn(guard, this.writer, process).flatMap(({ owner, variables }) => {
      const slots = variables.map((variable) => this.followed[owner].own.slot(shared(variable)));
      const kinds = this.alike(owner, slots);
      const fitting = kinds.filter(({ values }) => {
        const foreign = (place: Place): ValueSet => {
          const which = place.scope === 'shared' ? variables.indexOf(place.variable) : -1;
          return which >= 0 ? values[which] : own.foreign(place);
        };
        return where(guard, before, { ...own, foreign }) !== undefined;
      });
      if (fitting.length === kinds.length) return [];
      return [{ process: owner, locations: new Set(fitting.flatMap(({ locations }) => locations)) }];
    });
  }

  private stepOf(process: number, step: number): Step {
    return this.system.types[this.system.instances[process].type].steps[step];
  }

  // ---- the fixed point

  private settle(): void {
    const { system } = this;
    const orders = new Map<number, ControlOrder>();
    const orderOf = (process: number): ControlOrder => {
      const { type } = system.instances[process];
      const order = orders.get(type) ?? new ControlOrder(system.types[type]);
      orders.set(type, order);
      return order;
    };
    system.instances.forEach(({ type }, process) => {
      const { initial } = system.types[type];
      this.known[process][initial] = this.followed[process].initial;
      this.dirty[process][initial] = 1;
    });
    for (let news = true; news; ) {
      news = false;
      for (let process = 0; process < system.instances.length; process++) {
        if (this.dirty[process].includes(1) && this.follow(process, orderOf(process))) news = true;
      }
    }
  }

  /** Carries what is known along the steps of one process until nothing is new; true when it sent something new. */
  private follow(process: number, order: ControlOrder): boolean {
    const { own, most } = this.followed[process];
    const known = this.known[process];
    const dirty = this.dirty[process];
    const growth = new Map<number, Int32Array>();
    let news = false;
    while (dirty.includes(1)) {
      for (const location of order.locations) {
        if (dirty[location] === 0) continue;
        dirty[location] = 0;
        const before = known[location]!;
        for (const index of order.leaving[location]) {
          if (this.dependent[process][index] === 1 && !this.taken(process, index)) continue;
          const step = this.stepOf(process, index);
          if (this.note(process, step, before)) news = true;
          const next = after(step, before, own, this.arriving(process, step, before));
          if (!next) continue;
          // What it has written stays when it is gone.
          const gone = step.effects.some((effect) => effect.kind === 'exit');
          const to = gone ? known.length - 1 : step.to;
          const old = known[to];
          if (old?.every((values, slot) => includes(values, next[slot]))) continue;
          if (!gone) dirty[to] = 1;
          if (!old || gone || !order.heads.has(to)) {
            known[to] = old ? old.map((values, slot) => union(values, next[slot])) : next;
            continue;
          }
          const grown = growth.get(to) ?? new Int32Array(old.length);
          growth.set(to, grown);
          known[to] = old.map((values, slot) => {
            if (includes(values, next[slot])) return values;
            const both = union(values, next[slot]);
            return ++grown[slot] > STILL_ROUNDS ? widened(values, both, most[slot]) : both;
          });
        }
      }
    }
    return news;
  }

  /** The values that may arrive by a receive; undefined when nothing was ever sent. */
  private arriving(process: number, { action }: Step, before: Environment): readonly ValueSet[] | undefined {
    if (action.kind !== 'receive') return undefined;
    const channel = this.anywhere ? 0 : this.channelOf(process, action.channel, before);
    return channel === 0 ? action.patterns.map(() => EVERYTHING) : this.sent[channel - 1];
  }

  /** The one channel that it can be; 0 when that is not known. */
  private channelOf(process: number, expression: Expression, before: Environment): number {
    const found = possibleValues(expression, readingsOf(before, this.followed[process].own));
    if (found?.only?.length !== 1) return 0;
    const [number] = found.only;
    return number >= 1 && number <= this.sent.length ? number : 0;
  }

  /** Notes what a send may put into a channel; true when that is news. */
  private note(process: number, { action, guard }: Step, environment: Environment): boolean {
    if (action.kind !== 'send' || this.anywhere) return false;
    const { own } = this.followed[process];
    const before = guard ? where(guard, environment, own) : environment;
    if (!before) return false;
    const channel = this.channelOf(process, action.channel, before);
    if (channel === 0) {
      this.anywhere = true;
      this.wake(0);
      return true;
    }
    const readings = readingsOf(before, own);
    const scalars = this.system.channels[channel - 1].fields.flatMap(scalarsOf);
    const values = action.values.map((value, i) => {
      const found = possibleValues(value, readings);
      return found && scalars[i] ? stored(scalars[i], found) : found;
    });
    if (values.some((value) => value === undefined)) return false;
    const old = this.sent[channel - 1];
    const all = values.map((value, i) => (old?.[i] ? union(old[i], value!) : value!));
    if (old && all.every((value, i) => includes(old[i], value))) return false;
    // A chain of ever wider intervals ends at what the field can hold.
    this.sent[channel - 1] = all.map((value, i) =>
      old && !value.only && scalars[i] ? declared(scalars[i]) : value,
    );
    this.wake(channel);
    return true;
  }

  /** Who may receive from the channel has to look again; with 0, everybody who receives. */
  private wake(channel: number): void {
    const concerned =
      channel === 0 ? this.receivers.flat() : [...this.receivers[channel], ...this.receivers[0]];
    for (const { process, location } of concerned) {
      if (this.known[process][location]) this.dirty[process][location] = 1;
    }
  }

  /** The locations of a process, those where the variables have the same values together. */
  private alike(process: number, slots: number[]): { values: ValueSet[]; locations: number[] }[] {
    const key = `${process} ${slots.join()}`;
    const found = this.kinds.get(key);
    if (found) return found;
    const kinds = new Map<string, { values: ValueSet[]; locations: number[] }>();
    this.known[process].forEach((environment, location) => {
      if (!environment) return;
      const values = slots.map((slot) => environment[slot]);
      const text = values.map(({ low, high, only }) => only?.join(' ') ?? `${low}..${high}`).join();
      const kind = kinds.get(text);
      if (kind) kind.locations.push(location);
      else kinds.set(text, { values, locations: [location] });
    });
    this.kinds.set(key, [...kinds.values()]);
    return [...kinds.values()];
  }
}

function receiversOf(system: System): { process: number; location: number }[][] {
  const found: { process: number; location: number }[][] = [[], ...system.channels.map(() => [])];
  system.instances.forEach(({ type }, process) => {
    for (const { action, from } of system.types[type].steps) {
      if (action.kind !== 'receive') continue;
      const number = action.channel.kind === 'constant' ? action.channel.value : 0;
      (found[number] ?? found[0]).push({ process, location: from });
    }
  });
  return found;
}
