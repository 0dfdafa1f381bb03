/** SPIN's verifier as a peer: built once for each model and set of flags, outside the repository. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Cost, measured } from '../measured.js';

export interface Model {
  name: string;
  file: string;
  defines?: string[];
  /** Depth of pan's stack: it has to be given. */
  depth: number;
}

export const SAFETY = ['-DSAFETY', '-DNOREDUCE', '-DNOCLAIM'];
export const USUAL = ['-O2', ...SAFETY];
export const FASTEST = ['-O3', '-march=native', '-DNOCOMP', ...SAFETY];

export interface Counts {
  states: number;
  transitions: number;
}

export class Peer {
  private readonly built = new Map<string, string>();

  /** Everything is done in this folder. */
  constructor(private readonly folder: string) {}

  static missing(): string | undefined {
    for (const tool of ['spin', 'gcc'])
      if (spawnSync(tool, ['--version']).error)
        return `${tool} is not installed (Debian: apt-get install ${tool})`;
    return undefined;
  }

  /** The folder with an executable `pan`, and what it cost to get it. */
  async build(model: Model, flags: string[]): Promise<{ folder: string; cpu: number }> {
    const folder = join(this.folder, `${model.name}${flags.join('')}`);
    mkdirSync(folder, { recursive: true });
    // The same steps as ours: no merging of statements, no resets of dead variables.
    const source = ['spin', '-a', '-o1', '-o2', '-o3', ...(model.defines ?? []), model.file];
    const generated = await measured(source, folder);
    const compiled = await measured(['gcc', '-w', ...flags, '-o', 'pan', 'pan.c'], folder);
    return { folder, cpu: generated.cpu + compiled.cpu };
  }

  /** From the source to the first error, or to none, as its manual says; what all of that cost. */
  async verdict(model: Model): Promise<number> {
    const folder = join(this.folder, `${model.name}-verdict`);
    mkdirSync(folder, { recursive: true });
    const steps = [
      ['spin', '-a', ...(model.defines ?? []), model.file],
      ['gcc', '-w', '-O2', '-DSAFETY', '-DNOCLAIM', '-o', 'pan', 'pan.c'],
      ['./pan', `-m${model.depth}`],
    ];
    let cpu = 0;
    for (const step of steps) cpu += (await measured(step, folder)).cpu;
    return cpu;
  }

  /** One run without stopping at errors. `slots`: the logarithm of the size of the hash table. */
  async run(model: Model, flags: string[], slots: number, more: string[] = []): Promise<Cost & Counts> {
    const key = `${model.name}${flags.join('')}`;
    const folder = this.built.get(key) ?? (await this.build(model, flags)).folder;
    this.built.set(key, folder);
    const cost = await measured(['./pan', '-c0', `-w${slots}`, `-m${model.depth}`, ...more], folder);
    const counts = countsIn(cost.output);
    if (Number.isNaN(counts.states)) throw new Error(`pan tells no number of states: ${cost.output}`);
    return { ...cost, ...counts };
  }
}

function countsIn(output: string): Counts {
  const number = (pattern: RegExp) => Number(pattern.exec(output)?.[1] ?? Number.NaN);
  return {
    states: number(/([\d.e+]+) states, stored/),
    // pan counts the initial state as a transition.
    transitions: number(/([\d.e+]+) transitions/) - 1,
  };
}
