/** From file to program, with the one language that it needs: starting is a large part of a small run. */
import {
  adaReader,
  type Language,
  type Loaded,
  type LoadOptions,
  languageOfFile,
  promelaReader,
  type Reader,
  readFileBy,
} from './language.js';

const READERS: Record<Language, () => Promise<Reader>> = {
  fsp: async () => {
    const { readFsp } = await import('../language/fsp/index.js');
    return ([source], options) => readFsp(source, options);
  },
  aut: async () => {
    const { readAut } = await import('../language/aut/index.js');
    return ([source]) => readAut(source);
  },
  ada: async () => adaReader((await import('../language/ada/index.js')).readAda),
  promela: async () => promelaReader((await import('../language/promela/index.js')).readPromela),
};

/** Reads a program from a file; throws InputError when it is missing or wrong. */
export async function openFile(path: string, options: LoadOptions = {}): Promise<Loaded> {
  return readFileBy(await READERS[languageOfFile(path)](), path, options);
}
