/** The options of `heddle minimise`. */
import { Argument, type Command, Option } from 'commander';
import { MODULO } from '../../engine/equivalence/enumerative/index.js';
import { minimiseHelp } from '../help.js';
import { type MinimiseCommand, runMinimise } from '../minimise.js';
import { addLimits, type Definition, define, target, visible } from './definition.js';

export const defineMinimise: Definition = (command: Command, { io, outcome }) => {
  addLimits(
    command
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
    .addOption(define())
    .addHelpText('after', minimiseHelp)
    .action(async (file: string, options: MinimiseCommand) => {
      outcome.code = await runMinimise(file, options, io);
    });
};
