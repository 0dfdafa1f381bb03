/** The options of `heddle merge`. */
import { Argument, type Command, Option } from 'commander';
import { mergeHelp } from '../help.js';
import { type MergeCommand, runMerge } from '../merge.js';
import { color, type Definition } from './definition.js';

export const defineMerge: Definition = (command: Command, { io, outcome }) => {
  command
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
    .action(async (files: string[], options: MergeCommand) => {
      outcome.code = await runMerge(files, options, io);
    });
};
