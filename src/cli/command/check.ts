/** The options of `heddle check`. */
import { Argument, type Command, Option } from 'commander';
import { COMPRESSIONS, STORES } from '../../engine/reach/compiled/store/settings.js';
import { REDUCTIONS } from '../../engine/reach/reference/reduction/index.js';
import { runCheck } from '../check.js';
import type { CheckCommand } from '../check-command.js';
import { configure } from '../config/settings-file.js';
import { checkHelp } from '../help.js';
import {
  collect,
  parseBits,
  parseConstraints,
  parseCount,
  parseDuration,
  parseShard,
  parseSize,
  parseWorkers,
} from '../option-values.js';
import { color, type Definition, define, target } from './definition.js';

export const defineCheck: Definition = (command: Command, { io, version, outcome }) => {
  command
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
        .choices(['auto', 'reach', 'inequality', 'flow', 'values', 'reference'])
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
        '--constraints <list>',
        "of the flow engine: use only these, such as 'task control, variable control.count', or none",
      ).argParser(parseConstraints),
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
    .option('--explain', 'tell which engines were asked, and what each said')
    .option('-o, --output <file>', 'write the report to a file (- is standard output)')
    .addOption(
      new Option(
        '--mermaid <file>',
        'write a sequence diagram of each violation (.mmd, or .md for all in one)',
      ),
    )
    .option('--certificate <file>', 'write what others can check about the properties that hold')
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
    .addOption(define())
    .addOption(
      new Option('--queues <order>', 'Ada: who is next at an entry, first come first served or any').choices([
        'fifo',
        'any',
      ]),
    )
    .addOption(
      new Option(
        '--delays <when>',
        'Ada: a delay may end at any time (free), or only when nothing else can happen (quiet)',
      ).choices(['free', 'quiet']),
    )
    .addOption(
      new Option(
        '--overflow <when>',
        'Ada: counters that would overflow only after millions of steps do not (distant), or may (checked)',
      ).choices(['distant', 'checked']),
    )
    .addOption(
      new Option('--values <number>', 'Ada: most values of one variable that are kept').argParser(parseCount),
    )
    .addOption(
      new Option('--objects <number>', 'Ada: most objects of one allocator in an open loop').argParser(
        parseCount,
      ),
    )
    .addOption(color())
    .addHelpText('after', checkHelp)
    .action(async (files: string[]) => {
      const meant = await configure(command, files, io);
      outcome.code = await runCheck(meant, command.opts<CheckCommand>(), io, version);
    });
};
