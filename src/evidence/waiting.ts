/** How an execution ends: where each process stands, what it waits for, and who waits in a circle. */
import type { Fault } from '../model/evaluate.js';
import type { Interpreter } from '../model/interpreter.js';
import type { Action, ProcessType, Step } from '../model/system.js';
import { processName } from './replay.js';
import type { Ending, Waiting } from './trace.js';

export function endingOf(
  interpreter: Interpreter,
  state: Int32Array,
  fault: Fault | undefined,
  cycle: boolean,
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
  const waiting = interpreter.living(state).map((process) => waitingOf(interpreter, state, process));
  const stuck = interpreter.unfinished(state).length > 0;
  for (const each of stuck ? waiting : []) {
    const { steps } = interpreter.typeOf(state, each.process);
    const receives = interpreter
      .offered(state, each.process)
      .some((index) => steps[index].action.kind === 'receive');
    const ended = each.waitsFor.every((process) => waiting.some((w) => w.process === process && w.atEnd));
    if (receives && ended && !each.atEnd) each.idle = true;
  }
  return { kind: stuck ? 'deadlock' : 'terminated', waiting, circle: stuck ? circleOf(waiting) : [] };
}

function waitingOf(interpreter: Interpreter, state: Int32Array, process: number): Waiting {
  const type = interpreter.typeOf(state, process);
  const at = interpreter.locationOf(state, process);
  const location = type.locations[at];
  const steps = interpreter.offered(state, process).map((index) => type.steps[index]);
  const waitsFor = new Set(steps.flatMap((step) => missingPartners(interpreter, state, process, step)));
  waitsFor.delete(NEEDS_ME_FIRST);
  return {
    process,
    name: processName(interpreter, state, process),
    location: location.name ?? `location ${at}`,
    atEnd: location.marks?.includes('end') ?? false,
    readyFor: [...new Set(steps.map((step) => wish(interpreter, step)))],
    waitsFor: [...waitsFor].sort((a, b) => a - b),
    span: location.span ?? steps[0]?.span,
  };
}

/** Why nothing can move: a circle (which the trace tells), servers without callers, or conditions that stay false. */
export function stuckness({ waiting, circle }: Ending): string | undefined {
  if (circle.length > 0)
    return `circular wait of ${circle.length === 1 ? '1 process' : `${circle.length} processes`}`;
  const stuck = waiting.filter((w) => !w.atEnd);
  const idle = stuck.filter((w) => w.idle);
  const names = (some: Waiting[]): string => some.map((w) => w.name).join(', ');
  const others = stuck.filter((w) => !w.idle);
  if (others.length === 0 && idle.length > 0)
    return `idle for ever, all possible callers have ended: ${names(idle)}`;
  if (idle.length > 0)
    return `idle, all possible callers have ended: ${names(idle)}; waiting in vain: ${names(others)}`;
  return undefined;
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
  return interpreter
    .living(state)
    .filter((p) => p !== process && usesChannel(interpreter.typeOf(state, p), other, action));
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
function usesChannel(type: ProcessType, side: 'send' | 'receive', action: Action): boolean {
  return type.steps.some((step) => {
    if (step.action.kind !== side || !('channel' in step.action) || !('channel' in action)) return false;
    const [a, b] = [step.action.channel, action.channel];
    return a.kind !== 'constant' || b.kind !== 'constant' || a.value === b.value;
  });
}

/** A shortest circle of processes each of which waits for the next; those at an end do not count. */
function circleOf(waiting: Waiting[]): number[] {
  const next = new Map(waiting.filter((w) => !w.atEnd).map((w) => [w.process, w.waitsFor]));
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
