/**
 * The command line as a function: arguments in, exit code out. Everything that went wrong on the way
 * is said here, in one line where it is the user's to mend, and as a defect where it is ours.
 */
import { Command, CommanderError } from 'commander';
import { InputError } from '../model/diagnostic.js';
import { printable } from '../report/printable.js';
import { EXIT } from '../verify/result.js';
import type { Definition, Surroundings } from './command/definition.js';
import { programHelp } from './help.js';
import type { Io } from './io.js';
import { sayDiagnostics } from './say.js';
import { readVersion } from './version.js';

/** Each is loaded when it is asked for: a run needs one of them, and starting is a large part of a small run. */
const COMMANDS: { name: string; summary: string; load(): Promise<Definition> }[] = [
  {
    name: 'check',
    summary: 'check properties of programs',
    load: async () => (await import('./command/check.js')).defineCheck,
  },
  {
    name: 'certify',
    summary: 'check a certificate against a program',
    load: async () => (await import('./command/certify.js')).defineCertify,
  },
  {
    name: 'simulate',
    summary: 'follow one execution of a program',
    load: async () => (await import('./command/simulate.js')).defineSimulate,
  },
  {
    name: 'graph',
    summary: 'draw the processes, the reachable states, or the flow of a question',
    load: async () => (await import('./command/graph.js')).defineGraph,
  },
  {
    name: 'export',
    summary: 'write the inequalities of a question for another solver',
    load: async () => (await import('./command/export.js')).defineExport,
  },
  {
    name: 'equiv',
    summary: 'compare a program with its specification',
    load: async () => (await import('./command/equiv.js')).defineEquiv,
  },
  {
    name: 'minimise',
    summary: 'write the smallest program that does the same',
    load: async () => (await import('./command/minimise.js')).defineMinimise,
  },
  {
    name: 'merge',
    summary: 'join the reports of shards',
    load: async () => (await import('./command/merge.js')).defineMerge,
  },
  {
    name: 'replay',
    summary: 'replay a violation from its token',
    load: async () => (await import('./command/replay.js')).defineReplay,
  },
];

/** `argv` without the names of the interpreter and the script. */
export async function run(argv: string[], io: Io): Promise<number> {
  try {
    const outcome: { code: number } = { code: EXIT.holds };
    const program = await commandLine(argv, { io, version: readVersion(), outcome });
    await program.parseAsync(argv, { from: 'user' });
    return outcome.code;
  } catch (error) {
    return failed(error, io);
  }
}

function failed(error: unknown, io: Io): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.holds : EXIT.badInput;
  if (error instanceof InputError) {
    sayDiagnostics(error.diagnostics, [], io);
    return EXIT.badInput;
  }
  const message = error instanceof Error ? error.message : String(error);
  io.err.write(`defect in Heddle: ${printable(message)}; please report it, with the input that shows it\n`);
  if (io.env.HEDDLE_DEBUG === '1' && error instanceof Error) io.err.write(`${error.stack}\n`);
  return EXIT.defect;
}

async function commandLine(argv: string[], surroundings: Surroundings): Promise<Command> {
  const { io, version } = surroundings;
  const program = new Command('heddle');
  const configure = (command: Command): Command =>
    command
      .exitOverride()
      .configureOutput({
        writeOut: (text) => io.out.write(text),
        writeErr: (text) => io.err.write(text),
        getOutHelpWidth: () => Math.min(io.out.columns || 100, 110),
        getErrHelpWidth: () => Math.min(io.err.columns || 100, 110),
        getOutHasColors: () => false,
        getErrHasColors: () => false,
        outputError: (text, write) => write(text.replace(/^error: /, 'heddle: ')),
      })
      .helpOption('-h, --help', 'show this help')
      .showHelpAfterError(`(heddle ${command === program ? '' : `${command.name()} `}--help tells more)`);
  configure(program)
    .description('Can this concurrent program ever deadlock, break an order of events, or starve?')
    .usage('<command> [options]')
    .version(version, '-V, --version', 'show the version')
    .helpCommand('help [command]', 'show the help of a command')
    .addHelpText('after', programHelp);
  const asked = argv.find((argument) => !argument.startsWith('-'));
  const known = COMMANDS.some(({ name }) => name === asked);
  for (const { name, summary, load } of COMMANDS) {
    const command = configure(program.command(name)).allowExcessArguments(false).summary(summary);
    if (!known || name === asked) (await load())(command, surroundings);
  }
  return program;
}
