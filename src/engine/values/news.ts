/**
 * What has changed since a step was last looked at. Intervals only grow, so a step that depends on nothing that
 * has changed since then adds nothing to what is known already.
 */
import type { System } from '../../model/system.js';

interface Look {
  /** When it began. */
  at: number;
  /** The shared variables that were read. */
  shared: Set<number>;
  messages: boolean;
}

export class News {
  /** Counts the looks. */
  private now = 0;
  private readonly looks: (Look | undefined)[][];
  /** When each last changed. */
  private readonly environments: number[][];
  private readonly shared: number[];
  private messages = 0;
  private current: Look | undefined;

  constructor({ types, variables }: System) {
    this.looks = types.map(({ steps }) => steps.map(() => undefined));
    this.environments = types.map(({ locations }) => locations.map(() => 0));
    this.shared = variables.map(() => 0);
  }

  concerns(type: number, step: number, location: number): boolean {
    const last = this.looks[type][step];
    if (!last || this.environments[type][location] >= last.at) return true;
    if (last.messages && this.messages >= last.at) return true;
    for (const variable of last.shared) if (this.shared[variable] >= last.at) return true;
    return false;
  }

  /** `look` tells on its way what it reads and what it changes. `lasting`: what messages say stays said. */
  look(type: number, step: number, lasting: boolean, look: () => void): void {
    const current: Look = { at: ++this.now, shared: new Set(), messages: false };
    this.current = current;
    look();
    this.current = undefined;
    this.looks[type][step] = lasting || !current.messages ? current : undefined;
  }

  readShared(variable: number): void {
    this.current?.shared.add(variable);
  }

  readMessages(): void {
    if (this.current) this.current.messages = true;
  }

  changedEnvironment(type: number, location: number): void {
    this.environments[type][location] = this.now;
  }

  changedShared(variable: number): void {
    this.shared[variable] = this.now;
  }

  changedMessages(): void {
    this.messages = this.now;
  }
}
