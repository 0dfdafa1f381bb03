/** The options of `heddle replay`. */
import { Argument, type Command } from 'commander';
import { replayHelp } from '../help.js';
import { type ReplayCommand, runReplay } from '../replay.js';
import { color, type Definition } from './definition.js';

export const defineReplay: Definition = (command: Command, { io, version, outcome }) => {
  command
    .description('Replays the execution that a token tells of, as the test-runner matchers print it.')
    .addArgument(new Argument('<token>', 'the token'))
    .addArgument(new Argument('[file]', 'the program, where it is not where the token says'))
    .option('--html <file>', 'write a page in which it can be stepped through')
    .addOption(color())
    .addHelpText('after', replayHelp)
    .action(async (token: string, file: string | undefined, options: ReplayCommand) => {
      outcome.code = await runReplay(token, file, options, io, version);
    });
};
