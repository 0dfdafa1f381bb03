/** The options of `heddle graph`. */
import { Argument, type Command, Option } from 'commander';
import { type GraphCommand, runGraph } from '../graph.js';
import { graphHelp } from '../help.js';
import { parseCount, parseDuration } from '../option-values.js';
import { type Definition, target } from './definition.js';

export const defineGraph: Definition = (command: Command, { io, outcome }) => {
  command
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
};
