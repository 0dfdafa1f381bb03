/** Short ways to read FSP in tests. */
import { readFsp } from '../../../src/language/fsp/index.js';
import type { Program } from '../../../src/model/program.js';
import type { System } from '../../../src/model/system.js';
import { explore } from './explore.js';

export function program(text: string, target?: string): Program {
  const reading = readFsp({ file: 'test.lts', text }, { target });
  if (!reading.ok)
    throw new Error(reading.diagnostics.map((d) => `${d.span?.line}: ${d.message}`).join('\n'));
  return reading.value;
}

export function system(text: string, target?: string): System {
  return program(text, target).system;
}

/** `LOCATION -action-> LOCATION` of the only process, sorted. */
export function steps(text: string, target?: string): string[] {
  const { types, symbols } = system(text, target);
  if (types.length !== 1) throw new Error(`${types.length} processes`);
  const [{ locations, steps: list }] = types;
  const shown = list.map((step) => {
    if (step.action.kind !== 'synchronise') throw new Error(step.action.kind);
    const { name, hidden } = symbols[step.action.symbol];
    return `${locations[step.from].name} -${hidden ? `(${name})` : name}-> ${locations[step.to].name}`;
  });
  return shown.sort();
}

/** All sequences of this many actions (or fewer where it ends), in order; silent ones show as `tau`. */
export function traces(text: string, length: number, target?: string): string[] {
  const { edges } = explore(system(text, target));
  const found = new Set<string>();
  const walk = (state: number, done: string[]): void => {
    const next = done.length === length ? [] : edges.filter((edge) => edge.from === state);
    if (next.length === 0) found.add(done.join(' '));
    for (const edge of next) walk(edge.to, [...done, edge.label]);
  };
  walk(0, []);
  return [...found].sort();
}

/** The visible alphabet of the only process, sorted. */
export function alphabet(text: string, target?: string): string[] {
  const { types, symbols } = system(text, target);
  return types[0].alphabet.map((symbol) => symbols[symbol].name).sort();
}
