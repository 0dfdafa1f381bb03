/** The Ada programs of the papers: what the generator writes, and what the parser reads, at several sizes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FAMILIES, familyNamed } from '../bench/ada-programs/index.js';
import { parseAda } from '../src/language/ada/parse.js';

const FOLDER = resolve(import.meta.dirname, '../examples/ada');

interface Expected {
  file: string;
  family: string;
  sizes: number[];
}

const EXPECTED: Expected[] = JSON.parse(readFileSync(join(FOLDER, 'expected.json'), 'utf8'));

describe('examples of ada', () => {
  it.each(EXPECTED)('$file is what the generator writes', ({ file, family, sizes }) => {
    const { unit, program, properties } = familyNamed(family)!.write(...sizes);
    expect(`${unit.toLowerCase()}.adb`).toBe(file);
    expect(readFileSync(join(FOLDER, file), 'utf8')).toBe(program);
    expect(readFileSync(join(FOLDER, file.replace(/adb$/, 'prop')), 'utf8')).toBe(properties);
  });

  it('has nothing that is not listed', () => {
    const files = EXPECTED.flatMap(({ file }) => [file, file.replace(/adb$/, 'prop')]);
    expect(readdirSync(FOLDER).sort()).toEqual([...files, 'expected.json'].sort());
  });
});

const SIZES = FAMILIES.flatMap((family) =>
  [0, 1, 4].map((more) => ({ family, sizes: family.sizes.map(({ least }) => least + more) })),
);

describe('the generator', () => {
  it.each(SIZES)('$family.name $sizes is Ada', ({ family, sizes }) => {
    const { unit, program } = family.write(...sizes);
    const reading = parseAda([{ file: `${unit.toLowerCase()}.adb`, text: program }]);
    expect(reading.diagnostics).toEqual([]);
    expect(reading.ok && reading.value.units.length).toBe(1);
  });
});
