/**
 * A step of the build: lets the prepared program (prepared.ts) do what its users do most, so that the engine
 * compiles what that needs, and keeps it.
 */
import { chmodSync } from 'node:fs';
import { preparedCode } from './prepared.js';

const USES = [
  ['--help'],
  ['check', 'examples/promela/philosophers.pml'],
  ['check', '--reporter', 'json', 'examples/promela/leader-election.pml'],
  ['check', '--reporter', 'json', 'examples/ada/philosophers_stuck.adb'],
  ['check', 'examples/fsp/bridge-unsafe.lts'],
];

const code = preparedCode();
if (!code) throw new Error('there is nothing to prepare: rolldown has not been here');
const { run } = code.program();
const silent = { write: () => true };
for (const argv of USES)
  await run([...argv, ...(argv[0] === 'check' ? ['--no-cache'] : [])], {
    out: silent,
    err: silent,
    input: process.stdin,
    cwd: process.cwd(),
    env: {},
    now: () => performance.now() / 1000,
    freshSeed: () => 1,
    stop: new AbortController().signal,
  });
code.keep();
// The command is run as a program of its own.
chmodSync(new URL('./main.js', import.meta.url), 0o755);
