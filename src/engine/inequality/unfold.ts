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
import { ComponentTable, type Placed } from './components.js';
import { checkCoverage, initialChoices } from './coverage.js';
import { Drawing } from './drawing.js';
import { givenBack, possibleMoves } from './moves.js';
import { Abstention, type Network } from './network.js';
import { type Offer, Partners, tooMany } from './partners.js';
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
  private readonly table: ComponentTable;
  private readonly drawing: Drawing;
  private readonly fresh: Placed[] = [];
  private readonly waiting = new Map<number, Job[]>();
  private readonly dirty = new Set<Job>();
  private readonly partners: Partners;
  private readonly members: number[][];
  private readonly independent: boolean[];
  private readonly timeouts: boolean[];
  private readonly leaving: number[][][];
  private executions = 0;

  constructor(
    private readonly interpreter: Interpreter,
    private readonly limits: UnfoldLimits,
  ) {
    const { system } = interpreter;
    const features = checkCoverage(system);
    this.timeouts = features.timeout ? [false, true] : [false];
    initialChoices(system);
    this.table = new ComponentTable(interpreter, limits.states, (placed) => {
      this.fresh.push(placed);
      for (const job of this.waiting.get(placed.component) ?? []) this.dirty.add(job);
    });
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
    this.partners = new Partners(this.members, limits.executions);
    this.drawing = new Drawing(system, this.members, this.table.components, limits.edges);
    this.independent = system.symbols.map(() => true);
    for (const type of system.types)
      for (const step of type.steps)
        if (step.action.kind === 'synchronise' && !isPrivate(step, type))
          this.independent[step.action.symbol] = false;
  }

  network(): Network {
    const { components } = this.table;
    this.table.addProcesses();
    for (;;) {
      const next = this.fresh.pop();
      if (next) {
        if (components[next.component].kind === 'process') this.expand(next);
        continue;
      }
      const [job] = this.dirty;
      if (!job) break;
      this.dirty.delete(job);
      this.tryAll(job);
    }
    return { components, actions: this.drawing.actions };
  }

  private stepOf(offer: Offer): Step {
    return this.table.typeOf(this.table.components[offer.component].states[offer.state])!.steps[offer.step];
  }

  private expand(placed: Placed): void {
    const { component, state } = placed;
    const { process, states } = this.table.components[component];
    const part = states[state];
    const type = this.table.typeOf(part);
    if (!type) return;
    const whole = this.table.whole([placed]);
    const targets = new Map<number, number>();
    let plain = true;
    for (const step of this.leaving[part[PROCESS_TYPE] - 1][part[PROCESS_LOCATION]]) {
      const taken = type.steps[step];
      if (this.isPlain(taken, type)) {
        this.takePlain(placed, step, taken, targets);
        continue;
      }
      plain = false;
      const context = this.interpreter.context(whole, process!, false);
      const found = touchedBy(taken, type, context);
      const touched = [...found.integers].map((offset) => this.table.ofInteger(offset));
      for (const channel of found.buffers) touched.push(this.table.ofBuffer(channel));
      this.place({ component, state, step, touched }, taken, whole);
    }
    if (plain) this.drawing.complete(component, state);
  }

  /** Nothing to evaluate: by far the most steps of systems that only synchronise. */
  private isPlain(step: Step, type: ProcessType): boolean {
    if (step.guard || type.provided || step.effects.length > 0 || step.event?.arguments) return false;
    if (type.locations[step.to].region === 'indivisible') return false;
    if (step.action.kind === 'synchronise') return this.independent[step.action.symbol];
    return step.action.kind === 'internal';
  }

  private takePlain(placed: Placed, step: number, taken: Step, targets: Map<number, number>): void {
    const { component, state } = placed;
    const to = targets.get(taken.to) ?? this.table.movedTo(placed, taken.to);
    targets.set(taken.to, to);
    const shown = taken.event?.name;
    const action =
      taken.action.kind === 'synchronise'
        ? this.drawing.symbolAction(taken.action.symbol)
        : this.drawing.action(`i${component} ${shown ?? ''}`, () => ({
            name: shown ?? `${this.table.components[component].name} alone`,
            participants: [component],
            events: shown === undefined ? [] : [{ name: shown, arguments: [], text: shown }],
          }));
    this.drawing.edge(component, state, to, action, step);
  }

  /** Tries the offer with all whom it could meet. */
  private place(offer: Offer, step: Step, whole: Int32Array): void {
    const { action } = step;
    if (action.kind === 'synchronise' && this.independent[action.symbol]) {
      this.add([offer], action.symbol);
      return;
    }
    const process = this.table.components[offer.component].process!;
    const context = this.interpreter.context(whole, process, false);
    for (const parts of this.partners.of(offer, action, context)) this.add(parts);
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

  /** Tries every combination of values that contains a new one. */
  private tryAll(job: Job): void {
    const counts = job.touched.map((component) => this.table.components[component].states.length);
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

  private tryOne(job: Job, values: readonly number[]): void {
    if (++this.executions > this.limits.executions) throw tooMany(this.limits.executions);
    const whole = this.table.whole([
      ...job.parts,
      ...job.touched.map((component, i) => ({ component, state: values[i] })),
    ]);
    const participants = job.parts.map((part) => ({
      process: this.table.components[part.component].process!,
      step: part.step,
    }));
    for (const timeout of this.timeouts) {
      const moves = possibleMoves(this.interpreter, whole, participants, timeout);
      for (const transition of moves) {
        const outcome = execute(this.interpreter, whole, transition, timeout);
        this.record(job, values, transition, outcome, whole, timeout);
      }
    }
  }

  private record(
    job: Job,
    values: readonly number[],
    transition: Transition,
    outcome: Outcome,
    whole: Int32Array,
    timeout: boolean,
  ): void {
    const fatal = outcome.fault !== undefined && outcome.fault.code !== 'assertion';
    const fault = fatal ? 'fatal' : outcome.fault ? 'assertion' : undefined;
    const after = job.touched.map((component, i) =>
      fatal ? values[i] : this.table.stateIn(component, outcome.state),
    );
    let action: number;
    if (job.symbol !== undefined) {
      if (fault) throw new Abstention('a step that synchronises may fault');
      action = this.drawing.symbolAction(job.symbol);
    } else {
      // Who could fault together with others need not meet them as well.
      const tag = fatal
        ? togetherOnly(job.parts)
        : givenBack(this.interpreter, whole, outcome.state, transition);
      const key = [
        ...job.parts.map((part) => `${part.component}:${this.kindOf(part)}`),
        tag,
        // One who waits for a timeout does not meet one who goes on only before it.
        timeout && job.parts.length > 1 ? 'timeout' : '',
        ...job.touched.map((component, i) => `${component}=${values[i]}>${after[i]}`),
        fault ?? '',
        ...(fatal ? [] : outcome.events.map((event) => event.text)),
      ].join('|');
      action = this.drawing.action(key, () => ({
        name: this.nameOf(job, outcome.events),
        participants: [...job.parts.map((part) => part.component), ...job.touched],
        events: fatal ? [] : outcome.events,
        ...(fault ? { fault } : {}),
      }));
    }
    for (const part of job.parts) {
      const to = fatal ? part.state : this.table.stateIn(part.component, outcome.state);
      this.drawing.edge(part.component, part.state, to, action, part.step, transition.choice);
    }
    job.touched.forEach((component, i) => {
      this.drawing.edge(component, values[i], after[i], action);
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
    const names = job.parts.map((part) => this.table.components[part.component].name);
    return `${names.join('-')} ${step.text ?? step.action.kind}`;
  }
}

/** Tells those who meet from all others who could. */
const togetherOnly = (parts: readonly Offer[]): string =>
  parts.length > 1 ? parts.map(({ state, step }) => `${state}.${step}`).join() : '';
