/** The options of `heddle simulate`. */
import { Argument, type Command, Option } from 'commander';
import { simulateHelp } from '../help.js';
import { parseCount, parseWhole } from '../option-values.js';
import { runSimulate, type SimulateCommand } from '../simulate.js';
import { color, type Definition, define, target } from './definition.js';

export const defineSimulate: Definition = (command: Command, { io, version, outcome }) => {
  command
    .description('Follows one execution of a program: random from a seed, or step by step as you choose.')
    .addArgument(new Argument('<file>', 'program'))
    .addOption(new Option('--seed <number>', 'seed of the random choices').argParser(parseWhole))
    .addOption(new Option('--steps <number>', 'most steps').argParser(parseCount).default(100))
    .option('-i, --interactive', 'choose every step yourself')
    .addOption(
      new Option('--reporter <name>', 'form of the report').choices(['pretty', 'json']).default('pretty'),
    )
    .addOption(target())
    .addOption(define())
    .addOption(color())
    .addHelpText('after', simulateHelp)
    .action(async (file: string, options: SimulateCommand) => {
      outcome.code = await runSimulate(file, options, io, version);
    });
};
