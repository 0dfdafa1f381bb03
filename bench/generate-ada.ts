/**
 * Writes an Ada program of the papers, with its properties, at any size:
 *
 *     npm run generate:ada -- relay 5 folder
 *
 * Without a folder the program is printed; without a size, what there is. `examples` writes those of the
 * project anew.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Example } from './ada-programs/family.js';
import { FAMILIES, familyNamed } from './ada-programs/index.js';

const EXAMPLES = join('examples', 'ada');

const [name, ...rest] = process.argv.slice(2);
if (name === undefined) list();
else if (name === 'examples') writeExamples();
else generate(name, rest);

function list(): void {
  console.log('usage: npm run generate:ada -- name size … [folder]');
  for (const { name, sizes, about } of FAMILIES) {
    const shown = sizes.map((size) => `<${size.name}>`).join(' ');
    console.log(`  ${name} ${shown}: ${about}`);
  }
}

function writeExamples(): void {
  const listed: { family: string; sizes: number[] }[] = JSON.parse(
    readFileSync(join(EXAMPLES, 'expected.json'), 'utf8'),
  );
  for (const { family, sizes } of listed) {
    const found = familyNamed(family);
    if (found) write(EXAMPLES, found.write(...sizes));
  }
}

function generate(name: string, rest: readonly string[]): void {
  const family = familyNamed(name);
  if (!family) {
    refuse(`there is no family of programs named '${name}'`);
    return;
  }
  const count = family.sizes.length;
  const sizes = rest.slice(0, count).map(Number);
  if (
    sizes.length < count ||
    !family.sizes.every(({ least }, i) => Number.isInteger(sizes[i]) && sizes[i] >= least)
  ) {
    refuse(
      `${name} needs: ${family.sizes.map((size) => `${size.name} (at least ${size.least})`).join(', ')}`,
    );
    return;
  }
  const example = family.write(...sizes);
  if (rest.length > count) write(rest[count], example);
  else console.log(example.program);
}

function write(folder: string, { unit, program, properties }: Example): void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, unit.toLowerCase());
  writeFileSync(`${file}.adb`, program);
  writeFileSync(`${file}.prop`, properties);
  console.log(`${file}.adb and ${file}.prop`);
}

function refuse(message: string): void {
  console.error(message);
  list();
  process.exitCode = 3;
}
