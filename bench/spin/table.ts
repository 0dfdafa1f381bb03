/** Costs of runs that took turns, and whether what comes of them is what it should be. */
import { type Cost, median } from '../measured.js';

export type Measured = Cost & { states: number };

export class Row {
  private readonly costs = new Map<string, Measured[]>();

  constructor(readonly name: string) {}

  add(column: string, cost: Measured): void {
    this.costs.set(column, [...(this.costs.get(column) ?? []), cost]);
  }

  cpu = (column: string): number => median(this.costs.get(column)!.map(({ cpu }) => cpu));
  memory = (column: string): number => median(this.costs.get(column)!.map(({ memory }) => memory));
  states = (column: string): number => this.costs.get(column)![0].states;
  ratio = (peer: string, ours: string): number => this.cpu(peer) / this.cpu(ours);
}

export const cells = (...texts: (string | number)[]): string =>
  texts.map((text, i) => (i === 0 ? String(text).padEnd(16) : String(text).padStart(11))).join(' ');
export const say = (line: string) => process.stdout.write(`${line}\n`);

/** What is to be reached, of section 7 of the reference: `least` or `most`. */
export interface Target {
  what: string;
  least?: number;
  most?: number;
  /** Not of section 7, but the same number asked of other models than it is about. */
  beyond?: boolean;
}

/** What was said not to be met, in the order of saying, and what falls short of the same numbers beyond section 7. */
export const unmet: string[] = [];
export const short: string[] = [];

/** Says of a number whether it is good enough. */
export function judge({ what, least, most, beyond }: Target, value: number, of = ''): void {
  const met = (least === undefined || value >= least) && (most === undefined || value <= most);
  const target = least === undefined ? `at most ${most}` : `at least ${least}`;
  const shown = value >= 100 ? value.toFixed(0) : value.toFixed(value < 1 ? 3 : 2);
  const line = `${what}${of ? ` (${of})` : ''}: ${shown}, ${target}`;
  say(`  ${met ? 'met    ' : beyond ? 'short  ' : 'NOT MET'} ${line}`);
  if (!met) (beyond ? short : unmet).push(line);
}

/** The worst of several, by name. */
export function judgeWorst(target: Target, values: readonly { name: string; value: number }[]): void {
  if (values.length === 0) return;
  const worse = (a: number, b: number) => (target.least === undefined ? a > b : a < b);
  const worst = values.reduce((least, one) => (worse(one.value, least.value) ? one : least));
  judge(target, worst.value, `worst: ${worst.name}`);
}
