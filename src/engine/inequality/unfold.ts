/**
 * From a system to its network: every process with its local data unfolded, every shared integer and
 * buffer that a step touches as a component of its own.
 *
 * Each step is executed by the model's own rules on a state in which only its participants exist and
 * only what it touches has a value, so the meaning of a step is written down once, in the model.
 * States are added as they are found; which of them can occur together is left to the inequalities.
 */
import type { Outcome } from '../../model/execution.js';
import { execute } from '../../model/execution.js';
import { Interpreter } from '../../model/interpreter.js';
import { PROCESS_LOCATION, PROCESS_TYPE } from '../../model/layout.js';
import type { ProcessType, Step, System } from '../../model/system.js';
import type { Occurrence, Transition } from '../../model/transition.js';
import { checkCoverage, initialChoices } from './coverage.js';
import { channelOf, givenBack, possibleMoves } from './moves.js';
import { Abstention, type Component, type Network } from './network.js';
import { isPrivate, touchedBy } from './touch.js';

export interface UnfoldLimits {
  states: number;
  edges: number;
  executions: number;
}

const LIMITS: UnfoldLimits = { states: 200_000, edges: 3_000_000, executions: 300_000 };

/** Throws an `Abstention` where the system has something that is not covered, or grows too large. */
export function unfold(system: System, limits: Partial<UnfoldLimits> = {}): Network {
  return new Unfolding(new Interpreter(system), { ...LIMITS, ...limits }).network();
}

/** A process in a local state that could take this step, if what it touches and its partners allow. */
interface Offer {
  component: number;
  state: number;
  step: number;
  touched: number[];
}

/** Offers to be tried together with every known value of what they touch. */
interface Job {
  parts: Offer[];
  touched: number[];
  /** How many values of each touched component have been tried. */
  tried: number[];
  /** The symbol, where the participants move independently of each other. */
  symbol?: number;
}

class Unfolding {
  private readonly components: Component[] = [];
  private readonly numbers: Map<string, number>[] = [];
  private readonly offsets: number[] = [];
  private readonly sizes: number[] = [];
  private readonly integerAt = new Map<number, number>();
  private readonly bufferOf = new Map<number, number>();
  private readonly actions: Network['actions'] = [];
  private readonly actionNumbers = new Map<string, number>();
  private readonly known: Set<string>[] = [];
  private readonly fresh: { component: number; state: number }[] = [];
  private readonly waiting = new Map<number, Job[]>();
  private readonly dirty = new Set<Job>();
  private readonly meetings = new Map<number, { sends: Offer[]; receives: Offer[] }>();
  private readonly joint = new Map<number, Map<number, Offer[]>>();
  private readonly members: number[][];
  private readonly independent: boolean[];
  private readonly starts: Int32Array[];
  private readonly timeouts: boolean[];
  private readonly leaving: number[][][];
  private states = 0;
  private edges = 0;
  private executions = 0;

  constructor(
    private readonly interpreter: Interpreter,
    private readonly limits: UnfoldLimits,
  ) {
    const { system } = interpreter;
    const features = checkCoverage(system);
    this.timeouts = features.timeout ? [false, true] : [false];
    initialChoices(system);
    this.starts = interpreter.initialStates();
    this.leaving = system.types.map((type) => {
      const from: number[][] = type.locations.map(() => []);
      type.steps.forEach((step, i) => {
        from[step.from].push(i);
      });
      return from;
    });
    this.members = system.symbols.map(() => []);
    system.instances.forEach((instance, process) => {
      for (const symbol of new Set(system.types[instance.type].alphabet)) this.members[symbol].push(process);
    });
    this.independent = system.symbols.map((_, symbol) =>
      this.members[symbol].every((process) => {
        const type = system.types[system.instances[process].type];
        return type.steps.every(
          (step) =>
            step.action.kind !== 'synchronise' || step.action.symbol !== symbol || isPrivate(step, type),
        );
      }),
    );
  }

  network(): Network {
    const { system, layout } = this.interpreter;
    system.instances.forEach((instance, process) => {
      const type = system.types[instance.type];
      this.addComponent(
        { name: instance.name, kind: 'process', process, observes: type.observes },
        layout.processes[process],
        layout.processSize[process],
      );
    });
    for (;;) {
      const next = this.fresh.pop();
      if (next) {
        if (this.components[next.component].kind === 'process') this.expand(next.component, next.state);
        continue;
      }
      const [job] = this.dirty;
      if (!job) break;
      this.dirty.delete(job);
      this.tryAll(job);
    }
    return { components: this.components, actions: this.actions, notices: [] };
  }

  private addComponent(
    what: Pick<Component, 'name' | 'kind' | 'process' | 'observes'>,
    offset: number,
    size: number,
  ): number {
    const number = this.components.length;
    this.components.push({ ...what, offset, states: [], initial: [], edges: [], ends: [], errors: [] });
    this.numbers.push(new Map());
    this.known.push(new Set());
    this.offsets.push(offset);
    this.sizes.push(size);
    const initial = new Set(this.starts.map((state) => this.stateIn(number, state)));
    this.components[number].initial = [...initial];
    return number;
  }

  /** The number of the component's state inside a whole state; a new one is queued. */
  private stateIn(component: number, state: Int32Array): number {
    const offset = this.offsets[component];
    return this.stateNumber(component, state.subarray(offset, offset + this.sizes[component]));
  }

  private stateNumber(component: number, part: Int32Array): number {
    const key = part.join();
    const known = this.numbers[component].get(key);
    if (known !== undefined) return known;
    const owner = this.components[component];
    const number = owner.states.length;
    if (++this.states > this.limits.states)
      throw new Abstention(`the automata have more than ${this.limits.states} states (at ${owner.name})`);
    this.numbers[component].set(key, number);
    owner.states.push(part.slice());
    const type = owner.kind === 'process' ? this.typeOf(part) : undefined;
    const marks = type?.locations[part[PROCESS_LOCATION]].marks ?? [];
    owner.ends.push(type === undefined || type.observes !== undefined || marks.includes('end'));
    if (marks.includes('error')) owner.errors.push(number);
    this.fresh.push({ component, state: number });
    for (const job of this.waiting.get(component) ?? []) this.dirty.add(job);
    return number;
  }

  private typeOf(part: Int32Array): ProcessType | undefined {
    return this.interpreter.system.types[part[PROCESS_TYPE] - 1];
  }

  private stepOf(offer: Offer): Step {
    return this.typeOf(this.components[offer.component].states[offer.state])!.steps[offer.step];
  }

  private componentOfInteger(offset: number): number {
    const known = this.integerAt.get(offset);
    if (known !== undefined) return known;
    const { system, layout } = this.interpreter;
    const variable = layout.shared.findLastIndex((start) => start <= offset);
    const name = `${system.variables[variable].name}${offset > layout.shared[variable] ? `+${offset - layout.shared[variable]}` : ''}`;
    const number = this.addComponent({ name, kind: 'variable' }, offset, 1);
    this.integerAt.set(offset, number);
    return number;
  }

  private componentOfBuffer(channel: number): number {
    const known = this.bufferOf.get(channel);
    if (known !== undefined) return known;
    const { system, layout } = this.interpreter;
    const { name, capacity, fields } = system.channels[channel];
    const offset = layout.channels[channel];
    const next = layout.channels[channel + 1] ?? layout.processes[0] ?? layout.size;
    if (capacity > 0 && fields.length > 0 && next <= offset) throw new Error(`no room for ${name}`);
    const number = this.addComponent({ name, kind: 'buffer' }, offset, next - offset);
    this.bufferOf.set(channel, number);
    return number;
  }

  private expand(component: number, state: number): void {
    const part = this.components[component].states[state];
    const type = this.typeOf(part);
    if (!type) return;
    const whole = this.stateOf([{ component, state }]);
    for (const step of this.leaving[part[PROCESS_TYPE] - 1][part[PROCESS_LOCATION]]) {
      const taken = type.steps[step];
      if (this.isPlain(taken, type)) {
        this.takePlain(component, state, step, taken);
        continue;
      }
      const context = this.interpreter.context(whole, this.components[component].process!, false);
      const found = touchedBy(taken, type, context);
      const touched = [...found.integers].map((offset) => this.componentOfInteger(offset));
      for (const channel of found.buffers) touched.push(this.componentOfBuffer(channel));
      this.place({ component, state, step, touched }, taken, whole);
    }
  }

  /** Nothing to evaluate: by far the most steps of systems that only synchronise. */
  private isPlain(step: Step, type: ProcessType): boolean {
    if (step.guard || type.provided || step.effects.length > 0 || step.event?.arguments) return false;
    if (type.locations[step.to].region === 'indivisible') return false;
    if (step.action.kind === 'synchronise') return this.independent[step.action.symbol];
    return step.action.kind === 'internal';
  }

  private takePlain(component: number, state: number, step: number, taken: Step): void {
    const part = this.components[component].states[state].slice();
    part[PROCESS_LOCATION] = taken.to;
    const to = this.stateNumber(component, part);
    const action =
      taken.action.kind === 'synchronise'
        ? this.symbolAction(taken.action.symbol)
        : this.action(`i${component} ${taken.event?.name ?? ''}`, {
            name: taken.event?.name ?? `${this.components[component].name} alone`,
            participants: [component],
            events: taken.event ? [{ name: taken.event.name, arguments: [], text: taken.event.name }] : [],
          });
    this.addEdge(component, state, to, action, step);
  }

  private symbolAction(symbol: number): number {
    const { name, hidden } = this.interpreter.system.symbols[symbol];
    const events: Occurrence[] = hidden ? [] : [{ name, arguments: [], text: name }];
    return this.action(`s${symbol}`, { name, participants: this.members[symbol], events, symbol });
  }

  private action(key: string, action: Network['actions'][number]): number {
    const known = this.actionNumbers.get(key);
    if (known !== undefined) return known;
    const number = this.actions.length;
    this.actionNumbers.set(key, number);
    this.actions.push(action);
    return number;
  }

  private addEdge(
    component: number,
    from: number,
    to: number,
    action: number,
    step?: number,
    choice?: number,
  ): void {
    const key = `${from} ${to} ${action}`;
    if (this.known[component].has(key)) return;
    this.known[component].add(key);
    if (++this.edges > this.limits.edges)
      throw new Abstention(`the automata have more than ${this.limits.edges} transitions`);
    this.components[component].edges.push({ from, to, action, step, choice });
  }

  /** Finds out with whom the offer has to be tried. */
  private place(offer: Offer, step: Step, whole: Int32Array): void {
    const { action } = step;
    const process = this.components[offer.component].process!;
    if (action.kind === 'synchronise') {
      if (this.independent[action.symbol]) this.add([offer], action.symbol);
      else this.join(offer, action.symbol);
      return;
    }
    if (action.kind !== 'send' && action.kind !== 'receive') {
      this.add([offer]);
      return;
    }
    const channel = channelOf(action, this.interpreter.context(whole, process, false));
    if (channel === undefined || channel.type.capacity > 0) {
      this.add([offer]);
      return;
    }
    const meeting = this.meetings.get(channel.offset) ?? { sends: [], receives: [] };
    this.meetings.set(channel.offset, meeting);
    if (action.kind === 'send') {
      // Alone it can only fault, where a value does not fit the channel.
      this.add([offer]);
      meeting.sends.push(offer);
      for (const receive of meeting.receives)
        if (receive.component !== offer.component) this.add([offer, receive]);
    } else {
      meeting.receives.push(offer);
      for (const send of meeting.sends) if (send.component !== offer.component) this.add([send, offer]);
    }
  }

  /** Tries an offer to synchronise with every choice of offers of the other members. */
  private join(offer: Offer, symbol: number): void {
    const offers = this.joint.get(symbol) ?? new Map<number, Offer[]>();
    this.joint.set(symbol, offers);
    const mine = offers.get(offer.component) ?? [];
    offers.set(offer.component, mine);
    mine.push(offer);
    let choices: Offer[][] = [[]];
    for (const member of this.members[symbol]) {
      const theirs = member === offer.component ? [offer] : (offers.get(member) ?? []);
      choices = choices.flatMap((chosen) => theirs.map((one) => [...chosen, one]));
      if (choices.length > this.limits.executions) this.tooMany();
    }
    for (const parts of choices) this.add(parts);
  }

  private add(parts: Offer[], symbol?: number): void {
    const touched = [...new Set(parts.flatMap((part) => part.touched))];
    const job: Job = { parts, touched, tried: touched.map(() => 0), symbol };
    for (const component of touched) {
      const jobs = this.waiting.get(component) ?? [];
      this.waiting.set(component, jobs);
      jobs.push(job);
    }
    this.tryAll(job);
  }

  private tooMany(): never {
    throw new Abstention(
      `more than ${this.limits.executions} combinations of local states would have to be tried`,
    );
  }

  /** Tries every combination of values that contains a new one. */
  private tryAll(job: Job): void {
    const counts = job.touched.map((component) => this.components[component].states.length);
    const { tried } = job;
    job.tried = counts;
    const chosen = job.touched.map(() => 0);
    const walk = (position: number, isNew: boolean): void => {
      if (position === chosen.length) {
        if (isNew || chosen.length === 0) this.tryOne(job, chosen);
        return;
      }
      for (let value = 0; value < counts[position]; value++) {
        chosen[position] = value;
        walk(position + 1, isNew || value >= tried[position]);
      }
    };
    walk(0, false);
  }

  private stateOf(parts: readonly { component: number; state: number }[]): Int32Array {
    const whole = new Int32Array(this.interpreter.layout.size);
    for (const { component, state } of parts)
      whole.set(this.components[component].states[state], this.offsets[component]);
    return whole;
  }

  private tryOne(job: Job, values: readonly number[]): void {
    if (++this.executions > this.limits.executions) this.tooMany();
    const whole = this.stateOf([
      ...job.parts,
      ...job.touched.map((component, i) => ({ component, state: values[i] })),
    ]);
    const participants = job.parts.map((part) => ({
      process: this.components[part.component].process!,
      step: part.step,
    }));
    for (const timeout of this.timeouts) {
      const moves = possibleMoves(this.interpreter, whole, participants, timeout);
      for (const transition of moves) {
        const outcome = execute(this.interpreter, whole, transition, timeout);
        this.record(job, values, transition, outcome, whole);
      }
    }
  }

  private record(
    job: Job,
    values: readonly number[],
    transition: Transition,
    outcome: Outcome,
    whole: Int32Array,
  ): void {
    const fatal = outcome.fault !== undefined && outcome.fault.code !== 'assertion';
    const fault = fatal ? 'fatal' : outcome.fault ? 'assertion' : undefined;
    const after = job.touched.map((component, i) =>
      fatal ? values[i] : this.stateIn(component, outcome.state),
    );
    let action: number;
    if (job.symbol !== undefined) {
      if (fault) throw new Abstention('a step that synchronises may fault');
      action = this.symbolAction(job.symbol);
    } else {
      const tag = fatal ? '' : givenBack(this.interpreter, whole, outcome.state, transition);
      const key = [
        ...job.parts.map((part) => `${part.component}:${this.kindOf(part)}`),
        tag,
        ...job.touched.map((component, i) => `${component}=${values[i]}>${after[i]}`),
        fault ?? '',
        ...(fatal ? [] : outcome.events.map((event) => event.text)),
      ].join('|');
      action = this.action(key, {
        name: this.nameOf(job, outcome.events),
        participants: [...job.parts.map((part) => part.component), ...job.touched],
        events: fatal ? [] : outcome.events,
        ...(fault ? { fault } : {}),
      });
    }
    for (const part of job.parts) {
      const to = fatal ? part.state : this.stateIn(part.component, outcome.state);
      this.addEdge(part.component, part.state, to, action, part.step, transition.choice);
    }
    job.touched.forEach((component, i) => {
      this.addEdge(component, values[i], after[i], action);
    });
  }

  /** Steps that may stand for one another in an action. */
  private kindOf(part: Offer): string {
    const { action } = this.stepOf(part);
    return action.kind === 'synchronise' ? `s${action.symbol}` : action.kind;
  }

  private nameOf(job: Job, events: readonly Occurrence[]): string {
    if (events.length > 0) return events[0].text;
    const [first] = job.parts;
    const step = this.stepOf(first);
    if (step.action.kind === 'synchronise') return this.interpreter.system.symbols[step.action.symbol].name;
    const names = job.parts.map((part) => this.components[part.component].name);
    return `${names.join('-')} ${step.text ?? step.action.kind}`;
  }
}
