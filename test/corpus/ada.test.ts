/**
 * Ada programs from public repositories and the tasking tests of the Ada conformance suite: a compiler
 * accepts them all, so must the parser. They are not a part of this repository: without ../shared there is
 * nothing to read, and the suite says so.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { decodeAda } from '../../src/language/ada/decode.js';
import { parseAda } from '../../src/language/ada/parse.js';

const shared = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url));
const folders = ['ada', 'ada-acats'].map((name) => join(shared, name));
const present = folders.every((folder) => existsSync(folder));

const files = present
  ? folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(ad[abs]|a)$/i.test(file))
        .map((file) => join(folder, file)),
    )
  : [];

describe.skipIf(!present)('the Ada corpus (skipped where ../shared is not there)', () => {
  it('has the programs and the conformance tests', () => {
    expect(files.length).toBeGreaterThan(250);
  });

  it.each(files.map((path) => ({ path, name: path.slice(shared.length) })))(
    '$name parses',
    ({ path, name }) => {
      const reading = parseAda([{ file: name, text: decodeAda(readFileSync(path)) }]);
      expect(reading.diagnostics).toEqual([]);
    },
  );
});
