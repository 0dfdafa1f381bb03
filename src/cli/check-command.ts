/** What the command line says to `heddle check`, and what of it the library is told. */
import type { Format } from '../report/format.js';
import type { Shard } from '../report/report.js';
import type { CheckOptions } from '../verify/check.js';
import type { Io } from './io.js';
import type { ProgressLine } from './terminal.js';

export interface CheckCommand {
  property?: string[];
  ltl?: string[];
  deadlock?: boolean;
  fair?: boolean;
  engine?: CheckOptions['engine'];
  cycles?: CheckOptions['cycles'];
  constraints?: string[];
  search?: CheckOptions['search'];
  reduction?: CheckOptions['reduction'];
  compression?: CheckOptions['compression'];
  store?: CheckOptions['store'];
  bitstateBits?: number;
  workers?: number;
  reporter: Format;
  output?: string;
  time: number;
  memory: number;
  maxStates?: number;
  maxDepth?: number;
  target?: string;
  define?: string[];
  queues?: 'fifo' | 'any';
  delays?: 'free' | 'quiet';
  overflow?: 'distant' | 'checked';
  values?: number;
  objects?: number;
  mermaid?: string;
  html?: string;
  exclude?: string[];
  cache?: boolean;
  shard?: Shard;
  watch?: boolean;
  assumeEquivalent?: string[];
  color: boolean;
  explain?: boolean;
  certificate?: string;
}

export function checkOptions(
  command: CheckCommand,
  io: Io,
  progress: ProgressLine,
  timeSeconds: number,
): CheckOptions {
  return {
    engine: command.engine,
    cycles: command.cycles,
    constraints: command.constraints,
    fair: command.fair,
    search: command.search,
    reduction: command.reduction,
    compression: command.compression,
    store: command.store,
    bitstateBits: command.bitstateBits,
    workers: command.workers,
    timeSeconds,
    memoryBytes: command.memory,
    maxStates: command.maxStates,
    maxDepth: command.maxDepth,
    interrupted: () => io.stop.aborted,
    progress: (state) => progress.show(state),
    now: io.now,
  };
}
