/** What SPIN itself finds for a model, where `spin` and `gcc` are installed. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const spinInstalled = ['spin', 'gcc'].every(
  (tool) => spawnSync(tool, ['--version']).error === undefined,
);

/** One run of the verifier: its numbers, and what each message says, in the order of the run. */
export interface PanRun {
  stored: number;
  /** Without the one that it counts for the initial state. */
  transitions: number;
  messages: string[];
  /** It ran to its end and its search was not cut short. */
  complete: boolean;
  output: string;
}

/** Statement merging, dead-variable resets and slicing change the numbers of states: all off. */
const GENERATE = ['-a', '-o1', '-o2', '-o3'];
const COMPILE = [
  '-O0',
  '-w',
  '-pipe',
  '-fno-pie',
  '-no-pie',
  '-fno-asynchronous-unwind-tables',
  '-DNOREDUCE',
];
/** All errors, no listing of what was not reached, a small table, deep enough for small models. */
const RUN = ['-c0', '-n', '-w14', '-m200000'];

/** A model in a folder of its own, translated once and compiled once for each set of options. */
export class SpinModel {
  private readonly folder = mkdtempSync(join(tmpdir(), 'heddle-spin-'));
  private readonly compiled = new Map<string, string>();
  readonly refusal: string | undefined;

  constructor(files: Record<string, string>) {
    for (const [file, text] of Object.entries(files)) writeFileSync(join(this.folder, file), text);
    const generated = this.command('spin', [...GENERATE, Object.keys(files)[0]]);
    // An `else` beside sends and receives is called an error, and translated all the same.
    const complaint = /^(?!.*dubious use of).*\b(?:[Ee]rror|syntax)\b.*$/m.exec(generated.output);
    if (generated.status !== 0 || complaint) this.refusal = complaint?.[0] ?? generated.output;
  }

  run(defines: string[], options: string[]): PanRun {
    const program = this.compile(defines);
    const { output, status } = this.command(program, [...RUN, ...options]);
    const number = (what: string) =>
      Number(new RegExp(`^\\s*([\\d.e+]+) ${what}`, 'm').exec(output)?.[1] ?? Number.NaN);
    const [stored, transitions] = [number('states, stored'), number('transitions') - 1];
    const messages = [...output.matchAll(/^pan:\d+: (.*?)(?: \(at depth -?\d+\))?$/gm)].map(([, text]) =>
      text.trim(),
    );
    const complete = status === 0 && !/Search not completed|max search depth/.test(output);
    return { stored, transitions, messages, complete, output };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private compile(defines: string[]): string {
    const key = defines.join(' ');
    const already = this.compiled.get(key);
    if (already) return already;
    const program = `./pan${this.compiled.size}`;
    const { status, output } = this.command('gcc', [...COMPILE, ...defines, '-o', program, 'pan.c']);
    if (status !== 0) throw new Error(output);
    this.compiled.set(key, program);
    return program;
  }

  private command(program: string, options: string[]): { status: number | null; output: string } {
    const path = program.startsWith('./') ? join(this.folder, program) : program;
    const { status, stdout, stderr } = spawnSync(path, options, {
      cwd: this.folder,
      encoding: 'utf8',
      timeout: 20_000,
      maxBuffer: 64 * 1024 * 1024,
    });
    return { status, output: `${stdout}${stderr}` };
  }
}
