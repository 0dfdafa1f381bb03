/**
 * The command line as a function: arguments in, exit code out. Everything that went wrong on the way
 * is said here, in one line where it is the user's to mend, and as a defect where it is ours.
 */
import { Argument, Command, CommanderError, Option } from 'commander';
import { MODULO, RELATIONS } from '../engine/equivalence/enumerative/index.js';
import { COMPRESSIONS, STORES } from '../engine/reach/compiled/store/settings.js';
import { REDUCTIONS } from '../engine/reach/reference/reduction/index.js';
import { InputError } from '../model/diagnostic.js';
import { printable } from '../report/printable.js';
import { EQUIVALENCE_ENGINES } from '../verify/equivalence.js';
import { EXIT } from '../verify/result.js';
import { type CheckCommand, runCheck } from './check.js';
import { configure } from './config/config.js';
import { type EquivCommand, runEquiv } from './equiv.js';
import { type ExportCommand, runExport } from './export.js';
import { type GraphCommand, runGraph } from './graph.js';
import {
  checkHelp,
  equivHelp,
  exportHelp,
  graphHelp,
  mergeHelp,
  minimiseHelp,
  programHelp,
  simulateHelp,
} from './help.js';
import type { Io } from './io.js';
import { type MergeCommand, runMerge } from './merge.js';
import { type MinimiseCommand, runMinimise } from './minimise.js';
import {
  collect,
  parseBits,
  parseCount,
  parseDuration,
  parseList,
  parseShard,
  parseSize,
  parseWhole,
  parseWorkers,
} from './option-values.js';
import { sayDiagnostics } from './say.js';
import { runSimulate, type SimulateCommand } from './simulate.js';
import { readVersion } from './version.js';

/** `argv` without the names of the interpreter and the script. */
export async function run(argv: string[], io: Io): Promise<number> {
  try {
    const outcome: { code: number } = { code: EXIT.holds };
    await commandLine(io, outcome).parseAsync(argv, { from: 'user' });
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

function commandLine(io: Io, outcome: { code: number }): Command {
  const version = readVersion();
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
  const add = (name: string): Command => configure(program.command(name)).allowExcessArguments(false);
  addCheck(add('check'), io, version, outcome);
  addSimulate(add('simulate'), io, version, outcome);
  addGraph(add('graph'), io, outcome);
  addExport(add('export'), io, outcome);
  addEquiv(add('equiv'), io, version, outcome);
  addMinimise(add('minimise'), io, outcome);
  addMerge(add('merge'), io, outcome);
  return program;
}

const target = () => new Option('--target <name>', 'which system is meant, where the file has several');
const color = () => new Option('--no-color', 'no colours (also: NO_COLOR)');

function addCheck(command: Command, io: Io, version: string, outcome: { code: number }): void {
  command
    .summary('check properties of programs')
    .description(
      'Checks properties of programs. Without options: all that the program declares, deadlock, and the properties in the .prop file beside it.',
    )
    .addArgument(new Argument('[file...]', 'programs, or patterns such as models/**/*.pml'))
    .addOption(
      new Option(
        '-p, --property <file-or-text>',
        'a property file, or a property (may be repeated)',
      ).argParser(collect),
    )
    .addOption(
      new Option('--ltl <formula>', 'a formula of linear temporal logic (may be repeated)').argParser(
        collect,
      ),
    )
    .option('--deadlock', 'check that no execution gets stuck')
    .addOption(
      new Option('--engine <name>', 'how to look for the answer')
        .choices(['auto', 'reach', 'inequality', 'reference'])
        .default('auto'),
    )
    .addOption(
      new Option(
        '--cycles <way>',
        'of the inequality engine: how flow that is not connected is excluded',
      ).choices(['default', 'published', 'off']),
    )
    .addOption(
      new Option(
        '--assume-equivalent <spec=impl>',
        'show that a part of the program does what a specification says, and check with that in its place (may be repeated)',
      ).argParser(collect),
    )
    .option('--fair', 'of endless executions, count only those weakly fair to every process')
    .addOption(new Option('--search <order>', 'order of the search').choices(['breadth', 'depth']))
    .addOption(
      new Option('--reduction <name>', 'leave out interleavings that make no difference')
        .choices(REDUCTIONS)
        .default('auto'),
    )
    .addOption(new Option('--compression <name>', 'form in which states are kept').choices(COMPRESSIONS))
    .addOption(
      new Option(
        '--store <name>',
        'keep all states (exact, dense), fingerprints (compact), or bits (bitstate)',
      ).choices(STORES),
    )
    .addOption(
      new Option(
        '--bitstate-bits <number>',
        'with --store bitstate: as many bits as 2 to this power',
      ).argParser(parseBits),
    )
    .addOption(new Option('--workers <number>', 'threads that search together').argParser(parseWorkers))
    .addOption(
      new Option('--reporter <name>', 'form of the report')
        .choices(['pretty', 'json', 'sarif', 'junit'])
        .default('pretty'),
    )
    .option('-o, --output <file>', 'write the report to a file (- is standard output)')
    .addOption(
      new Option(
        '--mermaid <file>',
        'write a sequence diagram of each violation (.mmd, or .md for all in one)',
      ),
    )
    .option('--html <file>', 'write a page in which the violations can be stepped through')
    .option('--config <file>', 'settings (default: heddle.config.json, where there is one)')
    .option('--no-cache', 'look for every answer anew, and keep none')
    .option('--watch', 'check again when a file changes, and tell what became different')
    .addOption(
      new Option('--shard <i/n>', 'only the i-th of n parts of the work; heddle merge joins them').argParser(
        parseShard,
      ),
    )
    .addOption(
      new Option('--exclude <pattern>', 'leave out files that match (may be repeated)').argParser(collect),
    )
    .addOption(
      new Option('--time <duration>', 'time limit for each program')
        .argParser(parseDuration)
        .default(60, '60s'),
    )
    .addOption(
      new Option('--memory <size>', 'limit for stored states')
        .argParser(parseSize)
        .default(2 * 1024 ** 3, '2g'),
    )
    .addOption(new Option('--max-states <number>', 'most states to store').argParser(parseCount))
    .addOption(new Option('--max-depth <number>', 'most steps from the start').argParser(parseCount))
    .addOption(target())
    .addOption(color())
    .addHelpText('after', checkHelp)
    .action(async (files: string[], _: CheckCommand, command: Command) => {
      const meant = configure(command, files, io);
      outcome.code = await runCheck(meant, command.opts<CheckCommand>(), io, version);
    });
}

function addSimulate(command: Command, io: Io, version: string, outcome: { code: number }): void {
  command
    .summary('follow one execution of a program')
    .description('Follows one execution of a program: random from a seed, or step by step as you choose.')
    .addArgument(new Argument('<file>', 'program'))
    .addOption(new Option('--seed <number>', 'seed of the random choices').argParser(parseWhole))
    .addOption(new Option('--steps <number>', 'most steps').argParser(parseCount).default(100))
    .option('-i, --interactive', 'choose every step yourself')
    .addOption(
      new Option('--reporter <name>', 'form of the report').choices(['pretty', 'json']).default('pretty'),
    )
    .addOption(target())
    .addOption(color())
    .addHelpText('after', simulateHelp)
    .action(async (file: string, options: SimulateCommand) => {
      outcome.code = await runSimulate(file, options, io, version);
    });
}

function addGraph(command: Command, io: Io, outcome: { code: number }): void {
  command
    .summary('draw the processes, the reachable states, or the flow of a question')
    .description('Draws the processes of a program, its reachable states, or the flowgraph of a question.')
    .addArgument(new Argument('<file>', 'program'))
    .addOption(
      new Option('--view <name>', 'what to draw')
        .choices(['control', 'automata', 'states', 'flowgraph'])
        .default('control'),
    )
    .addOption(
      new Option('--format <name>', 'form of the drawing')
        .choices(['dot', 'svg', 'mermaid', 'aut'])
        .default('dot'),
    )
    .option('-o, --output <file>', 'write to a file (- is standard output)')
    .addOption(new Option('--max-states <number>', 'most states to draw').argParser(parseCount).default(500))
    .option('--process <name>', 'only this process or process type')
    .option('-p, --property <file-or-text>', 'for the flowgraph: the property that is asked')
    .option('--deadlock', 'for the flowgraph: deadlock is asked (the default)')
    .addOption(
      new Option('--cycles <way>', 'for the flowgraph: off shows solutions with disconnected flow').choices([
        'default',
        'off',
      ]),
    )
    .addOption(
      new Option('--time <duration>', 'for the flowgraph: time limit')
        .argParser(parseDuration)
        .default(60, '60s'),
    )
    .addOption(target())
    .addHelpText('after', graphHelp)
    .action(async (file: string, options: GraphCommand) => {
      outcome.code = await runGraph(file, options, io);
    });
}

function addExport(command: Command, io: Io, outcome: { code: number }): void {
  command
    .summary('write the inequalities of a question for another solver')
    .description('Writes the inequalities that an execution violating a property would satisfy.')
    .addArgument(new Argument('<file>', 'program'))
    .option('-p, --property <file-or-text>', 'a file with one property, or a property')
    .option('--deadlock', 'ask for deadlock (the default)')
    .addOption(new Option('--to <format>', 'form of the file').choices(['lp', 'mps']).makeOptionMandatory())
    .option('--reduced', 'leave out what propagation and trimming decide')
    .option('-o, --output <file>', 'write to a file (- is standard output)')
    .addOption(target())
    .addHelpText('after', exportHelp)
    .action((file: string, options: ExportCommand) => {
      outcome.code = runExport(file, options, io);
    });
}

const visible = (byDefault: string) =>
  new Option('--visible <names>', `events that count, separated by commas (default: ${byDefault})`).argParser(
    parseList,
  );

function addLimits(command: Command): Command {
  return command
    .addOption(new Option('--time <duration>', 'time limit').argParser(parseDuration).default(60, '60s'))
    .addOption(
      new Option('--memory <size>', 'limit for stored states')
        .argParser(parseSize)
        .default(2 * 1024 ** 3, '2g'),
    )
    .addOption(new Option('--max-states <number>', 'most states to store').argParser(parseCount));
}

function addEquiv(command: Command, io: Io, version: string, outcome: { code: number }): void {
  addLimits(
    command
      .summary('compare a program with its specification')
      .description('Finds out whether two programs can be told apart by what can be seen of them.')
      .addArgument(new Argument('<spec>', 'the specification, a program'))
      .addArgument(new Argument('<impl>', 'the implementation, a program'))
      .addOption(
        new Option('--engine <name>', 'how to look for the answer')
          .choices(EQUIVALENCE_ENGINES)
          .default('auto'),
      )
      .addOption(visible('those that both have'))
      .addOption(new Option('--relation <name>', 'what must be the same').choices(RELATIONS).default('trace'))
      .option('--refines', 'only ask that the implementation does nothing that the specification does not')
      .option('--divergence', 'with branching: going on internally for ever counts'),
  )
    .addOption(
      new Option('--reporter <name>', 'form of the report').choices(['pretty', 'json']).default('pretty'),
    )
    .option('-o, --output <file>', 'write the report to a file (- is standard output)')
    .option('--spec-target <name>', 'which system of the specification is meant')
    .option('--impl-target <name>', 'which system of the implementation is meant')
    .addOption(color())
    .addHelpText('after', equivHelp)
    .action(async (spec: string, impl: string, options: EquivCommand) => {
      outcome.code = await runEquiv(spec, impl, options, io, version);
    });
}

function addMinimise(command: Command, io: Io, outcome: { code: number }): void {
  addLimits(
    command
      .summary('write the smallest program that does the same')
      .description('Writes the smallest labelled transition system that does the same as a program.')
      .addArgument(new Argument('<file>', 'program'))
      .addOption(
        new Option('--modulo <name>', 'what must stay the same').choices(MODULO).makeOptionMandatory(),
      )
      .addOption(visible('all'))
      .option('--divergence', 'with branching: going on internally for ever is kept'),
  )
    .option('-o, --output <file>', 'write to a file (- is standard output)')
    .addOption(
      new Option('--format <name>', 'aut, lts (FSP) or dot; by default as the output file is called').choices(
        ['aut', 'lts', 'dot'],
      ),
    )
    .addOption(target())
    .addHelpText('after', minimiseHelp)
    .action(async (file: string, options: MinimiseCommand) => {
      outcome.code = await runMinimise(file, options, io);
    });
}

function addMerge(command: Command, io: Io, outcome: { code: number }): void {
  command
    .summary('join the reports of shards')
    .description('Joins the JSON reports of heddle check --shard into one, and tells it.')
    .addArgument(new Argument('<report...>', 'the reports of all shards'))
    .addOption(
      new Option('--reporter <name>', 'form of the report')
        .choices(['pretty', 'json', 'sarif', 'junit'])
        .default('pretty'),
    )
    .option('-o, --output <file>', 'write the report to a file (- is standard output)')
    .option('--html <file>', 'write a page in which the violations can be stepped through')
    .addOption(color())
    .addHelpText('after', mergeHelp)
    .action((files: string[], options: MergeCommand) => {
      outcome.code = runMerge(files, options, io);
    });
}
