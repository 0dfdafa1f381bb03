/**
 * The program in few files, as `dist/cli/prepared.js` loads it: loading some hundred modules one by one takes
 * longer than checking a small model. What `tsc` wrote stays beside it for the library and for threads; what
 * is loaded by `new URL('./file', import.meta.url)` is found there.
 */
import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { defineConfig } from 'rolldown';

const OUTPUT = resolve(import.meta.dirname, 'dist/cli/prepared');
const LOCATED = /new URL\('(\.[^']*)', import\.meta\.url\)/g;

/** For files that are written to this folder. */
export const located = (output) => ({
  name: 'located',
  buildStart() {
    // The engine would take what it compiled from other files of the same lengths.
    rmSync(output, { recursive: true, force: true });
  },
  transform(code, id) {
    if (!code.includes('import.meta.url)')) return null;
    return code.replace(LOCATED, (_, path) => {
      const there = relative(output, resolve(dirname(id), path)).replaceAll('\\', '/');
      return `new URL('./${there}', import.meta.url)`;
    });
  },
});

/** What is copied from a package comes with its licence. */
const licensed = {
  name: 'licensed',
  generateBundle() {
    const folder = dirname(createRequire(import.meta.url).resolve('commander'));
    const source = readFileSync(join(folder, 'LICENSE'), 'utf8');
    this.emitFile({ type: 'asset', fileName: 'commander.LICENSE', source });
  },
};

/** What nearly every run needs is one file. */
const USUAL =
  /dist[\\/](cli[\\/](program|command[\\/]check)|engine[\\/]reach[\\/]compiled[\\/](index|grouping)|language[\\/]promela[\\/]index)\.js$/;

export default defineConfig({
  input: { program: 'dist/cli/program.js' },
  platform: 'node',
  external: ['@viz-js/viz', 'highs'],
  plugins: [located(OUTPUT), licensed],
  output: {
    dir: OUTPUT,
    format: 'cjs',
    // The engine keeps each letter of such a text in one byte, and there is less to read.
    charset: 'ascii',
    comments: false,
    dynamicImportInCjs: false,
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    codeSplitting: { groups: [{ name: 'usual', test: USUAL }] },
  },
  checks: { ineffectiveDynamicImport: false },
  logLevel: 'warn',
});
