/** `heddle simulate`: one execution, chosen at random from a seed, or by hand. */
import { replay } from '../evidence/replay.js';
import type { Trace } from '../evidence/trace.js';
import { Interpreter } from '../model/interpreter.js';
import type { Run } from '../model/transition.js';
import { chart } from '../report/chart.js';
import { jsonSimulation } from '../report/json.js';
import { SourceLines } from '../report/report.js';
import { tellTrace } from '../report/story.js';
import { openFile } from '../verify/open.js';
import { EXIT } from '../verify/result.js';
import { locate } from './files.js';
import { simulateByHand } from './interactive.js';
import type { Io } from './io.js';
import { Random } from './random.js';
import { sayDiagnostics } from './say.js';
import { styleFor } from './terminal.js';

export interface SimulateCommand {
  seed?: number;
  steps: number;
  interactive?: boolean;
  reporter: 'pretty' | 'json';
  target?: string;
  define?: string[];
  color: boolean;
}

export async function runSimulate(
  file: string,
  command: SimulateCommand,
  io: Io,
  version: string,
): Promise<number> {
  const loaded = await openFile(locate(io, file), { target: command.target, definitions: command.define });
  sayDiagnostics(loaded.diagnostics, loaded.program.system.sources, io, command.color);
  const interpreter = new Interpreter(loaded.program.system);
  const sources = new SourceLines(loaded.program.system.sources);
  const style = styleFor(io, io.out, command.color);
  const seed = command.seed ?? io.freshSeed();
  const random = new Random(seed);
  const draw = (trace: Trace) => {
    const drawn = chart(trace, style);
    if (drawn.length > 0) io.out.write(`\n${drawn.join('\n')}\n`);
  };
  if (command.interactive) {
    const out = command.reporter === 'json' ? io.err : io.out;
    const trace = replay(interpreter, await simulateByHand(interpreter, sources, random, io, out, style));
    if (command.reporter === 'json') io.out.write(jsonSimulation({ version, file: loaded.file, trace }));
    else draw(trace);
    return io.stop.aborted ? EXIT.limit : EXIT.holds;
  }
  const trace = replay(interpreter, await randomRun(interpreter, random, command.steps, io.stop));
  if (command.reporter === 'json') io.out.write(jsonSimulation({ version, file: loaded.file, seed, trace }));
  else {
    io.out.write(`seed ${seed} (the same run again: --seed ${seed})\n`);
    const story = tellTrace(trace, sources, style, { steps: Number.POSITIVE_INFINITY });
    io.out.write(story.map((line) => `${line}\n`).join(''));
    draw(trace);
    if (trace.ending.kind === 'goes on') {
      io.out.write(`\nstopped after ${trace.steps.length} steps; it could go on\n`);
    }
  }
  return io.stop.aborted ? EXIT.limit : EXIT.holds;
}

/** Every enabled transition is equally likely; ends where nothing can move or something fails. */
async function randomRun(
  interpreter: Interpreter,
  random: Random,
  most: number,
  stop?: AbortSignal,
): Promise<Run> {
  const starts = interpreter.initialStates();
  const initial = random.below(starts.length);
  const run: Run = { initial, steps: [] };
  let state = starts[initial];
  while (run.steps.length < most && !stop?.aborted) {
    const enabled = interpreter.transitions(state);
    if (enabled.length === 0) break;
    const transition = enabled[random.below(enabled.length)];
    const outcome = interpreter.successor(state, transition);
    run.steps.push(transition);
    if (outcome.fault) break;
    state = outcome.state;
    if (run.steps.length % 500 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return run;
}
