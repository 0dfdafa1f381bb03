/**
 * What is asked of a program, in parts: each is answered, remembered and given to a shard as a whole. The
 * parts and their order depend only on what the command line names and on which files there are, so every
 * shard of a run counts them alike.
 */
import { createHash } from 'node:crypto';
import type { SourceText } from '../model/source.js';
import type { Shard } from '../report/report.js';
import { propertyFileBeside } from './files.js';

export interface Part {
  properties?: SourceText[];
  deadlock?: boolean;
  /** A property file that was found, and is read when it is needed. */
  beside?: string;
  /** Among the parts of all programs. */
  position: number;
}

export class PartsOfRun {
  private next = 0;
  private readonly whole: unknown[] = [];

  constructor(
    private readonly given: SourceText[],
    private readonly deadlock: boolean,
    private readonly shard?: Shard,
  ) {}

  /** The parts of a program that this shard answers, in the order of the report. `name`: the same on every machine. */
  of(program: string, name: string): Part[] {
    const { shard } = this;
    const all = this.asked(program);
    this.whole.push([
      name,
      all.map(({ properties, deadlock, beside }) => [texts(properties), deadlock, !!beside]),
    ]);
    const mine = all.map((asked) => ({ ...asked, position: this.next++ }));
    return shard ? mine.filter(({ position }) => position % shard.count === shard.index - 1) : mine;
  }

  /** Tells this run from others, once all programs are counted: every shard of it finds the same. */
  run(settings: unknown): string {
    return createHash('sha256')
      .update(JSON.stringify([this.whole, settings]))
      .digest('hex')
      .slice(0, 16);
  }

  /** With nothing asked for, everything is: what the program declares, deadlock, and the `.prop` file beside it. */
  private asked(program: string): Omit<Part, 'position'>[] {
    const { given, deadlock, shard } = this;
    if (given.length === 0 && !deadlock) {
      const beside = propertyFileBeside(program);
      return [{}, ...(beside === undefined ? [] : [{ beside }])];
    }
    if (!shard) return [{ properties: given, deadlock }];
    return [...(deadlock ? [{ deadlock }] : []), ...given.map((property) => ({ properties: [property] }))];
  }
}

const texts = (sources: SourceText[] | undefined) => sources?.map(({ text }) => text);
