/** A person chooses the steps: a numbered list of what can happen, undo, a random choice, quit. */
import { createInterface } from 'node:readline';
import { replay, valuesOf } from '../evidence/replay.js';
import type { TraceStep } from '../evidence/trace.js';
import type { Interpreter } from '../model/interpreter.js';
import type { Run, Transition } from '../model/transition.js';
import { printable } from '../report/printable.js';
import type { SourceLines } from '../report/report.js';
import { joinWords, tellStep } from '../report/story.js';
import { paint, type Style } from '../report/style.js';
import type { Io, Output } from './io.js';
import type { Random } from './random.js';

const HELP =
  'a number: take that step   r: a random one   r N: N random ones   u: undo   v: values   q: quit\n';

export async function simulateByHand(
  interpreter: Interpreter,
  sources: SourceLines,
  random: Random,
  io: Io,
  out: Output,
  style: Style,
): Promise<Run> {
  const session = new Session(interpreter, sources, random, out, style);
  const lines = createInterface({ input: io.input, terminal: false, signal: io.stop });
  out.write(HELP);
  session.prompt();
  try {
    for await (const line of lines) {
      if (!session.answer(line.trim())) break;
      session.prompt();
    }
  } finally {
    lines.close();
  }
  out.write('\n');
  return session.run;
}

class Session {
  readonly run: Run = { initial: 0, steps: [] };
  private readonly states: Int32Array[];
  private enabled: Transition[] = [];

  constructor(
    private readonly interpreter: Interpreter,
    private readonly sources: SourceLines,
    private readonly random: Random,
    private readonly out: Output,
    private readonly style: Style,
  ) {
    const starts = interpreter.initialStates();
    this.run.initial = random.below(starts.length);
    this.states = [starts[this.run.initial]];
    this.enabled = interpreter.transitions(this.states[0]);
  }

  prompt(): void {
    if (this.enabled.length === 0) this.out.write('nothing can happen any more\n');
    this.enabled.forEach((transition, i) => {
      this.out.write(`  ${String(i + 1).padStart(2)}) ${describe(this.told(transition))}\n`);
    });
    this.out.write(`${paint(this.style, 'bold', `step ${this.run.steps.length + 1}>`)} `);
  }

  /** False when the person wants to leave. */
  answer(line: string): boolean {
    const repeated = /^r(?:\s+(\d{1,6}))?$/.exec(line);
    if (line === 'q') return false;
    if (line === 'u') this.undo();
    else if (line === 'v') this.showValues();
    else if (repeated) {
      for (let n = Number(repeated[1] ?? 1); n > 0 && this.enabled.length > 0; n--) {
        this.take(this.enabled[this.random.below(this.enabled.length)]);
      }
    } else if (/^\d{1,6}$/.test(line) && this.enabled[Number(line) - 1])
      this.take(this.enabled[Number(line) - 1]);
    else this.out.write(HELP);
    return true;
  }

  private take(transition: Transition): void {
    const state = this.states.at(-1)!;
    const outcome = this.interpreter.successor(state, transition);
    const told = this.told(transition);
    this.run.steps.push(transition);
    this.states.push(outcome.state);
    this.enabled = outcome.fault ? [] : this.interpreter.transitions(outcome.state);
    for (const line of tellStep(told, this.run.steps.length, 1, this.sources, this.style)) {
      this.out.write(`${line}\n`);
    }
    if (outcome.fault) this.out.write(`here it fails: ${printable(outcome.fault.message)}\n`);
  }

  private undo(): void {
    if (this.run.steps.length === 0) {
      this.out.write('this is the start\n');
      return;
    }
    this.run.steps.pop();
    this.states.pop();
    this.enabled = this.interpreter.transitions(this.states.at(-1)!);
  }

  private showValues(): void {
    for (const { name, value } of valuesOf(this.interpreter, this.states.at(-1)!)) {
      this.out.write(`  ${printable(name)} = ${printable(value)}\n`);
    }
  }

  private told(transition: Transition): TraceStep {
    const run = { initial: this.run.initial, steps: [...this.run.steps, transition] };
    return replay(this.interpreter, run).steps.at(-1)!;
  }
}

function describe(step: TraceStep): string {
  const names = step.participants.map((participant) => printable(participant.name));
  return `${joinWords(names)}: ${printable(step.label)}`;
}
