/** `heddle minimise`: the smallest system that does the same, written down. */
import { extname } from 'node:path';
import type { Budget } from '../engine/budget.js';
import { LimitReached } from '../engine/reach/reference/meter.js';
import { writeAut } from '../language/aut/index.js';
import { writeFsp } from '../language/fsp/write.js';
import { InputError } from '../model/diagnostic.js';
import { dot } from '../report/graph/dot.js';
import { mergeEdges } from '../report/graph/graph.js';
import { printable } from '../report/printable.js';
import { showCount } from '../report/quantity.js';
import { type Minimised, type MinimiseOptions, minimiseProgram } from '../verify/minimise.js';
import { openFile } from '../verify/open.js';
import { EXIT } from '../verify/result.js';
import { locate, writeWhole } from './files.js';
import type { Io } from './io.js';
import { sayDiagnostics } from './say.js';

type Format = 'aut' | 'lts' | 'dot';

export interface MinimiseCommand {
  modulo: MinimiseOptions['modulo'];
  visible?: string[];
  divergence?: boolean;
  output?: string;
  format?: Format;
  time: number;
  memory: number;
  maxStates?: number;
  target?: string;
  define?: string[];
}

export async function runMinimise(file: string, command: MinimiseCommand, io: Io): Promise<number> {
  const { modulo, visible, divergence, output } = command;
  if (divergence && modulo !== 'branching') throw badOption('--divergence goes with --modulo branching');
  const format = command.format ?? formatOf(output);
  const loaded = await openFile(locate(io, file), { target: command.target, definitions: command.define });
  const { system } = loaded.program;
  sayDiagnostics(loaded.diagnostics, system.sources, io);
  let small: Minimised;
  try {
    small = await minimiseProgram(loaded, { modulo, visible, divergence }, budgetOf(command, io));
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    io.err.write(`nothing is written: ${error.message} was reached\n`);
    return EXIT.limit;
  }
  const text = render(small, format, system.name);
  if (output === undefined || output === '-') io.out.write(text);
  else writeWhole(locate(io, output), text);
  if (small.faulted) io.err.write('note: some steps fault; they and what comes after them are left out\n');
  const { states, transitions } = small.before;
  const counts = (s: number, t: number) => `${showCount(s)} states, ${showCount(t)} transitions`;
  io.err.write(
    `${printable(system.name)} modulo ${modulo}: ${counts(states, transitions)} become ${counts(small.states, small.transitions.length)}\n`,
  );
  return EXIT.holds;
}

function budgetOf(command: MinimiseCommand, io: Io): Budget {
  return {
    now: io.now,
    deadline: io.now() + command.time,
    bytes: command.memory,
    states: command.maxStates,
    interrupted: () => io.stop.aborted,
    pause: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

function formatOf(output: string | undefined): Format {
  const extension = output === undefined ? '' : extname(output).toLowerCase();
  if (extension === '.lts' || extension === '.fsp') return 'lts';
  return extension === '.dot' || extension === '.gv' ? 'dot' : 'aut';
}

function render(small: Minimised, format: Format, name: string): string {
  const { states, transitions } = small;
  if (format === 'aut') return writeAut({ initial: 0, states, transitions });
  if (format === 'dot') {
    const nodes = Array.from({ length: states }, (_, s) => ({
      label: String(s),
      initial: s === 0 || undefined,
    }));
    return dot({ name, groups: [{ nodes, edges: mergeEdges(transitions) }] });
  }
  const { alphabet, silent } = small;
  const written = writeFsp({ name: 'MINIMAL', states, transitions, alphabet, silent });
  if ('text' in written) return written.text;
  throw badOption(
    `FSP cannot have an action called ${written.unwritable.label}`,
    'write it with --format aut, which takes any label',
  );
}

function badOption(message: string, hint?: string): InputError {
  return new InputError([{ code: 'bad-option', severity: 'error', message, hint }]);
}
