/** The options of `heddle graph`. */
import { Argument, type Command, Option } from 'commander';
import { type GraphCommand, runGraph } from '../graph.js';
import { graphHelp } from '../help.js';
import { parseConstraints, parseCount, parseDuration } from '../option-values.js';
import { type Definition, define, target } from './definition.js';

export const defineGraph: Definition = (command: Command, { io, outcome }) => {
  command
    .description(
      'Draws the processes of a program, its reachable states, or what an engine makes of a question.',
    )
    .addArgument(new Argument('<file>', 'program'))
    .addOption(
      new Option('--view <name>', 'what to draw')
        .choices(['control', 'automata', 'states', 'flowgraph', 'tfg'])
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
    .option('-p, --property <file-or-text>', 'for flowgraph and tfg: the property that is asked')
    .option('--name <property>', 'for flowgraph and tfg: of several properties, this one')
    .option('--deadlock', 'for the flowgraph: deadlock is asked (the default)')
    .addOption(
      new Option('--cycles <way>', 'for the flowgraph: off shows solutions with disconnected flow').choices([
        'default',
        'off',
      ]),
    )
    .addOption(
      new Option('--detail <what>', 'for tfg: what is a node beside the steps')
        .choices(['steps', 'places', 'statements', 'program'])
        .default('places'),
    )
    .addOption(
      new Option(
        '--constraints <list>',
        "for tfg: only paths that these allow, such as 'task control, variable control.count'",
      ).argParser(parseConstraints),
    )
    .addOption(
      new Option('--time <duration>', 'for flowgraph and tfg: time limit')
        .argParser(parseDuration)
        .default(60, '60s'),
    )
    .addOption(target())
    .addOption(define())
    .addHelpText('after', graphHelp)
    .action(async (file: string, options: GraphCommand) => {
      outcome.code = await runGraph(file, options, io);
    });
};
