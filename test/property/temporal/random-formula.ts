/** Formulas and words by chance, the same ones every time. */
import type { Formula } from '../../../src/property/temporal/formula.js';

const UNARY = ['not', 'next', 'always', 'eventually'] as const;
const BINARY = ['and', 'or', 'implies', 'equivalent', 'until', 'release', 'weakUntil'] as const;

export class Chance {
  constructor(private seed: number) {}

  /** A number from 0 to count - 1. */
  below(count: number): number {
    this.seed = (Math.imul(this.seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.seed / 0x100000000) * count);
  }

  formula(nodes: number, atoms: number): Formula {
    if (nodes <= 1) {
      const pick = this.below(12);
      if (pick < 2) return { kind: pick === 0 ? 'true' : 'false' };
      return { kind: 'atom', atom: this.below(atoms) };
    }
    if (nodes === 2 || this.below(2) === 0) {
      return { kind: UNARY[this.below(UNARY.length)], operand: this.formula(nodes - 1, atoms) };
    }
    const left = 1 + this.below(nodes - 2);
    return {
      kind: BINARY[this.below(BINARY.length)],
      left: this.formula(left, atoms),
      right: this.formula(nodes - 1 - left, atoms),
    };
  }

  letters(least: number, most: number, atoms: number): number[] {
    return Array.from({ length: least + this.below(most - least + 1) }, () => this.below(1 << atoms));
  }
}
