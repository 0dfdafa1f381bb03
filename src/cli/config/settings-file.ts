/** Is there a configuration, and does anything at all say what to check? */
import type { Command } from 'commander';
import { InputError } from '../../model/diagnostic.js';
import { isFile, locate } from '../files.js';
import type { Io } from '../io.js';

const NAME = 'heddle.config.json';

/** The files to check, with the options of the command as the configuration leaves them. */
export async function configure(command: Command, files: string[], io: Io): Promise<string[]> {
  const given = command.opts<{ config?: string }>().config;
  const path = locate(io, given ?? NAME);
  if (given === undefined && !isFile(path)) return required(files);
  const { applySettings } = await import('./config.js');
  const named = applySettings(command, path, io.cwd);
  return required(files.length > 0 ? files : named);
}

function required(files: string[]): string[] {
  if (files.length > 0) return files;
  const message = 'there is nothing to check';
  const hint = `name programs, or list them under "files" in ${NAME}`;
  throw new InputError([{ code: 'bad-option', severity: 'error', message, hint }]);
}
