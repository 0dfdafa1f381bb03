/** How a command of the command line is described, and what several of them have in common. */
import { type Command, Option } from 'commander';
import type { Io } from '../io.js';
import { collectDefinitions, parseCount, parseDuration, parseList, parseSize } from '../option-values.js';

/** Where a command leaves its exit code, and what it may use. */
export interface Surroundings {
  io: Io;
  version: string;
  outcome: { code: number };
}

/** Adds description, arguments, options and action to a command. */
export type Definition = (command: Command, surroundings: Surroundings) => void;

export const target = () =>
  new Option('--target <name>', 'which system is meant, where the file has several');
export const define = () =>
  new Option(
    '-D, --define <name[=text]>',
    "Promela: as if '#define name text' came before the model (may be repeated)",
  ).argParser(collectDefinitions);
export const color = () => new Option('--no-color', 'no colours (also: NO_COLOR)');

export const visible = (byDefault: string) =>
  new Option('--visible <names>', `events that count, separated by commas (default: ${byDefault})`).argParser(
    parseList,
  );

export function addLimits(command: Command): Command {
  return command
    .addOption(new Option('--time <duration>', 'time limit').argParser(parseDuration).default(60, '60s'))
    .addOption(
      new Option('--memory <size>', 'limit for stored states')
        .argParser(parseSize)
        .default(2 * 1024 ** 3, '2g'),
    )
    .addOption(new Option('--max-states <number>', 'most states to store').argParser(parseCount));
}
