/** Reading what the user named, and writing files that are whole or not there. */
import { randomBytes } from 'node:crypto';
import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, isAbsolute, join } from 'node:path';
import { InputError } from '../model/diagnostic.js';
import type { SourceText } from '../model/source.js';
import { readText } from '../verify/language.js';
import type { Io } from './io.js';

/** The path to open; left as the user wrote it where it means the same, because reports show it. */
export function locate(io: Io, file: string): string {
  return isAbsolute(file) || io.cwd === process.cwd() ? file : join(io.cwd, file);
}

export function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Is a file meant, and not the property itself? One that is called like a property file, even if it is not there. */
export const isPropertyFile = (path: string): boolean => isFile(path) || /^\S+\.prop$/.test(path);

export function readSource(path: string): SourceText {
  return { file: path, text: readText(path) };
}

/** The text for an excerpt, if it can be had: failing to show a line must not hide the message about it. */
export function readIfPossible(path: string): SourceText | undefined {
  try {
    return isFile(path) ? readSource(path) : undefined;
  } catch {
    return undefined;
  }
}

/** `phil.prop` beside `phil.lts`. */
export function propertyFileBeside(program: string): string | undefined {
  const candidate = placeBeside(program);
  return candidate !== undefined && existsSync(candidate) ? candidate : undefined;
}

/** Where that file would be, whether it is there or not. */
export function placeBeside(program: string): string | undefined {
  const extension = extname(program);
  return extension === '.prop' ? undefined : join(dirname(program), `${basename(program, extension)}.prop`);
}

/** Written under another name in the same folder and renamed, so that no reader ever sees half of it. */
export function writeWhole(path: string, text: string): void {
  if (existsSync(path) && !isFile(path)) {
    writeInPlace(path, text);
    return;
  }
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    writeFileSync(temporary, text, { flag: 'wx' });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw cannotWrite(path, error);
  }
}

/** A device or a pipe cannot be renamed onto. */
function writeInPlace(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

function cannotWrite(path: string, error: unknown): InputError {
  return new InputError([
    { code: 'bad-option', severity: 'error', message: `cannot write ${path}: ${reasonOf(error)}` },
  ]);
}

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT') return 'no such file or folder';
  if (code === 'EACCES' || code === 'EPERM') return 'not permitted';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'ENOTDIR') return 'a part of its path is not a folder';
  if (code === 'ENOSPC') return 'no space left';
  return error instanceof Error ? error.message : String(error);
}
