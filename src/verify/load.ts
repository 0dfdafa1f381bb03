/** From text to program: which language a file is in, and who reads it. */
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve, sep } from 'node:path';
import { decodeAda } from '../language/ada/decode.js';
import { readAda } from '../language/ada/index.js';
import { readAut } from '../language/aut/index.js';
import { readFsp } from '../language/fsp/index.js';
import { readPromela } from '../language/promela/index.js';
import { type Diagnostic, InputError, type Reading } from '../model/diagnostic.js';
import type { Program } from '../model/program.js';
import type { SourceText } from '../model/source.js';

export interface LoadOptions {
  /** Which of several systems in the file is meant. */
  target?: string;
  /** Texts of the properties that will be asked: a reader may leave out events that none of them names. */
  asked?: readonly string[];
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
  /** A program may be all the files of a folder. */
  folders?: boolean;
  read(source: SourceText, options: LoadOptions): Reading<Program>;
}

/** Adding a language is one folder and one line here. */
const LANGUAGES: Language[] = [
  { name: 'fsp', extensions: ['.lts', '.fsp'], read: readFsp },
  { name: 'aut', extensions: ['.aut'], read: readAut },
  {
    name: 'ada',
    extensions: ['.adb', '.ads', '.ada', '.a'],
    folders: true,
    read: (source, options) => readAda([source], adaOptions(options)),
  },
  {
    name: 'promela',
    extensions: ['.pml', '.prom', '.promela', '.spin'],
    read: (source) => readPromela(source, { include: (path) => includedText(source.file, path) }),
  },
];

/** Does the name of a file say that it is in a language that can be read? */
export const isProgram = (file: string): boolean =>
  LANGUAGES.some(({ extensions }) => extensions.includes(extname(file).toLowerCase()));

const MOST_BYTES = 64 * 1024 * 1024;

/** Reads a program from a file; throws InputError when it is missing or wrong. */
export function loadFile(path: string, options: LoadOptions = {}): Loaded {
  if (isFolder(path) || isAda(path)) return loadAda(path, options);
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

const ADA = new Set(['.adb', '.ads', '.ada', '.a']);
const isAda = (path: string): boolean => ADA.has(extname(path).toLowerCase());

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** An Ada program: a folder, or a file and the units beside it. The given file says which unit is started. */
function loadAda(path: string, options: LoadOptions): Loaded {
  const folder = isFolder(path) ? path : dirname(path);
  const beside = readdirSync(folder)
    .filter((name) => isAda(name) && (isFolder(path) || name !== basename(path)))
    .sort()
    .map((name) => join(folder, name));
  if (isFolder(path) && beside.length === 0) throw unreadable(path, 'there are no Ada files in this folder');
  const read = (file: string): SourceText => ({ file, text: decodeAda(readBytes(file)) });
  const first = isFolder(path) ? [] : [read(path)];
  let reading = readAda([...first, ...beside.map(read)], adaOptions(options));
  // Files that only lie beside the given one and are no part of it must not stand in its way.
  if (!reading.ok && first.length > 0 && beside.length > 0) {
    const alone = readAda(first, adaOptions(options));
    if (alone.ok) reading = alone;
  }
  if (!reading.ok) throw new InputError(reading.diagnostics);
  return { file: path, language: 'ada', program: reading.value, diagnostics: reading.diagnostics };
}

const adaOptions = (options: LoadOptions) => ({
  ...(options.target === undefined ? {} : { main: options.target }),
  asked: options.asked ?? [],
});

function readBytes(path: string): Uint8Array {
  const { size } = statSync(path);
  if (size > MOST_BYTES) throw unreadable(path, `the file is larger than ${MOST_BYTES / 1024 / 1024} MiB`);
  return readFileSync(path);
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
