/** The options of `heddle export`. */
import { Argument, type Command, Option } from 'commander';
import { type ExportCommand, runExport } from '../export.js';
import { exportHelp } from '../help.js';
import { type Definition, define, target } from './definition.js';

export const defineExport: Definition = (command: Command, { io, outcome }) => {
  command
    .description('Writes the inequalities that an execution violating a property would satisfy.')
    .addArgument(new Argument('<file>', 'program'))
    .option('-p, --property <file-or-text>', 'a file with one property, or a property')
    .option('--deadlock', 'ask for deadlock (the default)')
    .addOption(new Option('--to <format>', 'form of the file').choices(['lp', 'mps']).makeOptionMandatory())
    .option('--reduced', 'leave out what propagation and trimming decide')
    .option('-o, --output <file>', 'write to a file (- is standard output)')
    .addOption(target())
    .addOption(define())
    .addHelpText('after', exportHelp)
    .action(async (file: string, options: ExportCommand) => {
      outcome.code = await runExport(file, options, io);
    });
};
