/**
 * When one formula plainly implies another: decided on the form alone, so `true` is always right
 * and `false` says nothing. The rules follow Somenzi and Bloem's syntactic implication, extended
 * by the eventual and universal classes.
 */
import { ANYWAY, type FormulaDag, NEVER } from './dag.js';

export class Implication {
  private readonly known = new Map<number, boolean>();

  constructor(private readonly dag: FormulaDag) {}

  holds(f: number, g: number): boolean {
    if (f === g || f === NEVER || g === ANYWAY) return true;
    if (f === ANYWAY || g === NEVER) return false;
    const key = f * 0x4000000 + g;
    let answer = this.known.get(key);
    if (answer === undefined) {
      answer = this.byLeft(f, g) || this.byRight(f, g) || this.byBoth(f, g);
      this.known.set(key, answer);
    }
    return answer;
  }

  /** Something that follows from f implies g. */
  private byLeft(f: number, g: number): boolean {
    const { dag } = this;
    switch (dag.shape(f)) {
      case 'or':
        return dag.parts(f).every((part) => this.holds(part, g));
      case 'and':
        return dag.parts(f).some((part) => this.holds(part, g));
      case 'until': {
        // f holds: now its right side or its left one; and some day its right side
        const right = this.holds(dag.right(f), g);
        return right && (dag.eventual(g) || this.holds(dag.left(f), g));
      }
      case 'release':
        return this.holds(dag.right(f), g);
      case 'next':
        return dag.eventual(g) && this.holds(dag.inner(f), g);
      default:
        return false;
    }
  }

  /** f implies something from which g follows: the rules above, read by contraposition. */
  private byRight(f: number, g: number): boolean {
    const { dag } = this;
    switch (dag.shape(g)) {
      case 'and':
        return dag.parts(g).every((part) => this.holds(f, part));
      case 'or':
        return dag.parts(g).some((part) => this.holds(f, part));
      case 'release': {
        const right = this.holds(f, dag.right(g));
        return right && (dag.universal(f) || this.holds(f, dag.left(g)));
      }
      case 'until':
        return this.holds(f, dag.right(g));
      case 'next':
        return dag.universal(f) && this.holds(f, dag.inner(g));
      default:
        return false;
    }
  }

  /** The same operator on both sides is monotone. */
  private byBoth(f: number, g: number): boolean {
    const { dag } = this;
    const shape = dag.shape(f);
    if (shape !== dag.shape(g)) return false;
    if (shape === 'next') return this.holds(dag.inner(f), dag.inner(g));
    if (shape !== 'until' && shape !== 'release') return false;
    return this.holds(dag.left(f), dag.left(g)) && this.holds(dag.right(f), dag.right(g));
  }
}
