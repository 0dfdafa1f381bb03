/** What names stand for: variables of the whole program, and of a proctype, block by block. */
import type { DataType } from '../../model/data.js';
import type { ChannelType, Variable } from '../../model/system.js';
import type { Where } from './sources.js';

export interface VariableSymbol {
  name: string;
  type: DataType;
  scope: 'shared' | 'own';
  /** Its number among the variables of the system or of the proctype; -1 where it has none. */
  variable: number;
  /** A global channel that is never assigned to stands for its reference. */
  constant?: number;
  /** A record whose integers are variables of their own; `variable` is the first of them. */
  apart?: boolean;
  /** The channels that its declaration creates. */
  channel?: ChannelType;
  /** The value it starts with, if that is a plain number. */
  initial?: number;
  where: Where;
}

/** The names that blocks declare, the innermost first. */
export class Scopes {
  private readonly blocks: Map<string, VariableSymbol>[] = [new Map()];

  enter(): void {
    this.blocks.push(new Map());
  }

  leave(): void {
    this.blocks.pop();
  }

  /** False where this block has the name already. */
  declare(symbol: VariableSymbol): boolean {
    const block = this.blocks[this.blocks.length - 1];
    if (block.has(symbol.name)) return false;
    block.set(symbol.name, symbol);
    return true;
  }

  find(name: string): VariableSymbol | undefined {
    for (let i = this.blocks.length - 1; i >= 0; i--) {
      const found = this.blocks[i].get(name);
      if (found) return found;
    }
    return undefined;
  }

  names(): string[] {
    return this.blocks.flatMap((block) => [...block.keys()]);
  }
}

/** A name that no variable of the list has: two blocks may use the same one. */
export function unused(name: string, variables: readonly Variable[]): string {
  const taken = new Set(variables.map((variable) => variable.name));
  if (!taken.has(name)) return name;
  let number = 2;
  while (taken.has(`${name}#${number}`)) number++;
  return `${name}#${number}`;
}
