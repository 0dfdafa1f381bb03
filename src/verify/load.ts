/** From text to program, with all languages at hand. */
import { readAda } from '../language/ada/index.js';
import { readAut } from '../language/aut/index.js';
import { readFsp } from '../language/fsp/index.js';
import { readPromela } from '../language/promela/index.js';
import type { SourceText } from '../model/source.js';
import {
  adaReader,
  type Language,
  type Loaded,
  type LoadOptions,
  languageNamed,
  languageOfFile,
  promelaReader,
  type Reader,
  readFileBy,
  readTextBy,
} from './language.js';

export type { Loaded, LoadOptions };

const READERS: Record<Language, Reader> = {
  fsp: ([source], options) => readFsp(source, options),
  aut: ([source]) => readAut(source),
  ada: adaReader(readAda),
  promela: promelaReader(readPromela),
};

/** Reads a program from a file; throws InputError when it is missing or wrong. */
export function loadFile(path: string, options: LoadOptions = {}): Loaded {
  return readFileBy(READERS[languageOfFile(path)], path, options);
}

/** Reads a program from a text in a named language; throws InputError when it is wrong. */
export function loadText(source: SourceText, languageName: string, options: LoadOptions = {}): Loaded {
  const language = languageNamed(languageName, source.file);
  return readTextBy(READERS[language], language, source, options);
}
