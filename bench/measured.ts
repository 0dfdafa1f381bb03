/** Runs a command to its end and tells what it cost. Linux only: the peak of memory is read from /proc. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';

export interface Cost {
  /** User and system time of the process and what it waited for, in seconds. */
  cpu: number;
  /** Seconds from its start to its end. */
  wall: number;
  /** Processors that were busy with something else meanwhile, on average. */
  others: number;
  /** Largest resident size, in bytes. */
  memory: number;
  output: string;
}

const POLL_MILLISECONDS = 10;

/** The shell's `time` tells the CPU time; it writes to a stream of its own, so the output stays clean. */
const TIMED = 'TIMEFORMAT="%U %S %R"; { time "$@" 2>&1 3>&- ; } 2>&3';
/** GNU time knows the peak of memory; without it, the sizes that were seen have to do. */
const GNU_TIME = '/usr/bin/time';
const PEAK = existsSync(GNU_TIME) ? [GNU_TIME, '-q', '-f', '%M', '-o'] : [];

/**
 * A command knows of nothing but where programs are. Settings for other purposes are not what is measured: only for
 * NODE_EXTRA_CA_CERTS, Node reads certificates for some 40 ms before it starts any program.
 */
const ENVIRONMENT = { PATH: process.env.PATH };

export function measured(command: string[], folder: string): Promise<Cost> {
  return new Promise((resolve, reject) => {
    const peakFile = join(folder, `peak-${process.pid}`);
    const counting = PEAK.length > 0 ? [...PEAK, peakFile] : [];
    const child = spawn('bash', ['-c', TIMED, 'bash', ...counting, ...command], {
      cwd: folder,
      env: ENVIRONMENT,
      stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
    });
    let [output, times, memory] = ['', '', 0];
    const busyBefore = busySeconds();
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.stdio[3]!.on('data', (text: Buffer) => {
      times += text.toString();
    });
    const watch = setInterval(() => {
      memory = Math.max(memory, peakBelow(child.pid!));
    }, POLL_MILLISECONDS);
    child.on('error', reject).on('close', () => {
      clearInterval(watch);
      const peak = counting.length > 0 ? 1024 * Number(readFileSync(peakFile, 'utf8')) : memory;
      rmSync(peakFile, { force: true });
      const [user, system, wall] = times.trim().split('\n').at(-1)!.split(' ').map(Number);
      const cpu = user + system;
      const others = Math.max(0, busySeconds() - busyBefore - cpu) / wall;
      if (Number.isNaN(cpu + wall)) reject(new Error(`${command.join(' ')}: ${times} ${output}`));
      else resolve({ cpu, wall, others, memory: peak, output });
    });
  });
}

/** Of all processors together, since they were started. */
function busySeconds(): number {
  const milliseconds = cpus().map(({ times }) => times.user + times.nice + times.sys + times.irq);
  return milliseconds.reduce((sum, one) => sum + one, 0) / 1000;
}

/** The largest peak among the children of a process: the command itself is the shell's only child. */
function peakBelow(shell: number): number {
  try {
    const children = readFileSync(`/proc/${shell}/task/${shell}/children`, 'utf8').trim().split(' ');
    return Math.max(0, ...children.filter(Boolean).map(peakOf));
  } catch {
    return 0;
  }
}

function peakOf(process: string): number {
  try {
    const found = /VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${process}/status`, 'utf8'));
    return found ? Number(found[1]) * 1024 : 0;
  } catch {
    return 0;
  }
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

/** The peak of memory of a command that is run so often. */
export async function memoryOf(rounds: number, run: () => Promise<Cost>): Promise<number> {
  const peaks: number[] = [];
  for (let round = 0; round < rounds; round++) peaks.push((await run()).memory);
  return median(peaks);
}

export const geometricMean = (values: number[]): number =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
