/** The options of `heddle equiv`. */
import { Argument, type Command, Option } from 'commander';
import { RELATIONS } from '../../engine/equivalence/enumerative/index.js';
import { EQUIVALENCE_ENGINES } from '../../verify/equivalence.js';
import { type EquivCommand, runEquiv } from '../equiv.js';
import { equivHelp } from '../help.js';
import { addLimits, color, type Definition, visible } from './definition.js';

export const defineEquiv: Definition = (command: Command, { io, version, outcome }) => {
  addLimits(
    command
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
};
