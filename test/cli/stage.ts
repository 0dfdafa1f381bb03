/** A stand-in for the world around the command line: a folder of its own, and outputs that are kept. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll } from 'vitest';
import type { Io } from '../../src/cli/io.js';
import { run } from '../../src/cli/run.js';

const root = mkdtempSync(join(tmpdir(), 'heddle-cli-'));
let folders = 0;

afterAll(() => rmSync(root, { recursive: true, force: true }));

export interface Ran {
  code: number;
  out: string;
  err: string;
  /** Files in the folder afterwards. */
  files: string[];
  read(file: string): string;
}

/** Runs the command in a fresh folder with these files; `typed` is what a person types. */
export async function heddle(
  argv: string[],
  files: Record<string, string> = {},
  overrides: Partial<Io> & { typed?: string; terminal?: boolean } = {},
): Promise<Ran> {
  const cwd = join(root, String(folders++));
  mkdirSync(cwd);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true });
    writeFileSync(join(cwd, file), text);
  }
  const { typed = '', terminal = false, ...rest } = overrides;
  let out = '';
  let err = '';
  let clock = 0;
  const io: Io = {
    out: { write: (text) => (out += text), isTTY: terminal, columns: 100 },
    err: { write: (text) => (err += text), isTTY: terminal, columns: 100 },
    input: Readable.from([typed]),
    cwd,
    env: {},
    now: () => (clock += 0.001),
    freshSeed: () => 42,
    stop: new AbortController().signal,
    ...rest,
  };
  const code = await run(argv, io);
  const shorten = (text: string) => text.replaceAll(`${cwd}/`, '');
  return {
    code,
    out: shorten(out),
    err: shorten(err),
    files: readdirSync(cwd).sort(),
    read: (file) => shorten(readFileSync(join(cwd, file), 'utf8')),
  };
}

/** Two processes that take two locks in different orders. */
export const deadlock = `\
LOCK = (take -> give -> LOCK).
P = (a.take -> b.take -> work -> a.give -> b.give -> P).
Q = (b.take -> a.take -> work -> a.give -> b.give -> Q).
||SYS = (p:P || q:Q || {p,q}::a:LOCK || {p,q}::b:LOCK).
`;

export const clock = 'CLOCK = (tick -> tock -> CLOCK).\n';
