/** The program: joins `run` to the real terminal, clock and signals. */
import { EXIT } from '../verify/result.js';
import type { Io } from './io.js';
import { run } from './run.js';

const stop = new AbortController();

/** The first signal asks for an orderly end; whoever sends a second one does not want to wait. */
function onSignal(): void {
  if (stop.signal.aborted) process.exit(EXIT.limit);
  stop.abort();
  if (process.stderr.isTTY) process.stderr.write('\nstopping; press Ctrl-C again to end at once\n');
}

/** A reader that has gone away (`heddle … | head`) is no error: what is left has nobody to read it. */
function onOutputError(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

export { run };

/** Its exit code is that of the process. */
export async function runProgram(): Promise<void> {
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  process.stdout.on('error', onOutputError);
  process.stderr.on('error', onOutputError);
  const io: Io = {
    out: process.stdout,
    err: process.stderr,
    input: process.stdin,
    cwd: process.cwd(),
    env: process.env,
    now: () => performance.now() / 1000,
    freshSeed: () => Math.floor(Math.random() * 1_000_000),
    stop: stop.signal,
  };
  process.exitCode = await run(process.argv.slice(2), io);
}
