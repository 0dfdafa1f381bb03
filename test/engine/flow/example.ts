/** Programs and properties of the examples folder, ready to be asked. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { System } from '../../../src/model/system.js';
import { bindProperties, parseProperties } from '../../../src/property/index.js';
import type { Question } from '../../../src/property/question.js';
import { loadFile } from '../../../src/verify/load.js';

const path = (file: string): string =>
  fileURLToPath(new URL(`../../../examples/ada/${file}`, import.meta.url));

export interface ReadExample {
  system: System;
  question(name: string): Question;
}

const known = new Map<string, ReadExample>();

export function example(name: string): ReadExample {
  let found = known.get(name);
  if (found === undefined) {
    const file = path(`${name}.prop`);
    const text = readFileSync(file, 'utf8');
    const { system } = loadFile(path(`${name}.adb`), { asked: [text] }).program;
    const read = parseProperties({ file, text });
    if (!read.ok) throw new Error(read.diagnostics[0].message);
    const bound = bindProperties(read.value, system);
    if (!bound.ok) throw new Error(bound.diagnostics[0].message);
    const question = (wanted: string) => {
      const its = bound.value.find((one) => one.name === wanted);
      if (its === undefined) throw new Error(`${name} has no property ${wanted}`);
      return its;
    };
    found = { system, question };
    known.set(name, found);
  }
  return found;
}
