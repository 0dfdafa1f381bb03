/**
 * The command line in few files: loading some hundred modules one by one takes longer than checking a
 * small model. What `tsc` wrote stays beside it for the library and for threads; what is loaded by
 * `new URL('./file', import.meta.url)` is found there.
 */
import { readdirSync, rmSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { defineConfig } from 'rolldown';

const OUTPUT = resolve(import.meta.dirname, 'dist/cli');
const LOCATED = /new URL\('(\.[^']*)', import\.meta\.url\)/g;

const located = {
  name: 'located',
  buildStart() {
    for (const name of readdirSync(OUTPUT)) if (name.startsWith('bundle-')) rmSync(join(OUTPUT, name));
  },
  transform(code, id) {
    if (!code.includes('import.meta.url)')) return null;
    return code.replace(LOCATED, (_, path) => {
      const there = relative(OUTPUT, resolve(dirname(id), path)).replaceAll('\\', '/');
      return `new URL('./${there}', import.meta.url)`;
    });
  },
};

export default defineConfig({
  input: { main: 'dist/cli/main.js' },
  platform: 'node',
  external: ['@viz-js/viz', 'commander', 'highs'],
  plugins: [located],
  output: {
    dir: OUTPUT,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'bundle-[name].js',
  },
  logLevel: 'warn',
});
