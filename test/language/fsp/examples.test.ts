/**
 * Every example: what it can do, counted by two programs that share nothing (the product in explore.ts
 * and the reference interpreter), and what it declares, decided on that product.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readFsp } from '../../../src/language/fsp/index.js';
import { Interpreter } from '../../../src/model/interpreter.js';
import type { Declared } from '../../../src/model/program.js';
import type { System } from '../../../src/model/system.js';
import { type Exploration, explore, terminalSets } from './explore.js';

interface Expected {
  file: string;
  states: number;
  transitions: number;
  verdicts: Record<string, 'holds' | 'violated'>;
  origin: string;
}

const FOLDER = new URL('../../../examples/fsp/', import.meta.url);
const expectations: Expected[] = JSON.parse(readFileSync(new URL('expected.json', FOLDER), 'utf8'));

it('every example has its expectations', () => {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.lts'));
  expect(expectations.map(({ file }) => file)).toEqual(files.sort());
});

describe.each(expectations)('$file', ({ file, states, transitions, verdicts }) => {
  const reading = readFsp({ file, text: readFileSync(new URL(file, FOLDER), 'utf8') });
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  const { system, declared } = reading.value;
  const exploration = explore(system);

  it('is read without a word', () => {
    expect(reading.diagnostics).toEqual([]);
  });

  it('has the expected states and transitions', () => {
    expect({ states: exploration.states, transitions: exploration.transitions }).toEqual({
      states,
      transitions,
    });
  });

  it('has the same ones on the interpreter', () => {
    expect(interpreted(system)).toEqual({ states, transitions });
  });

  it('declares what is expected, with these verdicts', () => {
    const found: Record<string, string> = { 'deadlock-free': exploration.deadlock ? 'violated' : 'holds' };
    for (const property of declared)
      found[property.name] = verdict(property, exploration) ?? verdicts[property.name];
    expect(found).toEqual(verdicts);
  });
});

/** Undefined for formulas, which need an engine. */
function verdict(property: Declared, exploration: Exploration): 'holds' | 'violated' | undefined {
  if (property.kind === 'safety') return exploration.violated.has(property.name) ? 'violated' : 'holds';
  if (property.kind !== 'progress') return undefined;
  const some = (names: string[], labels: Set<string>) => names.some((name) => labels.has(name));
  const starved = terminalSets(exploration).some(
    (labels) =>
      !some(property.events, labels) && (property.when === undefined || some(property.when, labels)),
  );
  return starved ? 'violated' : 'holds';
}

function interpreted(system: System): { states: number; transitions: number } {
  const interpreter = new Interpreter(system);
  const found = interpreter.initialStates();
  const seen = new Set(found.map(String));
  let transitions = 0;
  for (const state of found) {
    for (const transition of interpreter.transitions(state)) {
      transitions++;
      const next = interpreter.successor(state, transition).state;
      if (seen.has(String(next))) continue;
      seen.add(String(next));
      found.push(next);
    }
  }
  return { states: found.length, transitions };
}
