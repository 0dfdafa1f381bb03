/** Which language a file is in, which texts belong to the program, and what reading them gives. */
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve, sep } from 'node:path';
import { decodeAda } from '../language/ada/decode.js';
import type { readAda } from '../language/ada/index.js';
import type { readPromela } from '../language/promela/index.js';
import { type Diagnostic, InputError, type Reading } from '../model/diagnostic.js';
import type { Program } from '../model/program.js';
import type { SourceText } from '../model/source.js';
import type { Watch } from '../model/watch.js';

export interface LoadOptions {
  /** Which of several systems in the file is meant. */
  target?: string;
  /** Texts of the properties that will be asked: a reader may leave out events that none of them names. */
  asked?: readonly string[];
  /** Of Promela models: `NAME` or `NAME=TEXT`, as `#define` has it. */
  definitions?: readonly string[];
  /** Of Ada programs: see `Settings` there. */
  queues?: 'fifo' | 'any';
  delays?: 'free' | 'quiet';
  overflow?: 'distant' | 'checked';
  mostElements?: number;
  mostAllocated?: number;
  /** None of the texts was named by the user: all are the files of a folder. */
  isFolder?: boolean;
  /** Reading a large program takes time: throws where there is none left. */
  watch?: Watch;
}

export interface Loaded {
  file: string;
  language: string;
  program: Program;
  /** Warnings and notices of the reader. */
  diagnostics: Diagnostic[];
  /** How it was read: reading it again so gives the same. */
  options?: LoadOptions;
}

export type Language = 'fsp' | 'aut' | 'ada' | 'promela';

/** Adding a language is one folder, a line here, and one in `load.ts` and `open.ts`. */
const EXTENSIONS: Record<Language, string[]> = {
  fsp: ['.lts', '.fsp'],
  aut: ['.aut'],
  ada: ['.adb', '.ads', '.ada', '.a'],
  promela: ['.pml', '.prom', '.promela', '.spin'],
};

/** Reads the texts of a program. All languages but Ada know one text. */
export type Reader = (sources: SourceText[], options: LoadOptions) => Reading<Program>;

export const adaReader =
  (read: typeof readAda): Reader =>
  (sources, { target, isFolder, ...settings }) =>
    read(sources, {
      ...(target === undefined ? {} : { main: target }),
      ...(isFolder ? { mainIsOpen: true } : {}),
      ...Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)),
    });

export const promelaReader =
  (read: typeof readPromela): Reader =>
  ([source], { definitions }) =>
    read(source, { include: (path) => includedText(source.file, path), definitions });

const MOST_BYTES = 64 * 1024 * 1024;

/** By the ending of the name; a folder is an Ada program. Throws InputError where no language has it. */
export function languageOfFile(path: string): Language {
  if (isFolder(path)) return 'ada';
  const extension = extname(path).toLowerCase();
  const language = NAMES.find((name) => EXTENSIONS[name].includes(extension));
  if (language) return language;
  const known = NAMES.map((name) => `${EXTENSIONS[name].join(', ')} (${name})`).join('; ');
  throw unreadable(path, `no language is known by the ending '${extension}'`, `known are ${known}`);
}

const NAMES = Object.keys(EXTENSIONS) as Language[];

/** Does the name of a file say that it is in a language that can be read? */
export const isProgram = (file: string): boolean =>
  NAMES.some((name) => EXTENSIONS[name].includes(extname(file).toLowerCase()));

export function languageNamed(name: string, file: string): Language {
  const language = NAMES.find((known) => known === name);
  if (language) return language;
  throw unreadable(file, `there is no language named '${name}'`, `known are ${NAMES.join(', ')}`);
}

/** Throws InputError when the file is missing or wrong. */
export function readFileBy(read: Reader, path: string, options: LoadOptions): Loaded {
  const language = languageOfFile(path);
  if (options.definitions?.length && language !== 'promela')
    throw unreadable(path, 'only Promela models have definitions', 'leave out --define');
  if (language === 'ada') return readAdaFiles(read, path, options);
  return readTextBy(read, language, { file: path, text: readText(path) }, options);
}

export function readTextBy(
  read: Reader,
  language: Language,
  source: SourceText,
  options: LoadOptions,
): Loaded {
  return loaded(source.file, language, read([source], options), options);
}

function loaded(file: string, language: Language, reading: Reading<Program>, options: LoadOptions): Loaded {
  if (!reading.ok) throw new InputError(reading.diagnostics);
  // Whoever reads it again has a time of their own.
  const { watch, ...rest } = options;
  return { file, language, program: reading.value, diagnostics: reading.diagnostics, options: rest };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

const isAda = (path: string): boolean => EXTENSIONS.ada.includes(extname(path).toLowerCase());

/** An Ada program: a folder, or a file and the units beside it. The given file says which unit is started. */
function readAdaFiles(read: Reader, path: string, options: LoadOptions): Loaded {
  const folder = isFolder(path) ? path : dirname(path);
  const beside = readdirSync(folder)
    .filter((name) => isAda(name) && (isFolder(path) || name !== basename(path)))
    .sort()
    .map((name) => join(folder, name));
  if (isFolder(path) && beside.length === 0) throw unreadable(path, 'there are no Ada files in this folder');
  const source = (file: string): SourceText => ({ file, text: decodeAda(readBytes(file)) });
  const first = isFolder(path) ? [] : [source(path)];
  let reading = read([...first, ...beside.map(source)], { ...options, isFolder: isFolder(path) });
  // Files that only lie beside the given one and are no part of it must not stand in its way.
  let others = first.length > 0 ? beside : [];
  for (let without = reading; !reading.ok && others.length > 0; ) {
    const wrong = new Set(without.diagnostics.map(({ span }) => span?.file));
    const right = others.filter((file) => !wrong.has(file));
    others = right.length < others.length ? right : [];
    without = read([...first, ...others.map(source)], options);
    if (without.ok) reading = without;
  }
  return loaded(path, 'ada', reading, options);
}

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
    // Whoever opens a pipe waits for its other end.
    if (!file.startsWith(folder + sep) || !statSync(file).isFile()) return undefined;
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
