/** How an execution ends: where each process stands, what it waits for, and who waits in a circle. */
import { type Context, evaluate, type Fault, FaultSignal } from '../model/evaluate.js';
import type { Expression } from '../model/expression.js';
import { type Resource, readsOf } from '../model/footprint.js';
import type { Interpreter } from '../model/interpreter.js';
import type { Span } from '../model/source.js';
import type { ProcessType, Step } from '../model/system.js';
import type { Past } from './past.js';
import { processName } from './replay.js';
import type { Ending, Waiting } from './trace.js';

export function endingOf(
  interpreter: Interpreter,
  state: Int32Array,
  fault: Fault | undefined,
  cycle: boolean,
  past: Past,
): Ending {
  if (cycle) return { kind: 'cycle', waiting: [], circle: [] };
  if (fault) return { kind: 'fault', message: fault.message, waiting: [], circle: [] };
  const failed = interpreter.living(state).find((process) => {
    const location = interpreter.typeOf(state, process).locations[interpreter.locationOf(state, process)];
    return location.marks?.includes('error');
  });
  if (failed !== undefined) {
    const message = `${processName(interpreter, state, failed)} is in its error state`;
    return { kind: 'error location', message, waiting: [], circle: [] };
  }
  if (interpreter.transitions(state).length > 0) return { kind: 'goes on', waiting: [], circle: [] };
  const waiting = interpreter.living(state).map((process) => waitingOf(interpreter, state, process, past));
  const stuck = interpreter.unfinished(state).length > 0;
  for (const each of stuck ? waiting : []) {
    const { steps } = interpreter.typeOf(state, each.process);
    const receives = interpreter
      .offered(state, each.process)
      .some((index) => steps[index].action.kind === 'receive');
    const ended = each.waitsFor.every((process) => waiting.some((w) => w.process === process && w.atEnd));
    if (receives && ended && !each.atEnd) each.idle = true;
  }
  return { kind: stuck ? 'deadlock' : 'terminated', waiting, circle: stuck ? circleOf(waiting, past) : [] };
}

function waitingOf(interpreter: Interpreter, state: Int32Array, process: number, past: Past): Waiting {
  const type = interpreter.typeOf(state, process);
  const at = interpreter.locationOf(state, process);
  const location = type.locations[at];
  const steps = interpreter.offered(state, process).map((index) => type.steps[index]);
  const waitsFor = new Set(steps.flatMap((step) => missingPartners(interpreter, state, process, step)));
  waitsFor.delete(NEEDS_ME_FIRST);
  // No condition is true here: those who made them false last could make them true.
  const closed = steps.length > 0 ? [] : type.steps.filter((step) => step.from === at && step.guard);
  const isLeft = (other: number): boolean =>
    other !== process && interpreter.exists(state, other) && !isAtEnd(interpreter, state, other);
  for (const writer of closed.flatMap((step) => writersFor(step, past)))
    if (isLeft(writer)) waitsFor.add(writer);
  // They are gone, or it was the process itself: whoever else could make them true.
  if (waitsFor.size === 0 && closed.length > 0)
    for (const other of interpreter.living(state))
      if (isLeft(other) && mayHelp(interpreter, state, other, process, closed)) waitsFor.add(other);
  return {
    process,
    name: processName(interpreter, state, process),
    location: location.name ?? `location ${at}`,
    atEnd: location.marks?.includes('end') ?? false,
    readyFor: wishesOf(interpreter, steps.length > 0 ? steps : closed, location.name),
    waitsFor: [...waitsFor].sort((a, b) => a - b),
    span: placeOf(steps.length > 0 ? steps : closed) ?? location.span ?? steps[0]?.span,
  };
}

const isAtEnd = (interpreter: Interpreter, state: Int32Array, process: number): boolean =>
  interpreter
    .typeOf(state, process)
    .locations[interpreter.locationOf(state, process)].marks?.includes('end') ?? false;

/** Where the steps stand, if that is one place. */
function placeOf(steps: readonly Step[]): Span | undefined {
  const [first] = steps;
  const same = ({ span }: Step): boolean =>
    span?.file === first.span?.file && span?.line === first.span?.line;
  return first && steps.every(same) ? first.span : undefined;
}

/** Who changed last what the guard of this step asks for. */
function writersFor({ guard }: Step, past: Past): number[] {
  const reads: Resource[] = [];
  if (guard) readsOf(guard, reads);
  return reads.flatMap((read) => {
    const writer = read.kind === 'shared' ? past.writer.get(read.variable) : undefined;
    return writer === undefined ? [] : [writer];
  });
}

/**
 * May the process, from where it stands, ever assign to a shared variable that these conditions of `waiting` ask for,
 * and by that alone let it go on? A value that cannot be told may be any.
 */
function mayHelp(
  interpreter: Interpreter,
  state: Int32Array,
  process: number,
  waiting: number,
  closed: readonly Step[],
): boolean {
  const asked: Resource[] = [];
  for (const { guard } of closed) if (guard) readsOf(guard, asked);
  const variables = new Set(asked.flatMap((read) => (read.kind === 'shared' ? [read.variable] : [])));
  const { steps } = interpreter.typeOf(state, process);
  const seen = new Set([interpreter.locationOf(state, process)]);
  for (const location of seen)
    for (const step of steps) {
      if (step.from !== location) continue;
      seen.add(step.to);
      // What needs the same conditions would have let it go on by itself.
      if (closed.some((other) => asksAsMuch(step, other))) continue;
      for (const effect of step.effects) {
        if (effect.kind !== 'assign' || effect.place.scope !== 'shared') continue;
        const { variable, path } = effect.place;
        if (!variables.has(variable)) continue;
        const value =
          path.length === 0
            ? knownValue(effect.value, interpreter.context(state, process, false))
            : undefined;
        if (value === undefined) return true;
        const after = state.slice();
        after[interpreter.layout.shared[variable]] = value;
        if (interpreter.offered(after, waiting).length > 0) return true;
      }
    }
  return false;
}

/** Is everything that the second step asks of shared variables asked by the first, too? */
function asksAsMuch(first: Step, second: Step): boolean {
  const asked = first.guard ? conditionsIn(first.guard) : new Set<string>();
  return second.guard !== undefined && [...conditionsIn(second.guard)].every((one) => asked.has(one));
}

/** The single conditions on shared variables in a condition. */
function conditionsIn(condition: Expression, found = new Set<string>()): Set<string> {
  if (condition.kind === 'unary' && condition.operator === 'not') conditionsIn(condition.operand, found);
  else if (condition.kind === 'binary' && (condition.operator === 'and' || condition.operator === 'or')) {
    conditionsIn(condition.left, found);
    conditionsIn(condition.right, found);
  } else {
    const reads: Resource[] = [];
    readsOf(condition, reads);
    if (reads.some(({ kind }) => kind === 'shared')) found.add(JSON.stringify(condition));
  }
  return found;
}

/** Of constants and of shared variables as they are now; undefined where more than that goes in. */
function knownValue(value: Expression, context: Context): number | undefined {
  const reads: Resource[] = [];
  readsOf(value, reads);
  if (reads.some(({ kind }) => kind !== 'shared')) return undefined;
  try {
    return evaluate(value, context);
  } catch (error) {
    if (error instanceof FaultSignal) return undefined;
    throw error;
  }
}

const MOST_WISHES = 3;

/** What the steps do; the name of their place where they are one thing in many forms. */
function wishesOf(interpreter: Interpreter, steps: readonly Step[], place: string | undefined): string[] {
  const wishes = [...new Set(steps.map((step) => wish(interpreter, step)))];
  return wishes.length > MOST_WISHES && place !== undefined ? [place] : wishes;
}

/** Why nothing can move: a circle (which the trace tells), servers without callers, or conditions that stay false. */
export function stuckness({ waiting, circle }: Ending): string | undefined {
  if (circle.length > 0)
    return `circular wait of ${circle.length === 1 ? '1 process' : `${circle.length} processes`}`;
  const stuck = waiting.filter((w) => !w.atEnd);
  const idle = stuck.filter((w) => w.idle);
  const names = (some: Waiting[]): string => some.map((w) => w.name).join(', ');
  const forsaken = stuck.filter((w) => !w.idle && w.waitsFor.length === 0);
  const others = stuck.filter((w) => !w.idle && w.waitsFor.length > 0);
  const rest = [
    ...(forsaken.length > 0 ? [`nobody is left who could let it go on: ${names(forsaken)}`] : []),
    ...(others.length > 0 ? [`waiting in vain: ${names(others)}`] : []),
  ];
  if (idle.length > 0) {
    const ever = rest.length === 0 ? ' for ever' : '';
    return [`idle${ever}, all possible callers have ended: ${names(idle)}`, ...rest].join('; ');
  }
  return forsaken.length > 0 ? rest.join('; ') : undefined;
}

function wish(interpreter: Interpreter, step: Step): string {
  if (step.action.kind === 'synchronise') return interpreter.system.symbols[step.action.symbol].name;
  return step.text ?? step.event?.name ?? step.action.kind;
}

/** Who would have to move first so that this step becomes possible. */
function missingPartners(interpreter: Interpreter, state: Int32Array, process: number, step: Step): number[] {
  const { action } = step;
  if (action.kind === 'synchronise') {
    const missing = interpreter.membersOf(state, action.symbol).filter((member) => {
      const type = interpreter.typeOf(state, member);
      return !interpreter.offered(state, member).some((index) => isSymbol(type.steps[index], action.symbol));
    });
    return missing.map((member) =>
      comesTo(interpreter, state, member, action.symbol, process) ? member : NEEDS_ME_FIRST,
    );
  }
  if (action.kind !== 'send' && action.kind !== 'receive') return [];
  const other = action.kind === 'send' ? 'receive' : 'send';
  const channel = evaluate(action.channel, interpreter.context(state, process, false));
  return interpreter
    .living(state)
    .filter((p) => p !== process && usesChannel(interpreter.typeOf(state, p), other, channel));
}

/** Stands for a partner that cannot come to the symbol before the waiting process itself moves. */
const NEEDS_ME_FIRST = -1;

const isSymbol = (step: Step, symbol: number): boolean =>
  step.action.kind === 'synchronise' && step.action.symbol === symbol;

/** Can `member`, by its own automaton, come to offer the symbol without any other step that `waiting` shares? */
function comesTo(
  interpreter: Interpreter,
  state: Int32Array,
  member: number,
  symbol: number,
  waiting: number,
): boolean {
  const { steps } = interpreter.typeOf(state, member);
  const shared = new Set(interpreter.typeOf(state, waiting).alphabet);
  const seen = new Set([interpreter.locationOf(state, member)]);
  for (const location of seen) {
    for (const step of steps) {
      if (step.from !== location) continue;
      if (isSymbol(step, symbol)) return true;
      if (step.action.kind === 'synchronise' && shared.has(step.action.symbol)) continue;
      seen.add(step.to);
    }
  }
  return false;
}

/** Does the process have, anywhere, a step for the other side? Only channels named by constants are told apart. */
function usesChannel(type: ProcessType, side: 'send' | 'receive', channel: number): boolean {
  return type.steps.some(({ action }) => {
    if (action.kind !== side || !('channel' in action)) return false;
    return action.channel.kind !== 'constant' || action.channel.value === channel;
  });
}

/**
 * A shortest circle of processes each of which waits for the next; those at an end do not count. Who waits for
 * any of several most likely waits for the one it met last: a fork for the philosopher that took it.
 */
function circleOf(waiting: Waiting[], past: Past): number[] {
  const stuck = waiting.filter((w) => !w.atEnd);
  const likely = stuck.map(({ process, waitsFor }): [number, number[]] => {
    const partner = past.partner.get(process);
    return [process, partner !== undefined && waitsFor.includes(partner) ? [partner] : waitsFor];
  });
  const circle = shortestCircle(new Map(likely));
  return circle.length > 0 ? circle : shortestCircle(new Map(stuck.map((w) => [w.process, w.waitsFor])));
}

function shortestCircle(next: ReadonlyMap<number, number[]>): number[] {
  let best: number[] = [];
  for (const start of next.keys()) {
    const cameFrom = new Map<number, number>();
    const queue = [start];
    for (const process of queue) {
      for (const target of next.get(process) ?? []) {
        if (cameFrom.has(target) || !next.has(target)) continue;
        cameFrom.set(target, process);
        queue.push(target);
      }
    }
    if (!cameFrom.has(start)) continue;
    const circle = [start];
    for (let at = cameFrom.get(start)!; at !== start; at = cameFrom.get(at)!) circle.unshift(at);
    circle.unshift(circle.pop()!);
    if (best.length === 0 || circle.length < best.length) best = circle;
  }
  return best;
}
