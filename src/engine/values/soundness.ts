/** The steps of one process type, each asked whether it can fail. */
import { type DataType, scalarsOf } from '../../model/data.js';
import type { Expression, Place } from '../../model/expression.js';
import { messageScalars } from '../../model/layout.js';
import { type Effect, providedAt, type Step, type System } from '../../model/system.js';
import type { Environment, Estimate } from './estimate.js';
import { Evaluation } from './failure.js';
import type { Bounds } from './interval.js';
import { placeType, takes } from './type.js';

export class Soundness {
  constructor(
    private readonly system: System,
    private readonly estimate: Estimate,
    private readonly type: number,
  ) {}

  /** A step that may fail, if there is one. */
  suspect(): Step | undefined {
    const possible = this.estimate.possible(this.type);
    const found = possible.find(({ step, environment }) => this.mayFail(step, environment));
    return found?.step ?? this.stuck(possible.map(({ step }) => step));
  }

  private at(environment: Environment): Evaluation {
    return new Evaluation(this.system, this.estimate, this.type, environment);
  }

  private mayFail(step: Step, environment: Environment): boolean {
    const { system, estimate } = this;
    const type = system.types[this.type];
    const before = this.at(environment);
    const provided = providedAt(type, step.from);
    if (provided && before.mayFail(provided)) return true;
    // Only its own guard is evaluated whatever it says; all else depends on it.
    if (step.guard && before.mayFail(step.guard)) return true;
    if (!estimate.guarded(this.type, step, environment)) return false;
    if (type.locations[step.to].marks?.includes('error')) return true;
    if (this.actionMayFail(step, environment)) return true;
    estimate.act(this.type, step, environment);
    for (const effect of step.effects) {
      if (this.effectMayFail(effect, environment)) return true;
      estimate.affect(this.type, effect, environment);
    }
    return (step.event?.arguments ?? []).some(({ value }) => this.at(environment).mayFail(value));
  }

  private actionMayFail({ action }: Step, environment: Environment): boolean {
    const known = this.at(environment);
    switch (action.kind) {
      case 'internal':
        return false;
      case 'synchronise':
        return true;
      case 'choose': {
        if (known.mayFail(action.low) || known.mayFail(action.high)) return true;
        const [low, high] = [known.interval(action.low), known.interval(action.high)];
        return this.storeMayFail(action.place, { low: low.low, high: high.high }, known);
      }
      case 'send': {
        const { channel, values, meeting } = action;
        if (meeting?.only || meeting?.partner || meeting?.takeBack || known.sendMayFail(channel, values))
          return true;
        const channels = this.estimate.channelsIn(known.interval(channel)) ?? [];
        return channels.some((c) => {
          const fields = messageScalars(this.system.channels[c]);
          return values.some((value, i) => !takes(fields[i], known.interval(value)));
        });
      }
      case 'receive': {
        const { channel, patterns, meeting } = action;
        if (meeting || known.receiveMayFail(channel, patterns)) return true;
        const reference = known.interval(channel);
        // An index may be a field that was stored just before.
        const now = [...environment];
        return patterns.some((pattern, k) => {
          if (pattern.kind !== 'store') return false;
          const message = this.estimate.received(reference, k);
          // Nothing is ever sent there.
          if (!message) return false;
          const fails = this.storeMayFail(pattern.place, message, this.at(now));
          this.estimate.put(this.type, pattern.place, message, now);
          return fails;
        });
      }
    }
  }

  private storeMayFail(place: Place, values: Bounds, known: Evaluation): boolean {
    return known.placeMayFail(place) || !takes(placeType(this.system, place, this.type), values);
  }

  private effectMayFail(effect: Effect, environment: Environment): boolean {
    const known = this.at(environment);
    switch (effect.kind) {
      case 'assign':
        return (
          known.mayFail(effect.value) || this.storeMayFail(effect.place, known.interval(effect.value), known)
        );
      case 'assert':
        return known.mayFail(effect.condition) || !known.surely(effect.condition, true);
      case 'print':
        return effect.arguments.some(({ value }) => known.mayFail(value));
      case 'spawn':
        return this.spawnMayFail(effect, known);
      case 'exit':
        return false;
      case 'fault':
        return true;
    }
  }

  private spawnMayFail(effect: Effect & { kind: 'spawn' }, known: Evaluation): boolean {
    const { system } = this;
    if (!system.boundIsKept || effect.arguments.some((value) => known.mayFail(value))) return true;
    const processes = { low: 0, high: system.processBound - 1 };
    if (effect.result && this.storeMayFail(effect.result, processes, known)) return true;
    const { variables } = system.types[effect.type];
    const fits = (type: DataType, value: Bounds) => scalarsOf(type).every((scalar) => takes(scalar, value));
    return variables.some(({ type, initial }, v) => {
      if (v < effect.arguments.length) return !fits(type, known.interval(effect.arguments[v]));
      if (initial === undefined || initial === 'any') return false;
      return initial.some((value) => value.kind !== 'constant' || !fits(type, only(value)));
    });
  }

  /** A step after which an indivisible sequence may block or not end. */
  private stuck(steps: Step[]): Step | undefined {
    const { locations } = this.system.types[this.type];
    const inside = (location: number) => locations[location].region === 'indivisible';
    const from = (location: number) => steps.filter((step) => step.from === location);
    const goesOn = (location: number) => {
      const plain = from(location).filter(({ action }) => action.kind === 'internal');
      return plain.some(({ guard }) => !guard);
    };
    const entering = steps.find(({ to }) => inside(to) && !goesOn(to));
    return entering ?? steps.find((step) => inside(step.to) && this.comesBack(step.to, from, inside));
  }

  /** Can control come back to this location without leaving the sequence? */
  private comesBack(
    start: number,
    from: (location: number) => Step[],
    inside: (l: number) => boolean,
  ): boolean {
    const seen = new Set<number>();
    const open = [start];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const { to } of from(at)) {
        if (to === start) return true;
        if (inside(to) && !seen.has(to)) {
          seen.add(to);
          open.push(to);
        }
      }
    }
    return false;
  }
}

const only = ({ value }: Expression & { kind: 'constant' }): Bounds => ({ low: value, high: value });
