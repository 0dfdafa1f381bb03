/**
 * What a joint step may do to some cells, when nothing is known of the others. The order of things is that
 * of the model's `execution.ts`; where a value is not known and a followed cell takes it, every value of the
 * cell's type is tried.
 */
import { boundsOf, type DataType, fitInto } from '../../../model/data.js';
import { FaultSignal } from '../../../model/evaluate.js';
import type { Expression, Place } from '../../../model/expression.js';
import { type Layout, messageScalars } from '../../../model/layout.js';
import type { Action, EventLabel, Step, System } from '../../../model/system.js';
import { providedAt } from '../../../model/system.js';
import type { JointStep } from '../graph/trace-flow-graph.js';
import { cellsOf, evaluatePartly, type PartialContext } from './partial.js';

/** The value of a followed cell that may be any. */
const ANY = 0x7fff_ffff;

export interface PartialEvent {
  label: EventLabel;
  /** Undefined where a value is not known. */
  values: (number | undefined)[];
}

export interface PartialOutcome {
  values: number[];
  events: PartialEvent[];
}

export interface Surroundings {
  readonly system: System;
  readonly layout: Layout;
  /** Cells that never change, with their values. */
  readonly constants: ReadonlyMap<number, number>;
}

/** Types with more values than this are not tried one by one. */
const MOST_TRIED = 16;

/** Every outcome there may be, from these values of these cells; none where the step cannot be taken. */
export function outcomesOf(
  surroundings: Surroundings,
  joint: JointStep,
  cells: readonly number[],
  values: readonly number[],
): PartialOutcome[] {
  const outcomes: PartialOutcome[] = [];
  const choices: number[] = [];
  const widths: number[] = [];
  for (;;) {
    const attempt = new Attempt(surroundings, joint, cells, values, choices, widths);
    const outcome = attempt.run();
    if (outcome !== undefined) outcomes.push(outcome);
    while (choices.length > 0 && choices[choices.length - 1] + 1 >= widths[choices.length - 1]) {
      choices.pop();
      widths.pop();
    }
    if (choices.length === 0) return outcomes;
    choices[choices.length - 1]++;
  }
}

class Impossible extends Error {}

class Attempt {
  private readonly values: number[];
  private readonly index: Map<number, number>;
  private readonly steps: Step[];
  /** Other cells that the step itself has set so far. */
  private readonly passing = new Map<number, number | undefined>();
  private next = 0;

  constructor(
    private readonly surroundings: Surroundings,
    private readonly joint: JointStep,
    cells: readonly number[],
    values: readonly number[],
    /** What was chosen so far, and of how many: the run before this one differs in the last choice. */
    private readonly choices: number[],
    private readonly widths: number[],
  ) {
    this.values = [...values];
    this.index = new Map(cells.map((cell, i) => [cell, i]));
    const { system } = surroundings;
    this.steps = joint.parts.map(
      ({ process, step }) => system.types[system.instances[process].type].steps[step],
    );
  }

  run(): PartialOutcome | undefined {
    try {
      this.guards();
      this.act();
      return { values: this.values, events: this.events() };
    } catch (error) {
      if (error instanceof Impossible || error instanceof FaultSignal) return undefined;
      throw error;
    }
  }

  private guards(): void {
    const { system } = this.surroundings;
    this.steps.forEach((step, i) => {
      const type = system.types[system.instances[this.joint.parts[i].process].type];
      for (const guard of [providedAt(type, step.from), step.guard])
        if (guard && this.evaluate(guard, i) === 0) throw new Impossible();
    });
  }

  private act(): void {
    const [first, second] = this.steps;
    const { action } = first;
    if (action.kind === 'send') {
      if (second === undefined) this.apply(0);
      else this.meet(action, second.action as Extract<Action, { kind: 'receive' }>);
    } else if (action.kind === 'receive') {
      for (const pattern of action.patterns)
        if (pattern.kind === 'store') this.assign(pattern.place, undefined, 0);
      this.apply(0);
    } else {
      if (action.kind === 'choose') this.choose(action);
      this.steps.forEach((_, i) => {
        this.apply(i);
      });
    }
  }

  private meet(send: Extract<Action, { kind: 'send' }>, receive: Extract<Action, { kind: 'receive' }>): void {
    const [sender, receiver] = this.joint.parts;
    const message = this.message(send);
    receive.patterns.forEach((pattern, k) => {
      if (pattern.kind !== 'match') return;
      const wanted = this.evaluate(pattern.value, 1);
      if (wanted !== undefined && message[k] !== undefined && wanted !== message[k]) throw new Impossible();
    });
    this.only(send.meeting?.only, 0, receiver.process);
    this.only(receive.meeting?.only, 1, sender.process);
    receive.patterns.forEach((pattern, k) => {
      if (pattern.kind === 'store') this.assign(pattern.place, message[k], 1);
    });
    if (receive.meeting?.partner) this.assign(receive.meeting.partner, sender.process, 1);
    this.apply(1);
    const given = (receive.meeting?.giveBack ?? []).map((value) => this.evaluate(value, 1));
    if (send.meeting?.partner) this.assign(send.meeting.partner, receiver.process, 0);
    (send.meeting?.takeBack ?? []).forEach((place, i) => {
      this.assign(place, given[i], 0);
    });
    this.apply(0);
  }

  private message(send: Extract<Action, { kind: 'send' }>): (number | undefined)[] {
    const reference = this.evaluate(send.channel, 0);
    const channel = reference === undefined ? undefined : this.surroundings.system.channels[reference - 1];
    const scalars = channel ? messageScalars(channel) : [];
    return send.values.map((value, i) => {
      const sent = this.evaluate(value, 0);
      if (sent === undefined || scalars[i] === undefined) return undefined;
      return fitted(scalars[i], sent);
    });
  }

  private only(expression: Expression | undefined, part: number, partner: number): void {
    const wanted = expression && this.evaluate(expression, part);
    if (wanted !== undefined && wanted !== partner) throw new Impossible();
  }

  private choose({ place, low, high }: Extract<Action, { kind: 'choose' }>): void {
    const from = this.evaluate(low, 0);
    const to = this.evaluate(high, 0);
    if (from === undefined || to === undefined || to - from >= MOST_TRIED) this.assign(place, undefined, 0);
    else if (to < from) throw new Impossible();
    else if (this.follows(place, 0)) this.assign(place, from + this.choice(to - from + 1), 0);
    else if (from === to) this.assign(place, from, 0);
  }

  private apply(part: number): void {
    for (const effect of this.steps[part].effects) {
      if (effect.kind === 'assign') this.assign(effect.place, this.evaluate(effect.value, part), part);
      else if (effect.kind === 'fault') throw new Impossible();
    }
  }

  private assign(place: Place, value: number | undefined, part: number): void {
    const { first, count, exact, type } = cellsOf(place, this.context(part));
    if (value !== undefined) value = fitted(type, value);
    if (exact) {
      const at = this.index.get(first);
      if (at === undefined) this.passing.set(first, value);
      else this.values[at] = value ?? this.anyOf(type);
      return;
    }
    for (const cell of this.passing.keys())
      if (count === 0 || (cell >= first && cell < first + count)) this.passing.set(cell, undefined);
    // One of the cells of the variable, and nobody knows which.
    const touched = [...this.index].flatMap(([cell, at]) =>
      count === 0 || (cell >= first && cell < first + count) ? [at] : [],
    );
    if (touched.length === 0) return;
    const chosen = this.choice(touched.length + 1);
    if (chosen < touched.length) this.values[touched[chosen]] = value ?? this.anyOf(type);
  }

  private anyOf(type: DataType): number {
    const { low, high } = boundsOf(type);
    return high - low < MOST_TRIED ? low + this.choice(high - low + 1) : ANY;
  }

  private choice(width: number): number {
    if (this.next === this.choices.length) {
      this.choices.push(0);
      this.widths.push(width);
    }
    return this.choices[this.next++];
  }

  private follows(place: Place, part: number): boolean {
    const { first, count } = cellsOf(place, this.context(part));
    return [...this.index.keys()].some((cell) => count === 0 || (cell >= first && cell < first + count));
  }

  private events(): PartialEvent[] {
    return this.steps.flatMap(({ event }, part): PartialEvent[] =>
      event
        ? [{ label: event, values: (event.arguments ?? []).map(({ value }) => this.evaluate(value, part)) }]
        : [],
    );
  }

  private evaluate(expression: Expression, part: number): number | undefined {
    return evaluatePartly(expression, this.context(part));
  }

  private context(part: number): PartialContext {
    const { system, layout, constants } = this.surroundings;
    return {
      system,
      layout,
      self: this.joint.parts[part].process,
      valueOf: (cell) => {
        const at = this.index.get(cell);
        if (at === undefined) return this.passing.has(cell) ? this.passing.get(cell) : constants.get(cell);
        return this.values[at] === ANY ? undefined : this.values[at];
      },
    };
  }
}

function fitted(type: DataType, value: number): number {
  const result = fitInto(type, value);
  if (result === undefined) throw new FaultSignal('range', 'a value does not fit');
  return result;
}
