/**
 * The reference interpreter: what a System means, in the plainest code. It is the oracle of all tests
 * and the judge of all traces; it is not meant to be fast.
 *
 *     const interpreter = new Interpreter(system);
 *     const [start] = interpreter.initialStates();
 *     for (const transition of interpreter.transitions(start)) {
 *       const { state, events, fault } = interpreter.successor(start, transition);
 *     }
 *
 * The rules that are not obvious:
 *
 * - Priority: of one process only the steps of the highest priority take part, among those that could
 *   be taken. Waiting to receive without a buffer does not count as "could be taken": it is the
 *   sender's move, and of the receiver only what else could receive this message competes with it.
 * - A process in an `atomic` region goes on alone while it can; when it blocks, the others may move, and
 *   the state no longer says that it was alone.
 * - `timeout` is true only if nothing at all can move otherwise.
 * - `enabled` asks what could happen if every further `enabled` were false, and `timeout` what it is where one asks.
 * - A guard that faults makes the step possible, and taking it faults.
 */
import { type ChannelRoom, channelRoom, findMessage, matches, messageOf } from './channel.js';
import { type Context, evaluate, FaultSignal } from './evaluate.js';
import { execute, type Outcome } from './execution.js';
import type { Expression } from './expression.js';
import { initialStates } from './initial.js';
import { type Layout, layoutOf, PROCESS_LOCATION, PROCESS_TYPE } from './layout.js';
import { type Action, type Meeting, type ProcessType, providedAt, type Step, type System } from './system.js';
import { usesTimeout } from './timeout.js';
import type { Participant, Transition } from './transition.js';

type Send = Extract<Action, { kind: 'send' }>;
type Receive = Extract<Action, { kind: 'receive' }>;

export class Interpreter {
  readonly layout: Layout;
  /** Steps that leave each location, for each process type, as indices in order. */
  private readonly leaving: number[][][];
  /** For each process type, the locations where it may receive. */
  private readonly receiving: Set<number>[];
  private readonly alphabets: Set<number>[];
  private readonly usesTimeout: boolean;
  /** For each symbol, the processes that take part, where processes neither appear nor vanish. */
  private readonly members: number[][] | undefined;
  /** The state that `enabled` was asked of last, whether `timeout` was true there, and the answer. */
  private asked: { state: Int32Array; timeout: boolean; processes: ReadonlySet<number> } | undefined;

  constructor(readonly system: System) {
    this.layout = layoutOf(system);
    this.leaving = system.types.map((type) => {
      const from: number[][] = type.locations.map(() => []);
      type.steps.forEach((step, index) => {
        from[step.from].push(index);
      });
      return from;
    });
    this.receiving = system.types.map(
      ({ steps }) => new Set(steps.filter(({ action }) => action.kind === 'receive').map(({ from }) => from)),
    );
    this.alphabets = system.types.map((type) => new Set(type.alphabet));
    this.usesTimeout = usesTimeout(system);
    const changing = system.types.some((type) =>
      type.steps.some((step) =>
        step.effects.some((effect) => effect.kind === 'spawn' || effect.kind === 'exit'),
      ),
    );
    if (!changing) {
      this.members = system.symbols.map(() => []);
      system.instances.forEach((instance, process) => {
        for (const symbol of this.alphabets[instance.type]) this.members?.[symbol].push(process);
      });
    }
  }

  /** All states an execution may start in: one, unless a variable may start with any value. */
  initialStates(): Int32Array[] {
    return initialStates(this);
  }

  /** All transitions that are enabled in the state. */
  transitions(state: Int32Array): Transition[] {
    const enabled = this.possible(state, false);
    if (enabled.length === 0) return this.usesTimeout ? this.possible(state, true) : enabled;
    const exclusive = state[this.layout.exclusive] - 1;
    if (exclusive < 0) return enabled;
    const alone = enabled.filter((transition) => this.initiators(state, transition).includes(exclusive));
    return alone.length > 0 ? alone : enabled;
  }

  /** Can this process begin or join in something now? @internal */
  canGoOn(state: Int32Array, process: number): boolean {
    const type = state[this.layout.processes[process] + PROCESS_TYPE] - 1;
    // Of what one process begins alone, or with whom it meets, something has the highest priority.
    if (this.alphabets[type].size === 0) return this.begun(state, process, this.receivers(state)).length > 0;
    return this.possible(state, false).some((transition) =>
      this.initiators(state, transition).includes(process),
    );
  }

  /** Where an enabled transition leads. */
  successor(before: Int32Array, transition: Transition): Outcome {
    const timeout = this.usesTimeout && this.possible(before, false).length === 0;
    return execute(this, before, transition, timeout);
  }

  /** The step a participant takes. */
  stepOf(state: Int32Array, participant: Participant): Step {
    return this.typeOf(state, participant.process).steps[participant.step];
  }

  typeOf(state: Int32Array, process: number): ProcessType {
    return this.system.types[state[this.layout.processes[process] + PROCESS_TYPE] - 1];
  }

  exists(state: Int32Array, process: number): boolean {
    return state[this.layout.processes[process] + PROCESS_TYPE] !== 0;
  }

  locationOf(state: Int32Array, process: number): number {
    return state[this.layout.processes[process] + PROCESS_LOCATION];
  }

  /** Processes that exist, do more than watch, and are not at a location marked `end`. */
  unfinished(state: Int32Array): number[] {
    return this.living(state).filter((process) => {
      const type = this.typeOf(state, process);
      if (type.observes !== undefined) return false;
      return !type.locations[this.locationOf(state, process)].marks?.includes('end');
    });
  }

  /** A predicate evaluated outside any process; a fault counts as false. */
  holds(predicate: Expression, state: Int32Array): boolean {
    try {
      return evaluate(predicate, this.context(state, -1, false)) !== 0;
    } catch (error) {
      if (error instanceof FaultSignal) return false;
      throw error;
    }
  }

  living(state: Int32Array): number[] {
    const processes: number[] = [];
    for (let p = 0; p < this.layout.processes.length; p++) if (this.exists(state, p)) processes.push(p);
    return processes;
  }

  /** The processes that must take part in a symbol. */
  membersOf(state: Int32Array, symbol: number): number[] {
    if (this.members) return this.members[symbol];
    return this.living(state).filter((p) =>
      this.alphabets[state[this.layout.processes[p] + PROCESS_TYPE] - 1].has(symbol),
    );
  }

  /** Steps of one process whose guard holds here, whether or not a partner is ready. */
  offered(state: Int32Array, process: number, timeout = false, inner = false): number[] {
    const context = this.context(state, process, timeout, inner);
    const type = this.typeOf(state, process);
    const provided = providedAt(type, this.locationOf(state, process));
    if (provided && !guardHolds(provided, context)) return [];
    const typeIndex = state[this.layout.processes[process] + PROCESS_TYPE] - 1;
    return this.leaving[typeIndex][this.locationOf(state, process)].filter((index) => {
      const guard = type.steps[index].guard;
      return !guard || guardHolds(guard, context);
    });
  }

  // ---- which transitions there are

  /** @internal */
  context(state: Int32Array, self: number, timeout: boolean, inner = false): Context {
    const enabled = (process: number): boolean => !inner && this.able(state, timeout).has(process);
    return { system: this.system, layout: this.layout, state, self, timeout, inner, enabled };
  }

  /** The processes that `enabled` is true of. Where many ask, all of them ask about the same state. */
  private able(state: Int32Array, timeout: boolean): ReadonlySet<number> {
    const known = this.asked?.timeout === timeout && this.asked.state.every((value, i) => value === state[i]);
    if (!this.asked || !known) {
      const transitions = this.possible(state, timeout, true);
      const processes = new Set(
        transitions.flatMap(({ participants }) => participants.map((p) => p.process)),
      );
      this.asked = { state: state.slice(), timeout, processes };
    }
    return this.asked.processes;
  }

  /** What could happen, before the rule of atomic regions. @internal */
  possible(state: Int32Array, timeout: boolean, inner = false): Transition[] {
    const all: Transition[] = [];
    const ready = new Map<number, Map<number, number[]>>();
    const receivers = this.receivers(state);
    for (const process of this.living(state)) {
      all.push(
        ...this.begun(state, process, receivers, timeout, inner, (symbol, step) => {
          const offers = ready.get(symbol) ?? new Map<number, number[]>();
          ready.set(symbol, offers);
          offers.set(process, [...(offers.get(process) ?? []), step]);
        }),
      );
    }
    for (const [symbol, offers] of ready) {
      const members = this.membersOf(state, symbol);
      if (members.every((member) => offers.has(member))) {
        const choices = members.map((process) => offers.get(process)!.map((step) => ({ process, step })));
        for (const participants of product(choices)) all.push({ participants });
      }
    }
    return this.ofHighestPriority(state, all);
  }

  /** What one process may begin, whatever its priority; `offer` takes note of what it would synchronise on. */
  private begun(
    state: Int32Array,
    process: number,
    receivers: readonly number[],
    timeout = false,
    inner = false,
    offer?: (symbol: number, step: number) => void,
  ): Transition[] {
    const found: Transition[] = [];
    const { steps } = this.typeOf(state, process);
    const context = this.context(state, process, timeout, inner);
    for (const step of this.offered(state, process, timeout, inner)) {
      const { action } = steps[step];
      if (action.kind === 'synchronise') offer?.(action.symbol, step);
      else found.push(...this.movesOf({ process, step }, action, context, receivers));
    }
    return found;
  }

  /** The processes that are where they may receive. */
  private receivers(state: Int32Array): number[] {
    return this.living(state).filter((process) =>
      this.receiving[state[this.layout.processes[process] + PROCESS_TYPE] - 1].has(
        this.locationOf(state, process),
      ),
    );
  }

  /** The transitions that a process may initiate with this step. */
  private movesOf(
    participant: Participant,
    action: Exclude<Action, { kind: 'synchronise' }>,
    context: Context,
    receivers: readonly number[],
  ): Transition[] {
    const alone: Transition[] = [{ participants: [participant] }];
    try {
      switch (action.kind) {
        case 'internal':
          return alone;
        case 'choose': {
          const low = evaluate(action.low, context);
          const high = evaluate(action.high, context);
          const count = Math.max(0, high - low + 1);
          return Array.from({ length: count }, (_, i) => ({ participants: [participant], choice: low + i }));
        }
        case 'send': {
          const channel = channelRoom(evaluate(action.channel, context), context);
          if (channel.type.capacity > 0)
            return context.state[channel.offset] < channel.type.capacity ? alone : [];
          return this.partners(context, participant, action, channel, receivers).map((partner) => ({
            participants: [participant, partner],
          }));
        }
        case 'receive': {
          const channel = channelRoom(evaluate(action.channel, context), context);
          if (channel.type.capacity === 0) return [];
          return findMessage(channel, action.patterns, action.position, context) >= 0 ? alone : [];
        }
      }
    } catch (error) {
      if (error instanceof FaultSignal) return alone;
      throw error;
    }
  }

  /** Who could receive what this process sends without buffer. */
  private partners(
    context: Context,
    sender: Participant,
    send: Send,
    channel: ChannelRoom,
    receivers: readonly number[],
  ): Participant[] {
    const message = messageOf(send, channel, context);
    // Whom it wants to meet is asked, and may fault, as soon as there is anybody else.
    if (send.meeting?.only && this.living(context.state).length > 1) evaluate(send.meeting.only, context);
    const found: Participant[] = [];
    for (const process of receivers) {
      if (process === sender.process || !accepts(send.meeting, process, context)) continue;
      const theirs = { ...context, self: process };
      for (const step of this.offered(context.state, process, context.timeout, context.inner)) {
        const { action } = this.typeOf(context.state, process).steps[step];
        if (action.kind !== 'receive' || !accepts(action.meeting, sender.process, theirs)) continue;
        if (!sameChannel(action, channel, theirs)) continue;
        if (action.patterns.every((pattern, i) => matches(pattern, message[i], theirs)))
          found.push({ process, step });
      }
    }
    return found;
  }

  /** The processes whose move this is: all that synchronise, or the sender alone. */
  private initiators(state: Int32Array, transition: Transition): number[] {
    const [first] = transition.participants;
    const joint = this.stepOf(state, first).action.kind === 'synchronise';
    return joint ? transition.participants.map((p) => p.process) : [first.process];
  }

  private ofHighestPriority(state: Int32Array, all: Transition[]): Transition[] {
    const best = new Map<string, number>();
    let differ = false;
    const ranks = all.map((transition) => {
      const initiators = this.initiators(state, transition);
      const [{ process, step }] = transition.participants;
      return transition.participants.map((participant) => {
        const priority = this.stepOf(state, participant).priority ?? 0;
        if (priority !== 0) differ = true;
        // One who is met competes only with what else it could meet this very step with.
        const met = initiators.includes(participant.process) ? '' : ` met by ${process} ${step}`;
        const key = `${participant.process}${met}`;
        best.set(key, Math.max(priority, best.get(key) ?? -Infinity));
        return { key, priority };
      });
    });
    if (!differ) return all;
    return all.filter((_, i) => ranks[i].every(({ key, priority }) => priority >= best.get(key)!));
  }
}

function guardHolds(guard: Expression, context: Context): boolean {
  try {
    return evaluate(guard, context) !== 0;
  } catch (error) {
    if (error instanceof FaultSignal) return true;
    throw error;
  }
}

function accepts(meeting: Meeting | undefined, partner: number, context: Context): boolean {
  return !meeting?.only || evaluate(meeting.only, context) === partner;
}

function sameChannel(receive: Receive, channel: ChannelRoom, context: Context): boolean {
  try {
    return channelRoom(evaluate(receive.channel, context), context).offset === channel.offset;
  } catch (error) {
    if (error instanceof FaultSignal) return false;
    throw error;
  }
}

function product<T>(choices: T[][]): T[][] {
  return choices.reduce<T[][]>(
    (all, options) => all.flatMap((chosen) => options.map((o) => [...chosen, o])),
    [[]],
  );
}
