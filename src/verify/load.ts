/** From text to program: which language a file is in, and who reads it. */
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, extname, resolve, sep } from 'node:path';
import { readAut } from '../language/aut/index.js';
import { readFsp } from '../language/fsp/index.js';
import { readPromela } from '../language/promela/index.js';
import { type Diagnostic, InputError, type Reading } from '../model/diagnostic.js';
import type { Program } from '../model/program.js';
import type { SourceText } from '../model/source.js';

export interface LoadOptions {
  /** Which of several systems in the file is meant. */
  target?: string;
}

export interface Loaded {
  file: string;
  language: string;
  program: Program;
  /** Warnings and notices of the reader. */
  diagnostics: Diagnostic[];
}

interface Language {
  name: string;
  extensions: string[];
  read(source: SourceText, options: LoadOptions): Reading<Program>;
}

/** Adding a language is one folder and one line here. */
const LANGUAGES: Language[] = [
  { name: 'fsp', extensions: ['.lts', '.fsp'], read: readFsp },
  { name: 'aut', extensions: ['.aut'], read: readAut },
  {
    name: 'promela',
    extensions: ['.pml', '.prom', '.promela', '.spin'],
    read: (source) => readPromela(source, { include: (path) => includedText(source.file, path) }),
  },
];

const MOST_BYTES = 64 * 1024 * 1024;

/** Reads a program from a file; throws InputError when it is missing or wrong. */
export function loadFile(path: string, options: LoadOptions = {}): Loaded {
  const extension = extname(path).toLowerCase();
  const language = LANGUAGES.find((l) => l.extensions.includes(extension));
  if (!language) {
    const known = LANGUAGES.map((l) => `${l.extensions.join(', ')} (${l.name})`).join('; ');
    throw unreadable(path, `no language is known by the ending '${extension}'`, `known are ${known}`);
  }
  return loadText({ file: path, text: readText(path) }, language.name, options);
}

/** Reads a program from a text in a named language; throws InputError when it is wrong. */
export function loadText(source: SourceText, languageName: string, options: LoadOptions = {}): Loaded {
  const language = LANGUAGES.find((l) => l.name === languageName);
  if (!language) {
    const names = LANGUAGES.map((l) => l.name).join(', ');
    throw unreadable(source.file, `there is no language named '${languageName}'`, `known are ${names}`);
  }
  const reading = language.read(source, options);
  if (!reading.ok) throw new InputError(reading.diagnostics);
  return {
    file: source.file,
    language: language.name,
    program: reading.value,
    diagnostics: reading.diagnostics,
  };
}

/** The text of a file a user named, or an InputError that says why not. */
export function readText(path: string): string {
  try {
    const { size } = statSync(path);
    if (size > MOST_BYTES) throw unreadable(path, `the file is larger than ${MOST_BYTES / 1024 / 1024} MiB`);
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    if (error instanceof InputError) throw error;
    const code = (error as NodeJS.ErrnoException).code;
    const why =
      code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'this is a folder' : String(code);
    throw unreadable(path, `the file cannot be read: ${why}`);
  }
}

/** A file that a program includes: only from the program's own folder and below. */
function includedText(program: string, path: string): string | undefined {
  const folder = realFolder(dirname(program));
  try {
    const file = realpathSync(resolve(folder, path));
    if (!file.startsWith(folder + sep)) return undefined;
    return readText(file);
  } catch {
    return undefined;
  }
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return resolve(folder);
  }
}

function unreadable(file: string, message: string, hint?: string): InputError {
  const span = { file, line: 1, column: 1, endLine: 1, endColumn: 1 };
  return new InputError([{ code: 'unreadable', severity: 'error', message, hint, span }]);
}
